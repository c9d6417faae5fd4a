/** Keeping in sight what the keys work on. */

/** Scrolls as little as needed, with the next frame: asking at once would lay the page out twice for one key. */
export function keepInSight(find: () => Element | null | undefined): void {
  requestAnimationFrame(() => find()?.scrollIntoView?.({ block: 'nearest' }))
}
