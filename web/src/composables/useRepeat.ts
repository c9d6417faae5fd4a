/** Does something again and again, some time after it was done, while it is wanted and somebody can see the page. */
import { onBeforeUnmount, onMounted, watch } from 'vue'

export function useRepeat(act: () => Promise<void>, wanted: () => boolean, after: number): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let acting = false
  let left = false

  function plan(): void {
    clearTimeout(timer)
    if (wanted() && !document.hidden && !acting && !left) timer = setTimeout(() => void run(), after)
  }

  async function run(): Promise<void> {
    acting = true
    try {
      await act()
    } finally {
      acting = false
      plan()
    }
  }

  watch(wanted, plan, { immediate: true })
  onMounted(() => document.addEventListener('visibilitychange', plan))
  onBeforeUnmount(() => {
    left = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
  })
}
