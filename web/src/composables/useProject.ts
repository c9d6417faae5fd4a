/** The seven stages with their live figures; looked at again while a demo is still being filled. */
import { onBeforeUnmount, onMounted, watch } from 'vue'
import { answer, client } from '@/api/client'
import { useLoad } from './useLoad'

const WHILE_FILLING = 2000
const OTHERWISE = 30_000

export function useProject() {
  const { data, error, busy, reload } = useLoad(() => answer(client.GET('/api/project')))
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan(): void {
    clearTimeout(timer)
    const filling = data.value?.filling?.state === 'running'
    timer = setTimeout(() => void reload(), filling ? WHILE_FILLING : OTHERWISE)
  }

  watch(busy, (now) => now || plan())
  onMounted(reload)
  onBeforeUnmount(() => clearTimeout(timer))
  return { data, error, busy, reload }
}
