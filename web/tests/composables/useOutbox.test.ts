import { beforeEach, expect, test } from 'vitest'
import { offlineError } from '@/api/error'
import { delivered, flush, pending } from '@/composables/useOutbox'
import { keepDraft, keptDraft } from '@/local/drafts'
import { enqueue, freshKey, outbox, retryAfter } from '@/local/outbox'
import { makeSubmission, refusal } from '../builders'

beforeEach(() => localStorage.clear())

test('everything is sent once, oldest first, and crossed out', async () => {
  enqueue(makeSubmission({ job: 2, at: 20 }))
  enqueue(makeSubmission({ job: 1, at: 10 }))
  keepDraft(7, 1, { answer: {}, version: 0, dirty: true, at: 0 })
  const before = delivered.value
  const sent: number[] = []
  expect(await flush(7, async (one) => sent.push(one.job))).toBe('sent')
  expect(sent).toEqual([1, 2])
  expect(outbox(7)).toEqual([])
  expect(keptDraft(7, 1)).toBeNull()
  expect(delivered.value - before).toBe(2)
})

test('what cannot be sent stays with its key, and nothing later overtakes it', async () => {
  enqueue(makeSubmission({ job: 1, at: 10, key: 'key-first' }))
  enqueue(makeSubmission({ job: 2, at: 20 }))
  const tried: number[] = []
  const away = async (one: { job: number }) => {
    tried.push(one.job)
    throw offlineError()
  }
  expect(await flush(7, away)).toBe('offline')
  expect(tried).toEqual([1])
  expect(outbox(7).map((one) => [one.job, one.key])).toEqual([
    [1, 'key-first'],
    [2, 'key-00000001'],
  ])
})

test('a refused answer is kept with the reason and not sent again by itself', async () => {
  enqueue(makeSubmission())
  const tried: number[] = []
  const refuse = async (one: { job: number }) => {
    tried.push(one.job)
    throw refusal(409, 'stale')
  }
  expect(await flush(7, refuse)).toBe('sent')
  expect(await flush(7, refuse)).toBe('sent')
  expect(tried).toEqual([1])
  expect(pending.value.map((one) => one.refused)).toEqual([{ status: 409, zh: 'stale', en: 'stale' }])
})

test('after signing out answers wait for their author', async () => {
  enqueue(makeSubmission())
  const signedOut = async () => {
    throw refusal(401, 'sign-in')
  }
  expect(await flush(7, signedOut)).toBe('offline')
  expect(outbox(7)[0]?.refused).toBeUndefined()
  expect(outbox(8)).toEqual([])
})

test('keys are fit for the server and new every time', () => {
  const keys = new Set(Array.from({ length: 100 }, freshKey))
  expect(keys.size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_.:-]{8,64}$/)
})

test('pauses grow up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryAfter)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000])
})
