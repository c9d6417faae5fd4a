/** `v-reachable="name"` on a data table: where it scrolls in its place, keys reach and scroll it, and it says its name. */
import type { Directive } from 'vue'

function scrolled(table: HTMLElement): Element | null {
  return table.querySelector('.n-scrollbar-container')
}

export const vReachable: Directive<HTMLElement, string> = {
  mounted(table, { value }) {
    const box = scrolled(table)
    box?.setAttribute('tabindex', '0')
    box?.setAttribute('role', 'region')
    box?.setAttribute('aria-label', value)
  },
  // The name changes with the language.
  updated(table, { value }) {
    scrolled(table)?.setAttribute('aria-label', value)
  },
}
