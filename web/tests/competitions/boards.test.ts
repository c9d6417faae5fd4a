import { expect, test } from 'vitest'
import type { TaskBoard } from '@/api/competitions'
import { byNumber, furtherNumbers, historyOption, type HistoryPoint } from '@/pages/competitions/boards'

function point(team: string, at: number, value: number): HistoryPoint {
  return { team, baseline: false, task: 't', submission: 1, system: '<b>s</b>', at, value, counts: true }
}

test('the number that ranks is not listed twice', () => {
  const rows = [
    { numbers: { 'a.x': 1, 'a.y': 2 } },
    { numbers: { 'a.z': 3, 'a.x': 1 } },
  ] as unknown as TaskBoard['rows']
  const board: TaskBoard = { task: 't', title: { zh: '', en: '' }, number: 'a.y', rows, notes: [] }
  expect(furtherNumbers(board)).toEqual(['a.x', 'a.z'])
})

test('rows without a number sort below all others', () => {
  const sorted = [0.2, null, -3].sort(byNumber((one) => one))
  expect(sorted).toEqual([null, -3, 0.2])
})

test('what teams write is escaped in the tooltip', () => {
  const option = historyOption([point('<img src=x>', 1, 0.5)], () => 'now') as {
    tooltip: { formatter: (hit: { data: { point: HistoryPoint } }) => string }
  }
  const html = option.tooltip.formatter({ data: { point: point('<img src=x>', 1, 0.5) } })
  expect(html).toBe('&#60;img src=x&#62;<br>&#60;b&#62;s&#60;/b&#62;<br>0.5000<br>now')
})

test('shares end at 1, points of people do not', () => {
  const most = (value: number) =>
    (historyOption([point('a', 1, value)], String) as { yAxis: { max?: number } }).yAxis.max
  expect(most(0.9)).toBe(1)
  expect(most(87)).toBeUndefined()
})
