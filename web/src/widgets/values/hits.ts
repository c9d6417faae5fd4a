/** Which hits belong beside which slot: a hit names its place by a path such as `reasons[0].fragments[1].text`. */

import type { Hit } from '@/api/form'

/** Hits at `path` itself. */
export function hitsAt(hits: readonly Hit[], path: string): Hit[] {
  return hits.filter((hit) => hit.path === path)
}

/** Hits at `path` or anywhere below it. */
export function hitsUnder(hits: readonly Hit[], path: string): Hit[] {
  return hits.filter((hit) => hit.path === path || hit.path.startsWith(`${path}.`) || hit.path.startsWith(`${path}[`))
}

/** Hits below `path` that none of `shown` (paths of slots) takes: they stand beside the whole. */
export function hitsBeside(hits: readonly Hit[], path: string, shown: readonly string[]): Hit[] {
  const taken = new Set(shown.flatMap((one) => hitsUnder(hits, one)))
  return hitsUnder(hits, path).filter((hit) => !taken.has(hit))
}

const ORDER = { block: 0, warn: 1, info: 2 } as const

export function worst(hits: readonly Hit[]): Hit['level'] | undefined {
  return [...hits].sort((a, b) => ORDER[a.level] - ORDER[b.level])[0]?.level
}
