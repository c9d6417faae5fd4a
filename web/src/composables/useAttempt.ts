/** What a form sends and the server may refuse: busy while it runs; a refusal stays, to be shown in its place. */
import { ref, shallowRef } from 'vue'
import { ApiError } from '@/api/error'

export function useAttempt() {
  const busy = ref(false)
  const failure = shallowRef<ApiError | null>(null)

  /** Runs it and says whether it worked. While one is under way, a double click begins no second one. */
  async function attempt(what: () => Promise<unknown>): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = null
    try {
      await what()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure.value = error
      return false
    } finally {
      busy.value = false
    }
  }

  return { attempt, busy, failure }
}
