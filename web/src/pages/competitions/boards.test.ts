import { describe, expect, it } from 'vitest'
import type { Phase } from '@/api/competitions'
import { type HistoryPoint, historyOption } from './boards'
import { firstBoard } from './phases'

function phase(kind: string, shows: string, current = false): Phase {
  return { kind, shows, current } as Phase
}

function lowest(...values: number[]): unknown {
  const points = values.map((value, i) => ({ team: 'a', system: 's', value, at: i, counts: true }) as HistoryPoint)
  return (historyOption(points, String).yAxis as { min?: number }).min
}

describe('the board one sees first', () => {
  const hidden = [phase('dev', 'all'), phase('test', 'none', true)]

  it.each([
    ['a visitor while test scores are kept', hidden, false, 'dev'],
    ['a team that sees only its own', [phase('dev', 'all'), phase('test', 'own', true)], false, 'dev'],
    ['anybody where neither is shown', [phase('dev', 'own'), phase('test', 'own', true)], false, 'test'],
    ['the organiser, who sees them', hidden, true, 'test'],
    ['anybody where test scores are shown', [phase('dev', 'all'), phase('test', 'all', true)], false, 'test'],
    ['anybody where there was no dev phase', [phase('test', 'none', true)], false, 'test'],
    ['anybody after the results are out', [phase('test', 'none'), phase('published', 'all', true)], false, 'test'],
    ['anybody during dev', [phase('dev', 'all', true), phase('test', 'none')], false, 'dev'],
    ['anybody before it begins', [phase('registration', 'all', true), phase('test', 'none')], false, 'dev'],
  ])('for %s', (_, phases, organiser, kind) => {
    expect(firstBoard({ phases, organiser })).toBe(kind)
  })
})

it('draws the whole height below a lone score, and a part of it where scores are to be told apart', () => {
  expect(lowest(0.96)).toBe(0)
  expect(lowest(0.96, 0.96)).toBe(0)
  expect(lowest(0.96, 0.97)).toBeUndefined()
})
