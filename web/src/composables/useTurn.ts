/** One item at a time: whether it is on its way, there, or could not be had. */
import { ref, shallowRef } from 'vue'
import { ApiError } from '@/api/error'

export type TurnPhase = 'loading' | 'working' | 'queued' | 'empty' | 'error'

export function useTurn() {
  const phase = ref<TurnPhase>('loading')
  /** Why there is no item. */
  const failure = shallowRef<ApiError | null>(null)
  /** Why the server did not take what was sent. */
  const refusal = shallowRef<ApiError | null>(null)

  /** Fetches an item; what the server refuses becomes `failure`. */
  async function attempt(fetch: () => Promise<void>): Promise<void> {
    failure.value = null
    try {
      await fetch()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure.value = error
      phase.value = 'error'
    }
  }

  return { phase, failure, refusal, attempt }
}

export type Turn = Pick<ReturnType<typeof useTurn>, 'phase' | 'failure'>
