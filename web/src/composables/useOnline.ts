/** Whether the server answers, as far as we know: the browser's own word and our last request together. */
import { computed, ref } from 'vue'

const browser = ref(navigator.onLine)
const answered = ref(true)

window.addEventListener('online', () => {
  browser.value = true
  answered.value = true
})
window.addEventListener('offline', () => (browser.value = false))

export const online = computed(() => browser.value && answered.value)

export function noteAnswer(reached: boolean): void {
  answered.value = reached
}
