/** A table that scrolls in its place can be scrolled by keys as well. */
import type { Directive } from 'vue'

export const vReachable: Directive<HTMLElement, string> = {
  mounted(table, { value }) {
    const box = table.querySelector('.n-scrollbar-container')
    box?.setAttribute('tabindex', '0')
    box?.setAttribute('role', 'region')
    box?.setAttribute('aria-label', value)
  },
}
