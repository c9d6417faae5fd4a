/** What the explorer and the comparison do alike: the subtask the address names, its form, and the rows found in it. */
import { computed, onMounted, watch, type ComputedRef, type WatchSource } from 'vue'
import type { FormDescription } from '@/api/form'
import { getForm } from '@/api/tasks'
import { useLoad } from '@/composables/useLoad'

interface Explored<Found> {
  /** Fetches the submissions; which subtasks there are is known afterwards. */
  reload: () => Promise<void>
  tasks: ComputedRef<string[]>
  /** The subtask of the address; the first one where it names none of them. */
  asked: ComputedRef<string>
  find: (task: string) => Promise<Found>
  /** What makes the page begin anew, and what makes it look for rows again. */
  subject: WatchSource
  filters: WatchSource[]
}

export function useExplorer<Found>({ reload, tasks, asked, find, subject, filters }: Explored<Found>) {
  const task = computed(() => (tasks.value.includes(asked.value) ? asked.value : (tasks.value[0] ?? '')))
  const form = useLoad<FormDescription>(() => getForm(task.value))
  const found = useLoad(() => find(task.value))

  async function start(): Promise<void> {
    await reload()
    if (task.value) await Promise.all([form.reload(), found.reload()])
  }

  onMounted(start)
  watch(subject, start)
  watch(task, (_, before) => before && void form.reload())
  watch([task, ...filters], () => task.value && void found.reload())

  return { task, form, found, start }
}
