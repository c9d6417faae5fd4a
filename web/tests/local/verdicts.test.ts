import { describe, expect, test } from 'vitest'
import { changed, emptyVerdict, missing, type Kind, type Verdict } from '@/local/verdicts'

describe('what a verdict lacks', () => {
  test.each<[string, Kind, Partial<Verdict>, ReturnType<typeof missing>]>([
    ['nothing chosen', 'review', {}, 'mode'],
    ['accepting without an answer', 'review', { mode: 'accept' }, 'answer'],
    ['accepting in a review needs no reason either', 'review', { mode: 'accept', job: 1 }, null],
    ['complete', 'review', { mode: 'accept', job: 1, code: 'label' }, null],
    ['“other” asks for words', 'review', { mode: 'accept', job: 1, code: 'other' }, 'reason'],
    ['blanks are not words', 'review', { mode: 'accept', job: 1, code: 'other', reason: ' ' }, 'reason'],
    ['an audit that accepts needs no reason', 'audit', { mode: 'accept', job: 1 }, null],
    ['rejecting needs one of the list', 'audit', { mode: 'reject', reason: '漏标' }, 'code'],
    ['and words', 'audit', { mode: 'reject', code: 'missed' }, 'reason'],
    ['an edited answer must be there', 'review', { mode: 'edit', code: 'label' }, 'answer'],
    ['an appeal needs words', 'appeal', { mode: 'dismiss' }, 'reason'],
    ['and nothing else', 'appeal', { mode: 'uphold', reason: '有理' }, null],
  ])('%s', (_, kind, change, expected) => {
    expect(missing({ ...emptyVerdict(), ...change }, kind)).toBe(expected)
  })
})

test('another content gets another key, the same content keeps it', () => {
  const first = changed(emptyVerdict(), { mode: 'accept', job: 1 })
  expect(changed(first, { job: 1 }).key).toBe(first.key)
  expect(changed(first, { job: 2 }).key).not.toBe(first.key)
})
