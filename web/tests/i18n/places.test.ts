import { afterEach, expect, test } from 'vitest'
import type { FormDescription } from '@/api/form'
import { placeOf, textOf, whereOf } from '@/api/problems'
import { hitPlace } from '@/components/hitPlace'
import { setLang, tOr } from '@/i18n'
import { lookOf } from '@/widgets/tones'

afterEach(() => setLang('zh'))

const said = (where: string, zh: string, en: string) => ({ where, message: { zh, en } })

test('a place that the message begins with is said once', () => {
  const line = said('a.jsonl:1', 'a.jsonl:1：实际 –', 'a.jsonl:1: found –')
  expect([placeOf(line), textOf(line)]).toEqual([{ file: 'a.jsonl', line: 1 }, '实际 –'])
  const item = said('a.jsonl', 'a.jsonl (1-dev-31)：没有答案', 'a.jsonl (1-dev-31): no answer')
  expect([placeOf(item), textOf(item)]).toEqual([{ file: 'a.jsonl', line: null }, '(1-dev-31)：没有答案'])
  setLang('en')
  expect([textOf(line), textOf(item)]).toEqual(['found –', '(1-dev-31): no answer'])
  expect(textOf(said('', 'x', 'y'))).toBe('y')
})

test('lines are counted in the language of the reader', () => {
  const line = said('line 2', '没有角色', 'no such role')
  expect([whereOf(line), textOf(line)]).toEqual(['第 2 行', '没有角色'])
  setLang('en')
  expect([whereOf(line), textOf(line)]).toEqual(['line 2', 'no such role'])
})

const words = (zh: string, en: string) => ({ zh, en })
const slots = [
  { name: '空间实体', title: words('空间实体', 'entity') },
  { name: '终点', title: words('终点', 'end') },
]
const form = {
  fields: [
    {
      key: 'tuples',
      name: 'tuples',
      title: words('元组', 'tuples'),
      widget: 'tuples',
      shape: { layout: 'array', slots },
    },
    {
      key: 'outputs',
      name: 'o',
      title: words('元组', 'tuples'),
      widget: 'tuples',
      shape: { layout: 'objects', slots },
    },
    {
      key: 'reasons',
      name: 'reasons',
      title: words('原因', 'reason'),
      widget: 'typed-spans',
      shape: {
        cases: [{ type: 'A', title: words('甲', 'A'), roles: [{ name: 'P1', title: words('处所', 'place') }] }],
      },
    },
  ],
} as unknown as FormDescription

test.each([
  ['tuples[3][1]', '第 4 个元组，终点', 'tuple 4, end'],
  ['tuples', '元组', 'tuples'],
  ['outputs[0][1]', '第 1 个元组，第 2 项', 'tuple 1, part 2'],
  ['reasons[0].P1', '原因 1，处所', 'reason 1, place'],
  ['reasons.note', '原因', 'reason'],
  ['elsewhere[1]', 'elsewhere[1]', 'elsewhere[1]'],
])('%s is a place people know', (path, zh, en) => {
  expect(hitPlace(path, form)).toBe(zh)
  setLang('en')
  expect(hitPlace(path, form)).toBe(en)
})

test('roles of a scene and their marks are in the language of the reader', () => {
  const roleName = (role: string) => tOr(`sceneRole.${role}`, role)
  expect([roleName('起点'), lookOf('起点').short]).toEqual(['起点', '起'])
  setLang('en')
  expect([roleName('起点'), lookOf('起点').short, lookOf('空间实体').short]).toEqual(['start', 'from', 'S'])
  expect(roleName('三米')).toBe('三米')
})

test('keys that nobody sees are no part of a place', () => {
  const field = {
    key: 'reasons',
    name: 'reasons',
    title: words('异常原因', 'reasons'),
    widget: 'typed-spans',
    shape: {},
  }
  const reasons = { fields: [field] } as unknown as FormDescription
  expect(hitPlace('reasons[0].fragments', reasons)).toBe('异常原因 1')
  expect(hitPlace('reasons[0].fragments[1].idxes', reasons)).not.toMatch(/[a-z]/)
})
