import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { offlineError } from '@/api/error'
import type { Answer } from '@/api/form'
import { useDraft, type DraftStore, type Opened } from '@/composables/useDraft'
import { keepDraft, keptDraft } from '@/local/drafts'
import { refusal } from '../builders'
import { inSetup } from '../inSetup'

/** A server that keeps one job's draft and minds versions. */
class FakeServer implements DraftStore {
  answer: Answer | null = null
  version = 0
  away = false
  closed = false

  async save(_job: number, answer: Answer, version: number) {
    if (this.away) throw offlineError()
    if (this.closed || version !== this.version) throw refusal(409, 'stale')
    this.answer = answer
    this.version += 1
    return { version: this.version, hits: [] }
  }

  async load(job: number): Promise<Opened> {
    if (this.away) throw offlineError()
    return { job, answer: this.answer, version: this.version }
  }
}

let server: FakeServer

function start() {
  const made = inSetup(() => useDraft(() => 7, server))
  made.result.open({ job: 1, answer: server.answer, version: server.version })
  return made
}

async function wait(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
  server = new FakeServer()
})
afterEach(() => vi.useRealTimers())

describe('writing', () => {
  test('is kept in the browser at once and on the server a moment later', async () => {
    const { result: draft } = start()
    draft.edit({ rating: 'bad' })
    expect(keptDraft(7, 1)).toMatchObject({ answer: { rating: 'bad' }, dirty: true, version: 0 })
    expect(server.answer).toBeNull()
    await wait(1300)
    expect(server.answer).toEqual({ rating: 'bad' })
    expect(draft.status.value).toBe('saved')
    expect(keptDraft(7, 1)).toMatchObject({ dirty: false, version: 1 })
  })

  test('many changes make one request', async () => {
    const { result: draft } = start()
    for (const comment of ['一', '一二', '一二三']) {
      draft.edit({ comment })
      await wait(300)
    }
    await wait(1300)
    expect([server.version, server.answer]).toEqual([1, { comment: '一二三' }])
  })

  test('goes on after a reload as if nothing had happened', async () => {
    const first = start()
    first.result.edit({ comment: '没写完' })
    // The tab is closed now: no timer fires, nothing reached the server.
    const second = start()
    expect(second.result.answer.value).toEqual({ comment: '没写完' })
    await wait(10)
    expect(server.answer).toEqual({ comment: '没写完' })
  })
})

test('offline: keeps trying, then saves', async () => {
  const { result: draft } = start()
  server.away = true
  draft.edit({ rating: 'bad' })
  await wait(1300)
  expect(draft.status.value).toBe('offline')
  server.away = false
  await wait(1100)
  expect([draft.status.value, server.answer]).toEqual(['saved', { rating: 'bad' }])
})

describe('two windows', () => {
  test('a version from elsewhere is shown, not overwritten', async () => {
    const { result: draft } = start()
    server.answer = { rating: 'fine' }
    server.version = 1
    draft.edit({ rating: 'bad' })
    await wait(1300)
    expect(draft.status.value).toBe('conflict')
    expect(draft.conflict.value).toEqual({ mine: { rating: 'bad' }, server: { rating: 'fine' }, version: 1 })
    expect(server.answer).toEqual({ rating: 'fine' })
  })

  test('choosing mine writes it upon the server’s version', async () => {
    const { result: draft } = start()
    Object.assign(server, { answer: { rating: 'fine' }, version: 1 })
    draft.edit({ rating: 'bad' })
    await wait(1300)
    draft.choose('mine')
    await wait(10)
    expect([server.answer, server.version, draft.status.value]).toEqual([{ rating: 'bad' }, 2, 'saved'])
  })

  test('choosing the server’s takes it', async () => {
    const { result: draft } = start()
    Object.assign(server, { answer: { rating: 'fine' }, version: 1 })
    draft.edit({ rating: 'bad' })
    await wait(1300)
    draft.choose('server')
    expect(draft.answer.value).toEqual({ rating: 'fine' })
    expect(keptDraft(7, 1)).toMatchObject({ dirty: false, version: 1 })
  })

  test('the same text in both is no conflict', async () => {
    const { result: draft } = start()
    Object.assign(server, { answer: { rating: 'bad' }, version: 1 })
    draft.edit({ rating: 'bad' })
    await wait(1400)
    expect([draft.conflict.value, draft.status.value]).toEqual([null, 'saved'])
  })

  test('is found when the job is opened, too', () => {
    keepDraft(7, 1, { answer: { rating: 'bad' }, version: 0, dirty: true, at: 0 })
    Object.assign(server, { answer: { rating: 'fine' }, version: 3 })
    const { result: draft } = start()
    expect(draft.conflict.value).toEqual({ mine: { rating: 'bad' }, server: { rating: 'fine' }, version: 3 })
  })
})

test('a job that is closed says so instead of asking to choose', async () => {
  const { result: draft } = start()
  server.closed = true
  draft.edit({ rating: 'bad' })
  await wait(1300)
  expect([draft.status.value, draft.failure.value?.code]).toEqual(['failed', 'stale'])
  expect(keptDraft(7, 1)).toMatchObject({ answer: { rating: 'bad' }, dirty: true })
})

test('a finished job leaves nothing behind', async () => {
  const { result: draft } = start()
  draft.edit({ rating: 'bad' })
  draft.finish()
  await wait(5000)
  expect([keptDraft(7, 1), server.answer]).toEqual([null, null])
})
