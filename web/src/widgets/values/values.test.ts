import { describe, expect, it } from 'vitest'
import type { FormDescription, FormField, Hit, WorkItem } from '@/api/form'
import { fragment } from '@/text/fragment'
import forms from '../forms.json'
import { shapeOf } from '../shapes'
import { isSaid, labelOf, sent, standing, wanted, withField } from './answer'
import { hitsAt, hitsBeside, hitsUnder, worst } from './hits'
import { explanationStart, isStart } from './judged'
import { type Relation, glossesOf, relationsOf, targetIdxes, toggled } from './senses'
import { appended, moved, nextRole, withRole } from './spans'
import {
  type ArrayTuple,
  brokenRules,
  emptyTuple,
  fillsOf,
  nextSlot,
  slotPlace,
  tupleOf,
  usualSlots,
  withFragment,
  withLabel,
  withoutSlot,
} from './tuples'

const ALL = forms as unknown as Record<string, FormDescription>
const form = (name: string): FormDescription => ALL[name] as FormDescription
const field = (name: string, of: string): FormField => form(of).fields.find((one) => one.name === name) as FormField
const ARRAY = shapeOf(field('tuples', 'space-step'), 'tuples')
const OBJECTS = shapeOf(field('tuples', 'space2023/task2'), 'tuples')
const TEXT = '小猫从窗台上跳下来躲到沙发下面'
const at = (...idxes: number[]) => fragment(TEXT, idxes)

describe('spans', () => {
  const roles = ['S1', 'P1', 'E1']

  it('keeps the order of the task, whatever was filled first', () => {
    const spans = withRole(withRole([], roles, 'E1', at(6)), roles, 'S1', at(0, 1))
    expect(spans).toEqual([
      { role: 'S1', text: '小猫', idxes: [0, 1] },
      { role: 'E1', text: '跳', idxes: [6] },
    ])
    expect(withRole(spans, roles, 'S1', undefined)).toEqual([{ role: 'E1', text: '跳', idxes: [6] }])
  })

  it('keeps roles the task does not know behind the others', () => {
    const strange = [{ role: 'Z9', text: '小', idxes: [0] }]
    expect(withRole(strange, roles, 'P1', at(2)).map((span) => span.role)).toEqual(['P1', 'Z9'])
  })

  it('goes on to the next empty role, round the end', () => {
    const spans = withRole([], roles, 'P1', at(2))
    expect(nextRole(spans, roles, 'P1')).toBe('E1')
    expect(nextRole(withRole(spans, roles, 'E1', at(6)), roles, 'E1')).toBe('S1')
  })

  it('joins a further piece in the order of joining', () => {
    expect(appended(Array.from(TEXT), at(7, 8), at(2))).toEqual({ text: '下来从', idxes: [7, 8, 2] })
  })

  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [0, 3, ['a', 'b', 'c']],
    [0, -1, ['a', 'b', 'c']],
  ])('moves %i to %i', (from, to, expected) => {
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected)
  })
})

