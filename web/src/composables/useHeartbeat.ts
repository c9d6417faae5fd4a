/** Tells the server that somebody is still at work, well before the lease ends; says when it is over. */
import { onBeforeUnmount, ref } from 'vue'
import { ApiError, isOffline } from '@/api/error'

export type Beat = () => Promise<{ seconds_left: number }>

/** A third of what is left, between 5 seconds and 5 minutes. */
export function beatAfter(secondsLeft: number): number {
  return Math.min(300, Math.max(5, secondsLeft / 3)) * 1000
}

export function useHeartbeat() {
  const lost = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  function start(secondsLeft: number | null, beat: Beat): void {
    stop()
    lost.value = false
    if (secondsLeft === null) return
    const mine = turn
    timer = setTimeout(() => void tick(beat, mine, secondsLeft), beatAfter(secondsLeft))
  }

  async function tick(beat: Beat, mine: number, before: number): Promise<void> {
    let left = before
    try {
      left = (await beat()).seconds_left
    } catch (error) {
      if (mine !== turn) return
      if (!isOffline(error)) {
        if (!(error instanceof ApiError)) throw error
        lost.value = true
        return
      }
    }
    if (mine === turn) timer = setTimeout(() => void tick(beat, mine, left), beatAfter(left))
  }

  function stop(): void {
    turn += 1
    clearTimeout(timer)
  }

  onBeforeUnmount(stop)
  return { lost, start, stop }
}
