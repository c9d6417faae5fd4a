import { expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { answersShown, happened } from '@/pages/trace/steps'

const given = (by: string, kind: string, version: number): Schemas['TracedAnswer'] => ({
  by,
  kind,
  version,
  at: version,
  seconds: null,
  answer: { rating: 'bad' },
})

test('of what everybody said the last version is shown, and no draft', () => {
  const all = [
    given('li', 'draft', 1),
    given('li', 'submitted', 2),
    given('wang', 'submitted', 3),
    given('li', 'submitted', 4),
  ]
  expect(answersShown(all).map(({ by, version }) => [by, version])).toEqual([
    ['li', 4],
    ['wang', 3],
  ])
})

test('reviews, appeals, comments and decisions stand in the order in which they happened', () => {
  const campaign = {
    reviews: [{ kind: 'audit', state: 'done', round: 1, verdict: null, by: 'zhao', at: 5, decided_at: 9 }],
    appeals: [{ by: 'li', at: 11, text: '不同意' }],
    comments: [{ by: 'wang', at: 2, text: '“枣树里”' }],
    decisions: [
      { by: 'zhao', at: 10, outcome: 'agreed', about_item: true, reason_code: 'x', reason: '同意', answer: null },
    ],
  } as unknown as Schemas['TracedCampaign']
  expect(happened(campaign).map(({ at, what, text }) => [at, what, text])).toEqual([
    [2, '评论', '“枣树里”'],
    [9, '抽审', '已完成'],
    [10, '裁决', expect.stringContaining('同意')],
    [11, '申诉', '不同意'],
  ])
})
