/** Two or three answers side by side: records that speak of the same thing are put into one line. */
import type { Answer, FormDescription, FormField, WorkItem, Words } from '@/api/form'
import { readField, standingSlots, type Part, type Parts } from './read'

export interface ComparedRow {
  label: Words
  /** One per answer; null where an answer says nothing. */
  cells: (Part | null)[]
  differs: boolean
}

export interface ComparedGroup {
  number: number
  rows: ComparedRow[]
  differs: boolean
}

export interface ComparedField {
  name: string
  title: Words
  /** Several records (reasons, tuples …) are numbered. */
  numbered: boolean
  groups: ComparedGroup[]
  differs: boolean
}

function samePart(a: Part, b: Part): boolean {
  return (
    a.text.zh === b.text.zh &&
    a.positions.length === b.positions.length &&
    a.positions.every((position, i) => position === b.positions[i])
  )
}

/** Share of slots that two records have in common and fill alike; a shared position counts a little. */
export function likeness(a: Parts, b: Parts): number {
  const other = new Map(b.map((one) => [one.slot, one]))
  let points = 0
  for (const one of a) {
    const twin = other.get(one.slot)
    if (!twin) continue
    if (samePart(one, twin)) points += 1
    else if (one.positions.some((position) => twin.positions.includes(position))) points += 0.4
  }
  return points / Math.max(a.length, b.length, 1)
}

interface Line {
  records: (Parts | null)[]
}

/** Best pairs first; what finds no partner gets a line of its own. */
function place(lines: Line[], records: Parts[], column: number): void {
  const pairs = lines.flatMap((line, at) =>
    records.map((record, i) => {
      const known = line.records.filter((one): one is Parts => one !== null)
      return { at, i, score: Math.max(0, ...known.map((one) => likeness(one, record))) }
    }),
  )
  pairs.sort((x, y) => y.score - x.score || x.at - y.at || x.i - y.i)
  const usedLines = new Set<number>()
  const usedRecords = new Set<number>()
  for (const { at, i, score } of pairs) {
    if (score <= 0 || usedLines.has(at) || usedRecords.has(i)) continue
    usedLines.add(at)
    usedRecords.add(i)
    const line = lines[at]
    if (line) line.records[column] = records[i] ?? null
  }
  records.forEach((record, i) => {
    if (usedRecords.has(i)) return
    const line: Line = { records: [] }
    line.records[column] = record
    lines.push(line)
  })
}

function align(answers: Parts[][]): Line[] {
  const lines: Line[] = []
  answers.forEach((records, column) => place(lines, records, column))
  for (const line of lines) line.records = answers.map((_, column) => line.records[column] ?? null)
  return lines
}

function rowsOf(line: Line, standing: ReadonlyMap<string, Words>): ComparedRow[] {
  const labels = new Map<string, Words>(standing)
  for (const record of line.records) for (const one of record ?? []) labels.set(one.slot, one.label)
  return [...labels].map(([slot, label]) => {
    const cells = line.records.map((record) => record?.find((one) => one.slot === slot) ?? null)
    const first = cells[0] ?? null
    const differs = cells.some(
      (cell) => (cell === null) !== (first === null) || (cell && first && !samePart(cell, first)),
    )
    return { label, cells, differs }
  })
}

const SINGLE = new Set(['choice', 'fragment', 'text', 'number', 'senses', 'options'])

function compareField(field: FormField, item: WorkItem, answers: readonly (Answer | null)[]): ComparedField {
  const lines = align(answers.map((answer) => readField(field, answer?.[field.key], item)))
  const single = SINGLE.has(field.widget)
  const standing = standingSlots(field, item)
  // Single values stand in one line however little they have in common.
  const merged =
    single && lines.length > 1
      ? [{ records: answers.map((_, c) => lines.map((l) => l.records[c]).find(Boolean) ?? null) }]
      : lines
  const groups = merged.map((line, i) => {
    const rows = rowsOf(line, standing)
    return { number: i + 1, rows, differs: rows.some((row) => row.differs) }
  })
  return {
    name: field.name,
    title: field.title,
    numbered: !single,
    groups,
    differs: groups.some((group) => group.differs),
  }
}

/** Fields nobody filled are left out. */
export function compareAnswers(
  form: FormDescription,
  item: WorkItem,
  answers: readonly (Answer | null)[],
): ComparedField[] {
  return form.fields.map((field) => compareField(field, item, answers)).filter((field) => field.groups.length > 0)
}
