/**
 * Short codes over the words of a text: press `;`, then the code, and the word is selected.
 *
 * Words worth going to first (spatial words) have one letter, the others two; no code begins another.
 */

import type { Range } from './words'

const LETTERS = 'fjdkslaghrueiwoncmvptybxzq'

export function hintCodes(words: readonly Range[], preferred: readonly Range[]): Map<string, Range> {
  const first = new Set(preferred.map((word) => word.start))
  const short = words.filter((word) => first.has(word.start))
  const long = words.filter((word) => !first.has(word.start))
  const singles = singleCount(words.length, short.length)
  const codes = new Map<string, Range>()
  short.slice(0, singles).forEach((word, i) => codes.set(LETTERS[i] as string, word))
  const rest = [...short.slice(singles), ...long].sort((a, b) => a.start - b.start)
  rest.forEach((word, i) => {
    const lead = LETTERS[singles + Math.floor(i / LETTERS.length)]
    if (lead !== undefined) codes.set(lead + LETTERS[i % LETTERS.length], word)
  })
  return codes
}

/** As many one-letter codes as are wanted and still leave room for two-letter codes of the rest. */
function singleCount(words: number, wanted: number): number {
  let count = Math.min(wanted, LETTERS.length)
  while (count > 0 && (LETTERS.length - count) * LETTERS.length < words - count) count--
  return count
}

export type Typed = { kind: 'open' } | { kind: 'none' } | { kind: 'word'; word: Range }

/** What the letters typed so far mean. */
export function typedHint(codes: ReadonlyMap<string, Range>, typed: string): Typed {
  const word = codes.get(typed)
  if (word) return { kind: 'word', word }
  for (const code of codes.keys()) if (code.startsWith(typed)) return { kind: 'open' }
  return { kind: 'none' }
}
