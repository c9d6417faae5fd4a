/** A title that follows what is chosen until somebody writes one of their own. */
import { ref } from 'vue'

export function useSuggestedTitle() {
  const title = ref('')
  let suggested = ''

  function suggest(next: string): void {
    if (title.value === '' || title.value === suggested) title.value = next
    suggested = next
  }

  return { title, suggest }
}
