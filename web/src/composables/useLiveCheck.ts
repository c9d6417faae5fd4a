/** Rule hits while somebody writes: asked a moment after the last change; an older answer never replaces a newer. */
import { onBeforeUnmount, ref, shallowRef } from 'vue'
import { isOffline } from '@/api/error'
import type { Answer, Hit } from '@/api/form'

export type Check = (answer: Answer) => Promise<Hit[]>

const ASK_AFTER_MS = 250

export function useLiveCheck() {
  const hits = shallowRef<Hit[]>([])
  const asking = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  function ask(answer: Answer, check: Check, after = ASK_AFTER_MS): void {
    clearTimeout(timer)
    const turn = ++latest
    timer = setTimeout(() => void run(answer, check, turn), after)
  }

  async function run(answer: Answer, check: Check, turn: number): Promise<void> {
    asking.value = true
    try {
      const found = await check(answer)
      if (turn === latest) hits.value = found
    } catch (error) {
      if (!isOffline(error)) throw error // away: the last hits stay, the server checks again on submission
    } finally {
      if (turn === latest) asking.value = false
    }
  }

  function set(found: Hit[]): void {
    latest += 1
    clearTimeout(timer)
    hits.value = found
  }

  onBeforeUnmount(() => {
    latest += 1
    clearTimeout(timer)
  })

  return { hits, asking, ask, set }
}
