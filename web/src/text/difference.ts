/** Where two texts that differ in one stretch differ: D1 and D2 of a scene pair. */

import type { Range, ReadText } from './words'

export interface Difference {
  first: Range
  second: Range
}

/** The differing stretch of both, widened to whole words; undefined where the texts are equal. */
export function difference(a: ReadText, b: ReadText): Difference | undefined {
  const most = Math.min(a.chars.length, b.chars.length)
  let head = 0
  while (head < most && a.chars[head] === b.chars[head]) head++
  if (head === a.chars.length && head === b.chars.length) return undefined
  let tail = 0
  while (tail < most - head && a.chars.at(-1 - tail) === b.chars.at(-1 - tail)) tail++
  const first = { start: head, end: a.chars.length - tail }
  const second = { start: head, end: b.chars.length - tail }
  const before = Math.max(overhang(a, first, 'start'), overhang(b, second, 'start'))
  const behind = Math.max(overhang(a, first, 'end'), overhang(b, second, 'end'))
  return { first: widened(first, before, behind, a), second: widened(second, before, behind, b) }
}

/** How many characters of a word that the difference cuts lie outside it. */
function overhang(text: ReadText, range: Range, side: 'start' | 'end'): number {
  const gap = range[side]
  const word = text.words.find((one) => one.start < gap && gap < one.end)
  if (!word) return 0
  return side === 'start' ? gap - word.start : word.end - gap
}

function widened(range: Range, before: number, behind: number, text: ReadText): Range {
  return { start: Math.max(0, range.start - before), end: Math.min(text.chars.length, range.end + behind) }
}
