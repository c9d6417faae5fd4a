/** Whether a benchmark is archived, for the pages beside its own: nothing is changed there then. */
import { computed, onMounted, watch, type ComputedRef } from 'vue'
import { answer, client } from '@/api/client'
import { useLoad } from './useLoad'

/** Null until it is known, so that nothing is offered that goes away again. */
export function useArchived(name: () => string): ComputedRef<boolean | null> {
  const { data, reload } = useLoad(() =>
    answer(client.GET('/api/benchmarks/{name}', { params: { path: { name: name() } } })),
  )
  onMounted(reload)
  watch(name, reload)
  return computed(() => data.value?.archived ?? null)
}
