/** Where a caret may stop: words and clauses of a text, in code points. */

import { characters } from './fragment'

/** A stretch of text; `end` is exclusive. */
export interface Range {
  start: number
  end: number
}

export interface KnownWord extends Range {
  class: string
}

/** A text prepared for selecting in it. */
export interface ReadText {
  chars: string[]
  words: Range[]
  /** First characters of the clauses (标点句). */
  clauses: number[]
  known: KnownWord[]
}

const CLAUSE_MARKS = new Set('，。；：！？…,.;:!?\n')
export const BLANK = /^\s$/u

export function readText(text: string, known: readonly KnownWord[] = []): ReadText {
  const chars = characters(text)
  const inside = known.filter((word) => word.start >= 0 && word.end <= chars.length && word.start < word.end)
  const words = segmented(text, chars, inside)
  return { chars, words, clauses: clauseStarts(chars, words), known: [...inside] }
}

/** Words of the browser's dictionary, corrected by the words the server knows: those are never cut. */
function segmented(text: string, chars: readonly string[], known: readonly KnownWord[]): Range[] {
  const cuts = new Set<number>([0, chars.length])
  for (const cut of dictionaryCuts(text)) cuts.add(cut)
  for (const word of known) {
    cuts.add(word.start)
    cuts.add(word.end)
  }
  for (const word of known) for (let i = word.start + 1; i < word.end; i++) cuts.delete(i)
  const sorted = [...cuts].sort((a, b) => a - b)
  const words: Range[] = []
  for (let i = 0; i + 1 < sorted.length; i++) {
    const range = { start: sorted[i] as number, end: sorted[i + 1] as number }
    if (!chars.slice(range.start, range.end).every((char) => BLANK.test(char))) words.push(range)
  }
  return words
}

function dictionaryCuts(text: string): number[] {
  const starts = new Map<number, number>()
  let units = 0
  let points = 0
  for (const char of text) {
    starts.set(units, points)
    units += char.length
    points += 1
  }
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
  return [...segmenter.segment(text)].map((segment) => starts.get(segment.index) ?? 0)
}

function clauseStarts(chars: readonly string[], words: readonly Range[]): number[] {
  const starts: number[] = []
  let fresh = true
  for (const word of words) {
    const mark = chars.slice(word.start, word.end).every((char) => CLAUSE_MARKS.has(char))
    if (fresh && !mark) starts.push(word.start)
    fresh = mark
  }
  return starts
}

export function wordAt(text: ReadText, index: number): Range | undefined {
  return text.words.find((word) => word.start <= index && index < word.end)
}