describe('tuples', () => {
  it('writes an array with an element per slot', () => {
    let tuple = withFragment(ARRAY, emptyTuple(ARRAY), '空间实体', at(0, 1))
    tuple = withLabel(ARRAY, tuple, '事实性', '假')
    const expected: ArrayTuple = new Array<null>(18).fill(null)
    expected[0] = { text: '小猫', idxes: [0, 1] }
    expected[3] = '假'
    expect(tuple).toEqual(expected)
    expect(withLabel(ARRAY, tuple, '事实性', '假')[3]).toBeNull()
    expect(withoutSlot(ARRAY, tuple, '空间实体')[0]).toBeNull()
  })

  it('writes role objects in the order of the slots, with fragment before label', () => {
    let tuple = withLabel(OBJECTS, emptyTuple(OBJECTS), '时间', '之后')
    tuple = withFragment(OBJECTS, tuple, '时间', at(6))
    tuple = withFragment(OBJECTS, tuple, '空间实体', at(0, 1))
    expect(JSON.stringify(tuple)).toBe(
      '[{"role":"空间实体","fragment":{"text":"小猫","idxes":[0,1]}},{"role":"时间","fragment":{"text":"跳","idxes":[6]},"label":"之后"}]',
    )
  })

  it.each([
    ['array', ARRAY],
    ['objects', OBJECTS],
  ])('%s: fills and tuple say the same', (_, shape) => {
    const tuple = withFragment(shape, withFragment(shape, emptyTuple(shape), '处所', at(3, 4, 5)), '空间实体', at(0, 1))
    expect(tupleOf(shape, fillsOf(shape, tuple))).toEqual(tuple)
  })

  it('finds the slot a path means', () => {
    const tuple = withFragment(OBJECTS, emptyTuple(OBJECTS), '终点', at(10, 11))
    expect(slotPlace(OBJECTS, tuple, '终点')).toBe(0)
    expect(slotPlace(OBJECTS, tuple, '处所')).toBe(-1)
    expect(slotPlace(ARRAY, emptyTuple(ARRAY), '处所')).toBe(7)
  })

  it('walks from the entity to the event to the place', () => {
    expect(usualSlots(ARRAY).slice(0, 3)).toEqual(['空间实体', '事件', '处所'])
    expect(usualSlots(OBJECTS).slice(0, 3)).toEqual(['空间实体', '事件', '处所'])
    const tuple = withFragment(ARRAY, emptyTuple(ARRAY), '空间实体', at(0))
    expect(nextSlot(ARRAY, tuple, '空间实体')).toBe('事件')
    expect(nextSlot(ARRAY, tuple, '路径')).toBe('路径')
  })

  const fills = (slots: Record<string, number[] | string>) =>
    new Map(
      Object.entries(slots).map(([name, value]) => [
        name,
        typeof value === 'string' ? { label: value } : { fragment: at(...value) },
      ]),
    )

  it.each([
    ['a whole record', ARRAY, { 空间实体: [0, 1], 处所: [3] }, []],
    ['one just begun', ARRAY, {}, []],
    ['no entity', ARRAY, { 处所: [3] }, ['slot-missing']],
    ['no place', ARRAY, { 空间实体: [0] }, ['no-place']],
    ['a second entity without a distance', ARRAY, { 空间实体: [0], 空间实体2: [9], 处所: [3] }, ['slot-missing']],
    [
      'a distance beside a place',
      ARRAY,
      { 空间实体: [0], 空间实体2: [9], 距离标签: '近', 处所: [3] },
      ['slot-conflict'],
    ],
    ['the second entity first', ARRAY, { 空间实体: [9], 空间实体2: [0], 距离标签: '近' }, ['slot-order']],
    ['之后 without a reference', ARRAY, { 空间实体: [0], 处所: [3], 时间标签: '之后' }, ['slot-label']],
    ['之后 with one', ARRAY, { 空间实体: [0], 处所: [3], 参照事件: [6], 时间标签: '之后' }, []],
    [
      'words and label of a time',
      ARRAY,
      { 空间实体: [0], 处所: [3], 时间文本: [6], 时间标签: '将来' },
      ['slot-conflict'],
    ],
    ['objects: 将来 alone', OBJECTS, { 空间实体: [0], 处所: [3], 时间: '将来' }, []],
    ['objects: 之后 alone', OBJECTS, { 空间实体: [0], 处所: [3], 时间: '之后' }, ['slot-label']],
  ] as const)('rules: %s', (_, shape, slots, codes) => {
    const filled = fills(slots as unknown as Record<string, number[] | string>)
    expect(brokenRules(shape, filled).map(({ rule }) => rule.code)).toEqual(codes)
  })

  it('rules: a distance is words or a label', () => {
    const filled = new Map([
      ['空间实体', { fragment: at(0) }],
      ['参照实体', { fragment: at(9) }],
      ['距离', { fragment: at(10), label: '近' }],
    ])
    expect(brokenRules(OBJECTS, filled).map(({ rule }) => rule.code)).toEqual(['slot-both'])
  })
})

describe('senses', () => {
  const relations: Relation[] = [
    { kind: 'includes', a: '取得', b: '舀取' },
    { kind: 'includes', a: '做', b: '取得' },
    { kind: 'disjoint', a: '舀取', b: '发出' },
  ]

  it('brings the wider glosses with a narrower one', () => {
    expect(toggled([], '舀取', relations)).toEqual({ chosen: ['舀取', '取得', '做'], added: ['取得', '做'] })
  })

  it('takes the narrower ones back with a wider one', () => {
    expect(toggled(['舀取', '取得', '做', '敲'], '取得', relations)).toEqual({ chosen: ['做', '敲'], added: [] })
  })

  it('refuses what is disjoint, in either direction', () => {
    expect(toggled(['舀取'], '发出', relations)).toEqual({ refusedBy: '舀取' })
    expect(toggled(['发出'], '舀取', relations)).toEqual({ refusedBy: '发出' })
  })

  it('reads glosses and relations of an item; relations may use ids', () => {
    const item: WorkItem = {
      texts: {},
      words: [],
      extra: {
        glosses: [
          { id: 'a', text: '敲' },
          { id: 'b', text: '取' },
        ],
        relations: [{ kind: 'disjoint', a: 'a', b: '取' }],
      },
    }
    expect(glossesOf(item).map((gloss) => gloss.text)).toEqual(['敲', '取'])
    expect(relationsOf(item)).toEqual([{ kind: 'disjoint', a: '敲', b: '取' }])
  })

  it('marks every place of the target', () => {
    expect(targetIdxes(Array.from('打水又打𠮷打'), ['打'])).toEqual([0, 3, 5])
    expect(targetIdxes(Array.from('回家吃饭'), Array.from('家吃'))).toEqual([1, 2])
    expect(targetIdxes(Array.from('回家'), [])).toEqual([])
  })
})

