/**
 * Where everything of a scene drawing stands: entities on the left, what is said of them in the middle, places on the
 * right. Lines run only in the two gutters between the columns, so no line crosses a word; equal places are one box.
 * The same tuples always give the same drawing.
 */

import type { Fact, Link, LinkKind } from './facts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Label extends Box {
  text: string
  /** The whole text where it had to be shortened. */
  full: string
}

export interface EntityNode extends Label {
  rows: number[]
}

export interface Row {
  fact: Fact
  band: Box
  event: Label
  notes: Label[]
  links: { kind: LinkKind; label: Label; from: [number, number]; to: [number, number] }[]
}

export interface EndNode extends Label {
  kind: LinkKind
}

export interface Drawing {
  width: number
  height: number
  entities: EntityNode[]
  rows: Row[]
  ends: EndNode[]
}

interface Column {
  x: number
  width: number
}

/** Where the columns of a drawing stand; the gutters between them belong to the lines. */
export interface Columns {
  width: number
  entity: Column
  fact: Column
  role: Column
  end: Column
}

export const WIDE: Columns = {
  width: 760,
  entity: { x: 8, width: 138 },
  fact: { x: 196, width: 132 },
  role: { x: 336, width: 66 },
  end: { x: 500, width: 252 },
}
export const NARROW: Columns = {
  width: 500,
  entity: { x: 4, width: 94 },
  fact: { x: 132, width: 78 },
  role: { x: 214, width: 64 },
  end: { x: 340, width: 156 },
}
const SIZE = 14
const SMALL = 11.5
const LINE = 20
const NODE = 28
const PAD = 8
const GAP = 6

/** Width of a text in ems: Chinese characters are square, Latin ones about half as wide. */
export function ems(text: string): number {
  let sum = 0
  for (const char of text) sum += char.codePointAt(0)! < 0x2e80 ? 0.6 : 1
  return sum
}

/** Shortened to fit, with an ellipsis. */
export function fitted(text: string, width: number, size: number): string {
  if (ems(text) * size <= width) return text
  let kept = ''
  for (const char of text) {
    if ((ems(kept + char) + 1) * size > width) break
    kept += char
  }
  return `${kept}…`
}

export function layout(facts: readonly Fact[], columns: Columns = WIDE): Drawing {
  const ends = new Map<string, { node: EndNode; wishes: number[] }>()
  const entities: EntityNode[] = []
  const rows: Row[] = []
  let y = PAD
  for (const [name, own] of byEntity(facts)) {
    const top = y
    for (const fact of own) {
      const row = placeRow(fact, y, columns)
      rows.push(row)
      y += row.band.height + GAP
    }
    const middle = (top + y - GAP) / 2
    entities.push({
      ...label(name, { ...columns.entity, y: middle - NODE / 2, height: NODE, size: SIZE }, 20),
      rows: own.map((fact) => fact.index),
    })
    y += GAP
  }
  for (const row of rows) for (const i of row.fact.links.keys()) wish(ends, row, i, columns.end)
  const placed = placeEnds([...ends.values()])
  for (const row of rows) {
    row.fact.links.forEach((link, i) => {
      const node = ends.get(endKey(link))?.node
      const line = row.links[i]
      if (node && line) line.to = [node.x, node.y + NODE / 2]
    })
  }
  const bottom = Math.max(y, ...placed.map((node) => node.y + NODE)) + PAD
  return { width: columns.width, height: bottom, entities, rows, ends: placed }
}

function byEntity(facts: readonly Fact[]): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>()
  for (const fact of facts) groups.set(fact.entity, [...(groups.get(fact.entity) ?? []), fact])
  return groups
}

function placeRow(fact: Fact, y: number, { fact: middle, role }: Columns): Row {
  const lines = Math.max(1 + fact.notes.length, fact.links.length, 1)
  const height = Math.max(lines * LINE, NODE)
  const band: Box = { x: middle.x - 6, y, width: role.x + role.width - middle.x + 12, height }
  const left = y + (height - (1 + fact.notes.length) * LINE) / 2
  const right = y + (height - fact.links.length * LINE) / 2
  const line = { x: middle.x, width: middle.width, height: LINE }
  return {
    fact,
    band,
    event: label(fact.event || '·', { ...line, y: left, size: SIZE }),
    notes: fact.notes.map((note, i) => label(note, { ...line, y: left + (i + 1) * LINE, size: SMALL })),
    links: fact.links.map((link, i) => {
      const top = right + i * LINE
      const start: [number, number] = [role.x + role.width + 6, top + LINE / 2]
      return {
        kind: link.kind,
        label: label(link.role, { ...role, y: top, height: LINE, size: SMALL }),
        from: start,
        to: start,
      }
    }),
  }
}

function label(text: string, box: Box & { size: number }, inset = 0): Label {
  const { size, ...place } = box
  return { ...place, text: fitted(text, box.width - inset, size), full: text }
}

/** Equal words in the same kind of place are one box: a place one leaves and another reaches is the same place. */
function endKey(link: Link): string {
  const kind = { at: 'place', from: 'place', to: 'place', along: 'road', facing: 'place' }[link.kind as string]
  return `${kind ?? link.kind}:${link.text}`
}

function wish(ends: Map<string, { node: EndNode; wishes: number[] }>, row: Row, i: number, end: Column): void {
  const link = row.fact.links[i]
  if (!link) return
  const key = endKey(link)
  const at = row.links[i]?.from[1] ?? row.band.y
  const known = ends.get(key)
  if (known) known.wishes.push(at)
  else {
    const place = label(link.text, { ...end, y: 0, height: NODE, size: SIZE }, link.kind === 'direction' ? 44 : 24)
    ends.set(key, { node: { ...place, kind: link.kind }, wishes: [at] })
  }
}

/** Each box as near as possible to the lines that lead to it, none on another. */
function placeEnds(ends: { node: EndNode; wishes: number[] }[]): EndNode[] {
  const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const sorted = [...ends].sort((a, b) => mean(a.wishes) - mean(b.wishes))
  let free = PAD
  for (const { node, wishes } of sorted) {
    node.y = Math.max(free, mean(wishes) - NODE / 2)
    free = node.y + NODE + GAP
  }
  return sorted.map(({ node }) => node)
}

const ARROWS: [RegExp, string][] = [
  [/东北/, '↗'],
  [/东南/, '↘'],
  [/西北/, '↖'],
  [/西南/, '↙'],
  [/[上北起]/, '↑'],
  [/[下南落]/, '↓'],
  [/[左西]/, '←'],
  [/[右东]/, '→'],
  [/[进入里内]/, '⇥'],
  [/[出外]/, '↦'],
  [/[回后]/, '↩'],
]

/** The arrow for a direction in words; what is reached last decides (由北向南 is ↓). */
export function arrowOf(direction: string): string {
  const goal = direction.replace(/^[由从自].*?[向往朝到]/, '')
  return ARROWS.find(([words]) => words.test(goal))?.[1] ?? '➜'
}
