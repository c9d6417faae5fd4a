/** How each character of a text is drawn. */

import { type Selection, hasStretch, stretch } from './selection'
import type { Range, ReadText } from './words'

/** Characters that play a role; those of other records than the active one are `faint`. */
export interface Mark {
  idxes: readonly number[]
  /** Names the colour: `tone-entity` … of text.css. */
  tone: string
  /** Short name of the role, shown above its first character. */
  label: string
  faint?: boolean
}

export interface Cell {
  index: number
  shown: string
  classes: string
  /** Short names of the roles that begin here. */
  label: string
  title: string
}

export interface Segment extends Range {
  class: string
}

interface Drawn {
  text: ReadText
  /** Undefined where nothing can be selected. */
  selection?: Selection
  marks: readonly Mark[]
  target: readonly number[]
  different?: Range
}

/** Spatial words, and the stretches between them: what is drawn afresh at once. */
export function segmentsOf(text: ReadText): Segment[] {
  const classes = new Map(text.known.map((word) => [word.start, word.class]))
  const segments: Segment[] = []
  let at = 0
  const upTo = (end: number): void => {
    if (end > at) segments.push({ start: at, end, class: '' })
  }
  for (const word of text.words) {
    upTo(word.start)
    segments.push({ ...word, class: classes.get(word.start) ?? '' })
    at = word.end
  }
  upTo(text.chars.length)
  return segments
}

export function cellsOf({ text, selection, marks, target, different }: Drawn): Cell[] {
  const cells: Cell[] = text.chars.map((char, index) => ({
    index,
    shown: visible(char, text.chars[index + 1]),
    classes: CONTROL.has(char) ? 'cell control' : 'cell',
    label: '',
    title: '',
  }))
  for (const mark of marks) drawMark(cells, mark)
  for (const index of target) add(cells[index], 'target')
  if (different) for (let i = different.start; i < different.end; i++) add(cells[i], 'different')
  if (selection) drawSelection(cells, selection)
  return cells
}

const CONTROL = new Set('\r\n\t')

/** Line ends are characters one can select, so they are seen; a CR before its LF breaks no line of its own. */
function visible(char: string, next: string | undefined): string {
  if (char === '\r') return next === '\n' ? '←' : '←\n'
  if (char === '\n') return '↵\n'
  return char === '\t' ? '⇥' : char
}

function add(cell: Cell | undefined, name: string): void {
  if (cell && !cell.classes.split(' ').includes(name)) cell.classes += ` ${name}`
}

function drawMark(cells: Cell[], mark: Mark): void {
  mark.idxes.forEach((index, i) => {
    const cell = cells[index]
    if (!cell) return
    add(cell, mark.faint ? 'faint' : `tone-${mark.tone}`)
    if (mark.faint) return
    add(cell, 'mark')
    const begins = i === 0 || mark.idxes[i - 1] !== index - 1
    if (begins) add(cell, 'begins')
    if (mark.idxes[i + 1] !== index + 1) add(cell, 'ends')
    if (begins && !cell.label.split(' ').includes(mark.label)) cell.label = `${cell.label} ${mark.label}`.trim()
    cell.title = cell.title ? `${cell.title} · ${mark.label}` : mark.label
  })
}

function drawSelection(cells: Cell[], selection: Selection): void {
  selection.pieces.forEach((piece, n) => {
    piece.forEach((index, i) => {
      add(cells[index], 'piece')
      const cell = cells[index]
      if (i === 0 && cell) cell.label = `${n + 1}.`
    })
  })
  if (hasStretch(selection)) {
    const { start, end } = stretch(selection)
    for (let i = start; i < end; i++) add(cells[i], 'selected')
    return
  }
  if (selection.focus < cells.length) add(cells[selection.focus], 'caret')
  else add(cells.at(-1), 'caret-behind')
}
