import { expect, test } from 'vitest'
import type { RunBrief, StagePlan } from '@/api/benchmarks'
import { isUnderWay, seconds, summaryOf, toRun } from '@/pages/benchmarks/flow'

const plan = (...standings: StagePlan['standing'][]): StagePlan[] =>
  standings.map((standing, i) => ({
    stage: `s${i}`,
    kind: 'screen',
    title: { zh: '筛选', en: 'screen' },
    standing,
    reasons: [],
    run: null,
  }))

test('what would run is what is out of date and what comes after it', () => {
  expect(toRun(plan('fresh', 'run', 'after', 'blocked'))).toEqual(['s1', 's2'])
  expect(toRun(plan('fresh', 'running', 'after'))).toEqual([])
  expect(summaryOf(plan('fresh', 'run', 'after', 'waits', 'blocked'))).toEqual({ fresh: 1, run: 2, waits: 1 })
})

test('a run takes time until it is finished', () => {
  const run = { started_at: 10, finished_at: null } as RunBrief
  expect([seconds(run, 15), seconds({ ...run, finished_at: 12 }, 15), seconds(run, 9)]).toEqual([5, 2, 0])
})

test('an order is under way until somebody is done with it', () => {
  const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
  const order = { id: 1, target: null, who: '', asked_at: 0, finished_at: null, problem: '' }
  expect(states.filter((state) => isUnderWay({ ...order, state }))).toEqual(['queued', 'running'])
})
