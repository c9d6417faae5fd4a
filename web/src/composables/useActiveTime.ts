/** Seconds somebody really worked: the page is visible and there was a key or the mouse within the last minute. */
import { onBeforeUnmount, onMounted } from 'vue'

const IDLE_MS = 60_000

export class ActiveTime {
  private total = 0
  private last: number | null = null

  touch(now: number): void {
    if (this.last !== null) this.total += Math.min(now - this.last, IDLE_MS)
    this.last = now
  }

  pause(now: number): void {
    this.touch(now)
    this.last = null
  }

  reset(now: number): void {
    this.total = 0
    this.last = now
  }

  seconds(now: number): number {
    const open = this.last === null ? 0 : Math.min(now - this.last, IDLE_MS)
    return Math.round((this.total + open) / 100) / 10
  }
}

export function useActiveTime(): ActiveTime {
  const time = new ActiveTime()
  const touch = () => time.touch(Date.now())
  const visibility = () => (document.hidden ? time.pause(Date.now()) : time.touch(Date.now()))
  onMounted(() => {
    time.reset(Date.now())
    for (const name of ['keydown', 'pointerdown', 'pointermove'])
      window.addEventListener(name, touch, { passive: true })
    document.addEventListener('visibilitychange', visibility)
  })
  onBeforeUnmount(() => {
    for (const name of ['keydown', 'pointerdown', 'pointermove']) window.removeEventListener(name, touch)
    document.removeEventListener('visibilitychange', visibility)
  })
  return time
}
