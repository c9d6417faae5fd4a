import { describe, expect, test } from 'vitest'
import type { Answer, FormDescription, WorkItem } from '@/api/form'
import { compareAnswers } from '@/compare/compare'
import { makeField, makeForm, makeItem } from '../builders'

/** Rows as `label: cell | cell`, with ≠ where they differ. */
function rows(form: FormDescription, answers: (Answer | null)[], item: WorkItem = makeItem()): string[] {
  return compareAnswers(form, item, answers).flatMap((field) =>
    field.groups.flatMap((group) =>
      group.rows.map(
        (row) =>
          `${row.differs ? '≠ ' : ''}${row.label.zh}: ${row.cells.map((cell) => cell?.text.zh ?? '—').join(' | ')}`,
      ),
    ),
  )
}

const labels = [
  { value: 'fine', title: { zh: '正常', en: 'fine' }, wire: 1, key: '1' },
  { value: 'bad', title: { zh: '异常', en: 'bad' }, wire: 0, key: '2' },
]
const roles = [
  { name: 'S1', title: { zh: '实体', en: 'entity' } },
  { name: 'P1', title: { zh: '方位', en: 'place' } },
]
const cat = { role: 'S1', text: '猫', idxes: [0] }
const table = { role: 'P1', text: '在桌子上', idxes: [1, 2, 3, 4] }

describe('single values', () => {
  const form = makeForm(makeField('choice', { labels }, 'judge'), makeField('text', {}, 'comment'))

  test('are shown by their titles, side by side', () => {
    expect(rows(form, [{ judge: 1 }, { judge: 0 }])).toEqual(['≠ judge: 正常 | 异常'])
  })
  test('equal ones do not differ, empty fields are left out', () => {
    expect(rows(form, [{ judge: 1, comment: '' }, { judge: 1 }])).toEqual(['judge: 正常 | 正常'])
  })
  test('something against nothing differs', () => {
    expect(rows(form, [{ judge: 1, comment: '难' }, { judge: 1 }])).toEqual(['judge: 正常 | 正常', '≠ comment: 难 | —'])
  })
})

describe('fragments', () => {
  const form = makeForm(makeField('role-spans', { roles }, 'results'))

  test('the same words elsewhere in the text differ', () => {
    const there = { ...cat, idxes: [4] }
    expect(rows(form, [{ results: [[cat]] }, { results: [[there]] }])).toEqual(['≠ 实体: 猫 | —', '≠ 实体: — | 猫'])
  })
  test('records are matched by what they say, not by their place in the list', () => {
    const other = { role: 'S1', text: '桌子', idxes: [2, 3] }
    const answers = [{ results: [[cat, table], [other]] }, { results: [[other], [cat]] }]
    expect(rows(form, answers)).toEqual(['实体: 猫 | 猫', '≠ 方位: 在桌子上 | —', '实体: 桌子 | 桌子'])
  })
})

test('typed reasons show the kind first', () => {
  const cases = [{ type: 'C', title: { zh: '不合常识', en: 'sense' }, roles, at_least: 2 }]
  const form = makeForm(makeField('typed-spans', { cases }, 'reasons'))
  const reason = { type: 'C', fragments: [cat, table] }
  expect(rows(form, [{ reasons: [reason] }, null])).toEqual([
    '≠ 类型: C 不合常识 | —',
    '≠ 实体: 猫 | —',
    '≠ 方位: 在桌子上 | —',
  ])
})

test('tuples as arrays: slot names come from the form', () => {
  const slots = ['空间实体', '事实性', '处所'].map((name) => ({
    name,
    title: { zh: name, en: name },
    takes: 'fragment',
  }))
  const form = makeForm(makeField('tuples', { layout: 'array', slots }, 'outputs'))
  const one = [{ text: '猫', idxes: [0] }, null, { text: '在桌子上', idxes: [1, 2, 3, 4] }]
  const two = [{ text: '猫', idxes: [0] }, '假', { text: '桌子上', idxes: [2, 3, 4] }]
  expect(rows(form, [{ outputs: [one] }, { outputs: [two] }])).toEqual([
    '空间实体: 猫 | 猫',
    '≠ 处所: 在桌子上 | 桌子上',
    '≠ 事实性: — | 假',
  ])
})

test('tuples as objects: fragment and label in one cell', () => {
  const slots = [{ name: '时间', title: { zh: '时间', en: 'time' }, takes: 'both' }]
  const form = makeForm(makeField('tuples', { layout: 'objects', slots }, 'results'))
  const answer = { results: [[{ role: '时间', fragment: { text: '上', idxes: [4] }, label: '之后' }]] }
  expect(rows(form, [answer])).toEqual(['时间: 上 · 之后'])
})

test('senses: a line per gloss, whether or not anybody chose it', () => {
  const item = makeItem({
    extra: {
      glosses: [
        { id: '1', text: '布包' },
        { id: '2', text: '负担' },
        { id: '3', text: '笑料' },
      ],
    },
  })
  const form = makeForm(makeField('senses', { special: [] }, 'senses'))
  expect(rows(form, [{ senses: ['布包', '负担'] }, { senses: ['负担'] }], item)).toEqual([
    '≠ 1 布包: ✓ | —',
    '2 负担: ✓ | ✓',
    '3 笑料: — | —',
  ])
  expect(rows(form, [{ senses: ['没有列出的'] }], item)).toContain('没有列出的: ✓')
})

test('judged pairs: judgement and explanation', () => {
  const shape = {
    judge: { labels: [{ value: 'true', title: { zh: '相同', en: 'same' }, wire: 'true', key: '1' }] },
    judge_key: 'judge',
    explanation_key: 'reason',
  }
  const form = makeForm(makeField('judged', shape, 'results'))
  expect(rows(form, [{ results: [{ judge: 'true', reason: '同处一室' }] }])).toEqual(['判断: 相同', '解释: 同处一室'])
})

test('three answers: one that differs marks the line', () => {
  const form = makeForm(makeField('choice', { labels }, 'judge'))
  expect(rows(form, [{ judge: 1 }, { judge: 1 }, { judge: 0 }])).toEqual(['≠ judge: 正常 | 正常 | 异常'])
})
