import { describe, expect, it } from 'vitest'
import type { FormDescription } from '@/api/form'
import { characters, fragment } from '@/text/fragment'
import forms from '@/widgets/forms.json'
import { type TuplesShape, shapeOf } from '@/widgets/shapes'
import type { ArrayTuple, ObjectTuple, StepTuple } from '@/widgets/values/tuples'
import { factsOf } from './facts'
import { type Box, type Drawing, NARROW, WIDE, arrowOf, ems, fitted, layout } from './layout'

const TEXT = '小猫从窗台上跳下来躲到沙发下面离炉子两米'
const at = (...idxes: number[]) => fragment(TEXT, idxes)

function shapeOfForm(id: string): TuplesShape {
  const form = (forms as unknown as Record<string, FormDescription>)[id]
  const field = form?.fields.find((one) => one.widget === 'tuples')
  if (!field) throw new Error(`${id} has no tuples`)
  return shapeOf(field, 'tuples')
}

const ARRAYS = shapeOfForm('space2022/task3')
const OBJECTS = shapeOfForm('space2023/task2')

function array(slots: Record<string, ReturnType<typeof at> | string>): ArrayTuple {
  return ARRAYS.slots.map(({ name }) => slots[name] ?? null)
}

describe('facts', () => {
  it('is the same for both layouts', () => {
    const objects: ObjectTuple = [
      { role: '空间实体', fragment: at(0, 1) },
      { role: '事件', fragment: at(6) },
      { role: '事实性', label: '假' },
      { role: '起点', fragment: at(2, 3, 4, 5) },
      { role: '方向', fragment: at(7, 8) },
    ]
    const same = array({ 空间实体: at(0, 1), 事件: at(6), 事实性: '假', 起点: at(2, 3, 4, 5), 方向: at(7, 8) })
    expect(factsOf(OBJECTS, [objects], TEXT)).toEqual(factsOf(ARRAYS, [same], TEXT))
    expect(factsOf(ARRAYS, [same], TEXT)).toEqual([
      {
        index: 0,
        entity: '小猫',
        event: '跳',
        links: [
          { kind: 'from', role: '起点', text: '从窗台上' },
          { kind: 'direction', role: '方向', text: '下来' },
        ],
        notes: [],
        isFalse: true,
      },
    ])
  })

  it('draws a distance to the second entity', () => {
    const [fact] = factsOf(ARRAYS, [array({ 空间实体: at(0, 1), 空间实体2: at(16, 17), 距离文本: at(18, 19) })], TEXT)
    expect(fact?.links).toEqual([{ kind: 'distance', role: '两米', text: '炉子' }])
  })

  it('leaves out what has no entity yet', () => {
    expect(factsOf(ARRAYS, [array({ 处所: at(3, 4) })], TEXT)).toEqual([])
  })
})

/** A small generator, so that every run draws the same twenty tuples. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
}

const LONG = Array.from({ length: 256 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 37) % 500))).join('')

function manyTuples(seed: number): StepTuple[] {
  const next = numbers(seed)
  const some = () => {
    const start = Math.floor(next() * 240)
    return fragment(
      LONG,
      Array.from({ length: 1 + Math.floor(next() * 14) }, (_, i) => start + i),
    )
  }
  const entities = Array.from({ length: 1 + Math.floor(next() * 9) }, some)
  return Array.from({ length: 20 }, () =>
    ARRAYS.slots.map(({ name }) => {
      if (name === '空间实体') return entities[Math.floor(next() * entities.length)] ?? null
      return next() < 0.35 ? some() : null
    }),
  )
}

function textBoxes(drawing: Drawing): Box[] {
  return [
    ...drawing.entities,
    ...drawing.ends,
    ...drawing.rows.flatMap((row) => [row.event, ...row.notes, ...row.links.map((link) => link.label)]),
  ]
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 0.01 && b.x < a.x + a.width - 0.01 && a.y < b.y + b.height - 0.01 && b.y < a.y + a.height - 0.01

describe('layout', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('no words overlap and none lie outside (twenty tuples, seed %i)', (seed) => {
    const drawing = layout(factsOf(ARRAYS, manyTuples(seed), LONG), seed % 2 ? WIDE : NARROW)
    const boxes = textBoxes(drawing)
    expect(boxes.length).toBeGreaterThan(60)
    const clashes = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b)))
    expect(clashes).toEqual([])
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(drawing.width)
      expect(box.y + box.height).toBeLessThanOrEqual(drawing.height)
    }
  })

  it('fits every word into its box', () => {
    for (const box of layout(factsOf(ARRAYS, manyTuples(9), LONG)).ends)
      expect(ems(box.text) * 14).toBeLessThanOrEqual(box.width)
  })

  it('draws the same for the same tuples', () => {
    const facts = factsOf(ARRAYS, manyTuples(3), LONG)
    expect(layout(facts)).toEqual(layout(facts))
  })

  it('makes one box of a place two facts share', () => {
    const tuples = [array({ 空间实体: at(0, 1), 处所: at(10, 11) }), array({ 空间实体: at(16, 17), 终点: at(10, 11) })]
    const drawing = layout(factsOf(ARRAYS, tuples, TEXT))
    expect(drawing.ends).toHaveLength(1)
    expect(drawing.rows.map((row) => row.links[0]?.to)).toEqual([
      drawing.rows[0]?.links[0]?.to,
      drawing.rows[0]?.links[0]?.to,
    ])
    expect(drawing.entities.map((entity) => entity.rows)).toEqual([[0], [1]])
  })

  it('shortens by width, not by count', () => {
    expect(fitted('从北纬25度', 200, 14)).toBe('从北纬25度')
    expect(characters(fitted('上海市嘉定区塔新东路浏翔公路路口', 112, 14))).toHaveLength(8)
  })

  it.each([
    ['由北向南', '↓'],
    ['往东北', '↗'],
    ['上去', '↑'],
    ['左', '←'],
    ['出来', '↦'],
    ['顺时针', '➜'],
  ])('%s is %s', (direction, arrow) => {
    expect(arrowOf(direction)).toBe(arrow)
  })
})
