/** Text by code points, the way Python counts: an index names one character, `𠮷` and emoji included, CR and LF each. */

export interface Fragment {
  text: string
  idxes: number[]
}

export function characters(text: string): string[] {
  return Array.from(text)
}

/** The fragment at these positions, in the order given: order is part of an annotator's answer. */
export function fragment(text: string | readonly string[], idxes: readonly number[]): Fragment {
  const chars = typeof text === 'string' ? characters(text) : text
  return { text: idxes.map((i) => chars[i] ?? '').join(''), idxes: [...idxes] }
}

export function sameIdxes(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((index, i) => index === b[i])
}

/** Positions of `more` behind those of `idxes`; a character is never taken twice. */
export function joined(idxes: readonly number[], more: readonly number[]): number[] {
  return [...new Set([...idxes, ...more])]
}

/** Neighbouring positions gathered: `[3,4,9]` is `[[3,4],[9]]`; pieces keep their order. */
export function pieces(idxes: readonly number[]): number[][] {
  const found: number[][] = []
  for (const index of idxes) {
    const last = found.at(-1)
    if (last && last.at(-1) === index - 1) last.push(index)
    else found.push([index])
  }
  return found
}

/** How a fragment is shown where there is room for one line: `从北纬25° … 到北纬30°附近`. */
export function shownPieces(text: string | readonly string[], idxes: readonly number[]): string {
  const chars = typeof text === 'string' ? characters(text) : text
  return pieces(idxes)
    .map((piece) => piece.map((i) => chars[i] ?? '').join(''))
    .join(' … ')
}
