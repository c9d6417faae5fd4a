/** Tabs that can be reached and changed by keys: the component library only listens to the mouse. */
import type { Directive } from 'vue'

const TAB = '.n-tabs-tab[data-name]' // without a name it only holds room for the moving background
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** The tabs of this bar, not those of a bar inside one of its panes. */
function tabsOf(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>(TAB)].filter((tab) => tab.closest('.n-tabs') === bar)
}

function describe(bar: HTMLElement): void {
  for (const tab of tabsOf(bar)) {
    const chosen = tab.classList.contains('n-tabs-tab--active')
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-selected', String(chosen))
    tab.setAttribute('tabindex', chosen ? '0' : '-1')
    tab.closest('.n-tabs-nav')?.setAttribute('role', 'tablist')
  }
}

function onKey(event: KeyboardEvent): void {
  const bar = event.currentTarget as HTMLElement
  const tabs = tabsOf(bar)
  const at = tabs.indexOf(event.target as HTMLElement)
  const step = STEPS[event.key]
  if (at < 0 || !step) return
  event.preventDefault()
  const next = tabs[step(at, tabs.length)]
  next?.click()
  next?.focus()
}

const watchers = new WeakMap<HTMLElement, MutationObserver>()

export const vTabKeys: Directive<HTMLElement> = {
  mounted(bar) {
    describe(bar)
    bar.addEventListener('keydown', onKey)
    // Which tab is chosen may change inside the library's component, of which the page hears nothing.
    const watcher = new MutationObserver(() => describe(bar))
    const nav = bar.querySelector('.n-tabs-nav')
    if (nav) watcher.observe(nav, { attributeFilter: ['class'], childList: true, subtree: true })
    watchers.set(bar, watcher)
  },
  unmounted(bar) {
    watchers.get(bar)?.disconnect()
  },
}
