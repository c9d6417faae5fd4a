/**
 * What is selected in a text: pieces already taken, and the stretch being selected.
 *
 * The caret is a word, not a gap between letters: one arrow key selects the next word whole, so a span of one
 * word costs no extending at all. `anchor` and `focus` are gaps (0 to length); the stretch lies between them.
 */

import { joined } from './fragment'
import { BLANK, type Range, type ReadText, wordAt } from './words'

export interface Selection {
  readonly pieces: readonly (readonly number[])[]
  readonly anchor: number
  readonly focus: number
}

export type Unit = 'char' | 'word'
export type Direction = 1 | -1

export const NOTHING: Selection = { pieces: [], anchor: 0, focus: 0 }

export function stretch(selection: Selection): Range {
  return { start: Math.min(selection.anchor, selection.focus), end: Math.max(selection.anchor, selection.focus) }
}

export function hasStretch(selection: Selection): boolean {
  return selection.anchor !== selection.focus
}

export function isEmpty(selection: Selection): boolean {
  return !hasStretch(selection) && selection.pieces.length === 0
}

/** Selected positions: the pieces in the order they were taken, then the open stretch. */
export function idxesOf(selection: Selection): number[] {
  const { start, end } = stretch(selection)
  const open = Array.from({ length: end - start }, (_, i) => start + i)
  return joined(selection.pieces.flat(), open)
}

/** The stretch becomes the unit beside it. */
export function move(text: ReadText, selection: Selection, unit: Unit, direction: Direction): Selection {
  const { start, end } = stretch(selection)
  const next = direction === 1 ? unitFrom(text, end, unit) : unitBefore(text, start, unit)
  return next ? { ...selection, anchor: next.start, focus: next.end } : selection
}

/** The focus moves by a unit. Where that would leave nothing, the stretch turns round: its first unit stays selected. */
export function extend(text: ReadText, selection: Selection, unit: Unit, direction: Direction): Selection {
  if (!hasStretch(selection)) return move(text, selection, unit, direction)
  const { anchor, focus } = selection
  const growing = focus > anchor === (direction === 1)
  if (growing) return grown(text, selection, unit, direction)
  const given = direction === 1 ? unitFrom(text, focus, unit)?.end : unitBefore(text, focus, unit)?.start
  const edge = given ?? anchor
  if (direction === 1 ? edge < anchor : edge > anchor) return { ...selection, focus: withoutBlanks(text, edge, anchor) }
  return grown(text, { ...selection, anchor: focus, focus: anchor }, unit, direction)
}

function grown(text: ReadText, selection: Selection, unit: Unit, direction: Direction): Selection {
  const { focus } = selection
  const next = direction === 1 ? unitFrom(text, focus, unit)?.end : unitBefore(text, focus, unit)?.start
  return next === undefined ? selection : { ...selection, focus: next }
}

/** A stretch that gave back a word does not keep the blank before it. */
function withoutBlanks(text: ReadText, focus: number, anchor: number): number {
  let edge = focus
  while (edge > anchor + 1 && BLANK.test(text.chars[edge - 1] ?? '')) edge--
  while (edge < anchor - 1 && BLANK.test(text.chars[edge] ?? '')) edge++
  return edge
}

/** The stretch becomes the first word of the clause before or behind it. */
export function moveClause(text: ReadText, selection: Selection, direction: Direction): Selection {
  const { start, end } = stretch(selection)
  const goal =
    direction === 1 ? text.clauses.find((clause) => clause >= end) : text.clauses.findLast((clause) => clause < start)
  return goal === undefined ? selection : selectWord(text, selection, goal)
}

/** The stretch becomes the known word before or behind it. */
export function moveKnown(text: ReadText, selection: Selection, direction: Direction): Selection {
  const { start, end } = stretch(selection)
  const word =
    direction === 1
      ? text.known.find((known) => known.start >= end)
      : text.known.findLast((known) => known.end <= start)
  return word ? { ...selection, anchor: word.start, focus: word.end } : selection
}

/** The stretch becomes the next place, round the end, where `wanted` stands. */
export function find(text: ReadText, selection: Selection, wanted: string): Selection {
  const needle = Array.from(wanted)
  if (needle.length === 0) return selection
  const from = hasStretch(selection) ? stretch(selection).start + 1 : selection.focus
  const count = text.chars.length
  for (let step = 0; step < count; step++) {
    const at = (from + step) % count
    if (needle.every((char, i) => text.chars[at + i] === char)) {
      return { ...selection, anchor: at, focus: at + needle.length }
    }
  }
  return selection
}

export function selectWord(text: ReadText, selection: Selection, index: number): Selection {
  const word = wordAt(text, index) ?? { start: index, end: index + 1 }
  return { ...selection, anchor: word.start, focus: word.end }
}

/** From the character where the mouse went down to the one where it is. */
export function dragged(selection: Selection, from: number, to: number): Selection {
  return from <= to ? { ...selection, anchor: from, focus: to + 1 } : { ...selection, anchor: from + 1, focus: to }
}

/** The stretch grows so far that it holds `range`. */
export function reach(selection: Selection, range: Range): Selection {
  if (!hasStretch(selection)) return { ...selection, anchor: range.start, focus: range.end }
  const { start, end } = stretch(selection)
  return range.start < start
    ? { ...selection, anchor: end, focus: range.start }
    : { ...selection, anchor: start, focus: Math.max(range.end, start + 1) }
}

/** The stretch becomes a piece; the next stretch begins where it ended. */
export function takePiece(selection: Selection): Selection {
  if (!hasStretch(selection)) return selection
  const { start, end } = stretch(selection)
  const piece = Array.from({ length: end - start }, (_, i) => start + i)
  return { pieces: [...selection.pieces, piece], anchor: selection.focus, focus: selection.focus }
}

/** Nothing selected; the caret stays where it was. */
export function cleared(selection: Selection): Selection {
  return { pieces: [], anchor: selection.focus, focus: selection.focus }
}

function unitFrom(text: ReadText, gap: number, unit: Unit): Range | undefined {
  if (unit === 'char') return gap < text.chars.length ? { start: gap, end: gap + 1 } : undefined
  const word = text.words.find((one) => one.end > gap)
  return word && { start: Math.max(word.start, gap), end: word.end }
}

function unitBefore(text: ReadText, gap: number, unit: Unit): Range | undefined {
  if (unit === 'char') return gap > 0 ? { start: gap - 1, end: gap } : undefined
  const word = text.words.findLast((one) => one.start < gap)
  return word && { start: word.start, end: Math.min(word.end, gap) }
}