describe('answer', () => {
  const { fields } = form('space-attribution')
  const [outcome, reasons] = fields as [FormField, FormField]

  it('shows a field whose condition is open, and beginning it answers the condition', () => {
    expect(standing(fields, reasons, {})).toBe('open')
    const next = withField(fields, {}, reasons, [{ fragments: [], type: 'A' }])
    expect(labelOf(outcome, next)).toBe('anomaly')
  })

  it('says truthfully which fields may be left out', () => {
    expect(wanted(fields, outcome, {})).toBeNull()
    expect(wanted(fields, reasons, {})).toBeNull()
    expect(wanted(fields, reasons, withField(fields, {}, outcome, 'anomaly'))).toBeNull()
    expect(wanted(fields, reasons, withField(fields, {}, outcome, 'unusable'))).toBe('free')
    expect(wanted(fields, fields.at(-1)!, {})).toBe('free')
  })

  it('names the field that may be answered instead', () => {
    for (const [name, answered] of [
      ['wsd', 'senses'],
      ['space-scene', 'verdicts'],
      ['space-step', 'tuples'],
    ]) {
      const all = form(name!).fields
      const one = all.find((field) => field.name === answered)!
      const special = all.find((field) => field.name === 'special')!
      expect(wanted(all, one, {})).toBe(special)
      expect(wanted(all, special, {})).toBe(one)
    }
  })

  it('hides a field whose condition fails, keeps it, and does not send it', () => {
    const begun = withField(fields, {}, reasons, [{ fragments: [], type: 'A' }])
    const fine = withField(fields, begun, outcome, 'fine')
    expect(standing(fields, reasons, fine)).toBe('hidden')
    expect(sent(fields, fine)).toEqual({ outcome: 'fine' })
    expect(sent(fields, withField(fields, fine, outcome, 'unusable'))).toHaveProperty('reasons')
  })

  it('leaves out what says nothing', () => {
    expect([null, '', [], 0, false, [[]]].map((value) => isSaid(value))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
    expect(withField(fields, { comment: 'x' }, fields[2] as FormField, '')).toEqual({})
  })

  it('lets a special case stand instead of senses, and senses instead of it', () => {
    const { fields: wsd } = form('wsd')
    const [senses, special] = wsd as [FormField, FormField]
    const none = withField(wsd, { senses: ['敲'] }, special, 'none')
    expect(none).toEqual({ special: 'none' })
    expect(withField(wsd, none, senses, ['敲'])).toEqual({ senses: ['敲'] })
  })

  it('knows labels that are written as numbers and truth values', () => {
    const judge = form('space2022/task1').fields[0] as FormField
    expect(labelOf(judge, { judge: 0 })).toBe('0')
    expect(labelOf(form('space2021/task1').fields[0] as FormField, { judge1: false })).toBe('0')
  })
})

describe('hits', () => {
  const hit = (path: string, level: Hit['level'] = 'warn'): Hit => ({
    rule: path,
    level,
    path,
    message: { zh: path, en: path },
  })
  const hits = [hit('outputs[1][7].text'), hit('outputs[1]', 'block'), hit('outputs[10]'), hit('outputs')]

  it('belong to the slot at or above their place', () => {
    expect(hitsUnder(hits, 'outputs[1]').map((one) => one.path)).toEqual(['outputs[1][7].text', 'outputs[1]'])
    expect(hitsUnder(hits, 'outputs[1][7]')).toHaveLength(1)
    expect(hitsAt(hits, 'outputs')).toHaveLength(1)
  })

  it('stand beside the whole where no slot takes them', () => {
    expect(hitsBeside(hits, 'outputs[1]', ['outputs[1][7]']).map((one) => one.path)).toEqual(['outputs[1]'])
  })

  it('name the worst level', () => {
    expect(worst(hits)).toBe('block')
    expect(worst([])).toBeUndefined()
  })
})

describe('explanations', () => {
  const templates = shapeOf(field('verdicts', 'space-scene'), 'judged').templates.map((words) => words.zh)

  it('begin from a template that names both differing units', () => {
    const start = explanationStart(templates[1] ?? '', '左边', '右侧')
    expect(start.startsWith('两段文本的差异是“左边”和“右侧”。')).toBe(true)
    expect(start.match(/“左边”和“右侧”/g)).toHaveLength(2)
    expect(start).toContain('空间实体有“”、“”')
  })

  it('are replaced only as long as nobody has written', () => {
    const starts = templates.map((one) => explanationStart(one, '左边', '右侧'))
    expect(isStart(' ', starts)).toBe(true)
    expect(isStart(starts[0] ?? '', starts)).toBe(true)
    expect(isStart(`${starts[0]}。`, starts)).toBe(false)
  })
})
