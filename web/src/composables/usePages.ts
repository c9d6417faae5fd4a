/** A list that the server gives page by page: another filter begins at the first page, after a pause in typing. */
import { onBeforeUnmount, ref, watch, type WatchSource } from 'vue'
import { useLoad } from './useLoad'

const PAUSE_MS = 250

export interface Stretch {
  offset: number
  limit: number
}

export function usePages<T>(load: (stretch: Stretch) => Promise<T>, filters: WatchSource[], size = 50) {
  const page = ref(1)
  const loaded = useLoad(() => load({ offset: (page.value - 1) * size, limit: size }))
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(filters, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (page.value === 1) void loaded.reload()
      else page.value = 1
    }, PAUSE_MS)
  })
  watch(page, loaded.reload)
  void loaded.reload() // at once: what stands around the list is drawn while its rows are on their way
  onBeforeUnmount(() => clearTimeout(timer))

  return { ...loaded, page, size }
}
