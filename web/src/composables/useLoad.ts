/** Data a page needs: loading, there, or failed; an older request never overwrites a newer one. */
import { ref, shallowRef } from 'vue'
import { ApiError } from '@/api/error'

export function useLoad<T>(load: () => Promise<T>) {
  const data = shallowRef<T | null>(null)
  const error = shallowRef<ApiError | null>(null)
  const busy = ref(false)
  let latest = 0

  async function reload(): Promise<void> {
    const turn = ++latest
    busy.value = true
    try {
      const found = await load()
      if (turn !== latest) return
      data.value = found
      error.value = null
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (turn === latest) error.value = problem
    } finally {
      if (turn === latest) busy.value = false
    }
  }

  return { data, error, busy, reload }
}
