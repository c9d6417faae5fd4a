/** A result as the server makes it once (`report/sections.py`): pages of sections with tables, charts and lines. */
import type { Words } from '@/api/form'
import { answer, client } from '@/api/client'

export interface DrawnBar {
  value: number
  interval: [number, number] | null
  main: boolean
}

export interface TableBlock {
  type: 'table'
  title: Words
  head: Words[]
  rows: Words[][]
  note: Words | null
  words: number[]
  long: number[]
  drawn: (DrawnBar | null)[]
  tints: number[][]
  strong: number[]
  folded: boolean
  /** For each row and cell the group of items that it counts. */
  behind: string[][]
}

export interface ItemGroup {
  title: Words
  head: Words[]
  rows: { item: string; text: string; cells: Words[] }[]
  total: number
}

export interface BarTableBlock {
  type: 'bartable'
  title: Words
  columns: Words[]
  bars: {
    name: Words
    numbers: number[]
    n: number | null
    interval: [number, number] | null
    code: string
    main: boolean
    drawn: boolean
  }[]
  n_title: Words
  note: Words | null
  /** For each bar and cell the group of items that it counts; results of earlier versions have none. */
  behind?: string[][]
}

export interface ChartBlock {
  type: 'chart'
  title: Words
  unit: Words
  counted: Words
  bins: { name: string; n: number; share: number; height: number }[]
  note: Words | null
  beside: [Words, number[]] | null
}

/** Lines over the same steps, e.g. the loss of every epoch. */
export interface CurvesBlock {
  type: 'curves'
  title: Words
  unit: Words
  steps: string[]
  lines: [Words, (number | null)[]][]
  note: Words | null
}

export interface LinesBlock {
  type: 'lines'
  lines: Words[]
}

/** Lines to be copied whole, such as signatures. */
export interface CodeBlock {
  type: 'codelines'
  lines: string[]
}

interface MarkedPiece {
  text: string
  marks: { name: string; title: Words; colour: string }[]
}

export interface ShownAnswer {
  title: Words
  blocks: {
    head: Words | null
    text: string
    pieces: MarkedPiece[]
    entries: { name: Words; text: string; where: string; colour: string }[]
  }[]
  left_out: number
}

/** An item with gold and answer side by side. */
export interface ShownItem {
  id: string
  score: number
  texts: [Words, MarkedPiece[]][]
  gold: ShownAnswer[]
  predicted: ShownAnswer[] | null
}

export interface ItemsBlock {
  type: 'itemcards'
  items: ShownItem[]
}

export type Block = TableBlock | BarTableBlock | ChartBlock | CurvesBlock | LinesBlock | CodeBlock | ItemsBlock

export interface ResultSection {
  title: Words
  blocks: Block[]
  note: Words | null
}

export interface Result {
  title: Words
  lead: Words
  facts: [Words, Words][]
  sections: ResultSection[]
  hero: { value: string; title: Words; note: Words } | null
  name: string
  /** The items behind its numbers, where they came along with the page. */
  behind: Record<string, ItemGroup> | null
}

export async function getResults(name: string, run: number): Promise<Result[]> {
  const params = { path: { name, run } }
  return (await answer(client.GET('/api/benchmarks/{name}/runs/{run}/pages', { params }))) as unknown as Result[]
}

/** The items behind a number of a run's page. */
export async function getItems(name: string, run: number, page: string, group: string): Promise<ItemGroup> {
  const params = { path: { name, run }, query: { page, group } }
  return (await answer(client.GET('/api/benchmarks/{name}/runs/{run}/items', { params }))) as unknown as ItemGroup
}

const plain = (text: string): Words => ({ zh: text, en: text })

/** A group of items as a table: its id, its text, and what is said of it. */
export function itemsTable(group: ItemGroup): TableBlock {
  const columns = group.head.map((_, i) => i + 2)
  return {
    type: 'table',
    title: plain(''),
    head: [{ zh: '题', en: 'item' }, { zh: '文本', en: 'text' }, ...group.head],
    rows: group.rows.map((row) => [plain(row.item), plain(row.text), ...row.cells]),
    note: null,
    words: [1, ...columns],
    long: [1],
    drawn: [],
    tints: [],
    strong: [],
    folded: false,
    behind: [],
  }
}

/** A table of bars is a table whose last number is drawn. */
export function asTable(block: BarTableBlock): TableBlock {
  const hasNumbers = block.bars.some((bar) => bar.n !== null)
  return {
    type: 'table',
    title: block.title,
    head: [
      { zh: '', en: '' },
      ...(hasNumbers ? [block.n_title] : []),
      ...(block.columns.length > 0 ? block.columns : [{ zh: '值', en: 'value' }]),
    ],
    rows: block.bars.map((bar) => [
      bar.name,
      ...(hasNumbers ? [plain(bar.n === null ? '–' : String(bar.n))] : []),
      ...bar.numbers.map((value) => plain(value.toFixed(4))),
    ]),
    note: block.note,
    words: [],
    long: [],
    drawn: block.bars.map((bar) =>
      bar.drawn ? { value: bar.numbers.at(-1) ?? 0, interval: bar.interval, main: bar.main } : null,
    ),
    tints: [],
    strong: block.bars.flatMap((bar, i) => (bar.main ? [i] : [])),
    folded: false,
    behind: block.behind ?? [],
  }
}

/** The number that a cell says first, for sorting; words are sorted as words. */
export function numberIn(text: string): number | null {
  const match = /^[^\d-]*(-?[\d,]*\.?\d+)/.exec(text)
  const digits = match?.[1]
  return digits === undefined ? null : Number(digits.replaceAll(',', ''))
}

export type Order = { column: number; down: boolean } | null

/** Places of the rows to be shown, in their order. */
export function shownRows(rows: readonly (readonly string[])[], filter: string, order: Order): number[] {
  const wanted = filter.trim().toLowerCase()
  const places = rows
    .map((_, i) => i)
    .filter((i) => wanted === '' || (rows[i] ?? []).some((cell) => cell.toLowerCase().includes(wanted)))
  if (!order) return places
  const sign = order.down ? -1 : 1
  return places.sort((a, b) => {
    const [left = '', right = ''] = [rows[a]?.[order.column], rows[b]?.[order.column]]
    const [x, y] = [numberIn(left), numberIn(right)]
    if (x !== null && y !== null) return sign * (x - y)
    return sign * left.localeCompare(right, 'zh')
  })
}

/** As spreadsheets read it: a mark for UTF-8, quotes where needed, nothing that begins like a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const plain = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
    return /[",\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  return '\ufeff' + [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
