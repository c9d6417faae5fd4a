import { expect, test } from 'vitest'
import type { Decision, Review } from '@/api/reviews'
import { answerHeads, decisionHead, takenFrom } from '@/pages/review/heads'
import { makeItem } from '../builders'

function decision(change: Partial<Decision>): Decision {
  const nothing = { accepted_job: null, answer: null, reason_code: '', reason: '' }
  return { review: 9, by: '—', at: 1, ...nothing, ...change }
}

function review(...by: string[]): Review {
  const answers = by.map((name, i) => ({
    job: i + 11,
    by: name,
    answer: {},
    seconds: null,
    submitted_at: 1,
    hits: [],
    appeal: null,
  }))
  const about = {
    review: 1,
    kind: 'appeal' as const,
    job: null,
    round: 1,
    campaign: 1,
    item: { id: 1, ref: 't-1', ...makeItem() },
    form: 'wsd',
  }
  return { ...about, answers, earlier: [], version: 0, lease_until: null, seconds_left: null } as Review
}

test('answers have names, or numbers where names are hidden', () => {
  expect(answerHeads(review('李静', '—'))).toEqual(['李静', '答案 2'])
})

test.each([
  ['a name', { by: '赵' }, '赵'],
  ['a hidden reviewer', {}, '审核员'],
  ['nobody', { review: null }, '答案一致，自动审定'],
])('a decision of %s', (_, change, head) => {
  expect(decisionHead(decision(change))).toBe(head)
})

test('a decision tells which of the answers it took', () => {
  expect(takenFrom(review('—', '—'), decision({ accepted_job: 12 }))).toBe('答案 2')
  expect(takenFrom(review('—', '—'), decision({}))).toBeNull()
})
