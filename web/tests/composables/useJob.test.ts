import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, offlineError } from '@/api/error'
import type { Answer } from '@/api/form'
import type * as jobs from '@/api/jobs'
import { useJob } from '@/composables/useJob'
import { keptDraft } from '@/local/drafts'
import { outbox, type Submission } from '@/local/outbox'
import { makeItem, refusal } from '../builders'
import { inSetup } from '../inSetup'

/** A server with a queue of jobs; it minds versions, keys and rules as the real one does. */
const server = vi.hoisted(() => ({
  away: false,
  loseReceipt: false,
  queue: [1, 2, 3],
  versions: new Map<number, number>(),
  drafts: new Map<number, Answer>(),
  stored: new Map<number, Answer>(),
  receipts: new Map<string, object>(),
  calls: [] as string[],
}))

vi.mock('@/api/jobs', () => {
  const reach = () => {
    if (server.away) throw offlineError()
  }
  const view = (job: number) => ({
    job,
    campaign: 3,
    serial: job,
    item: makeItem(),
    form: 'f',
    state: server.stored.has(job) ? 'submitted' : 'claimed',
    answer: server.drafts.get(job) ?? null,
    version: server.versions.get(job) ?? 0,
    lease_until: 1,
    seconds_left: 1800,
    position: 1,
    total: 3,
    suggested_by: null,
    feedback: null,
  })
  const save = (job: number, answer: Answer, version: number) => {
    if (version !== (server.versions.get(job) ?? 0)) throw refusal(409, 'stale')
    server.versions.set(job, version + 1)
    server.drafts.set(job, answer)
    return version + 1
  }
  const api: Partial<Record<keyof typeof jobs, unknown>> = {
    nextJob: async () => {
      reach()
      const job = server.queue[0]
      return job === undefined ? null : view(job)
    },
    getJob: async (job: number) => {
      reach()
      return view(job)
    },
    saveDraft: async (job: number, answer: Answer, version: number) => {
      reach()
      return { version: save(job, answer, version), hits: [] }
    },
    sendSubmission: async (one: Submission) => {
      reach()
      server.calls.push(`${one.job} ${one.key}`)
      const before = server.receipts.get(one.key)
      if (before) return before
      if (one.answer.rating === 'forbidden') {
        const hit = { rule: 'r', level: 'block' as const, path: 'rating', message: { zh: '不可', en: 'no' } }
        const words = { zh: '拒绝', en: 'refused' }
        throw new ApiError(422, { code: 'blocked', message: words, hint: words, request: '', hits: [hit] })
      }
      save(one.job, one.answer, one.version)
      server.stored.set(one.job, one.answer)
      server.queue = server.queue.filter((job) => job !== one.job)
      server.receipts.set(one.key, { job: one.job })
      if (server.loseReceipt) {
        server.loseReceipt = false
        throw offlineError()
      }
      return { job: one.job }
    },
    heartbeat: async () => ({ seconds_left: 1800 }),
    checkJob: async () => {
      reach()
      return []
    },
    skipJob: async (job: number) => {
      server.queue = server.queue.filter((one) => one !== job)
    },
  }
  return api
})

async function start() {
  const made = inSetup(() =>
    useJob(
      () => 3,
      () => 7,
    ),
  )
  await made.result.openNext()
  return made.result
}

async function wait(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
  Object.assign(server, { away: false, loseReceipt: false, queue: [1, 2, 3], calls: [] })
  for (const map of [server.versions, server.drafts, server.stored, server.receipts]) map.clear()
})
afterEach(() => vi.useRealTimers())

test('an answer is submitted and the next job opened; nothing is left behind', async () => {
  const work = await start()
  work.edit({ rating: 'bad' })
  expect(await work.submit()).toBe(true)
  await work.openNext()
  expect([work.job.value?.job, server.stored.get(1)]).toEqual([2, { rating: 'bad' }])
  expect([keptDraft(7, 1), outbox(7)]).toEqual([null, []])
})

test('when nothing is left the page says so', async () => {
  server.queue = []
  expect((await start()).phase.value).toBe('empty')
})

describe('while there is nothing, looking again', () => {
  test('leaves the page as it is until there is a job', async () => {
    server.queue = []
    const work = await start()
    await work.lookAgain()
    expect(work.phase.value).toBe('empty')
    server.away = true
    await work.lookAgain()
    expect(work.phase.value).toBe('empty')
    Object.assign(server, { away: false, queue: [2] })
    await work.lookAgain()
    expect([work.phase.value, work.job.value?.job]).toEqual(['working', 2])
  })

  test('takes no job for a page that was left or shows another campaign meanwhile', async () => {
    server.queue = []
    let campaign = 3
    const { result: work, unmount } = inSetup(() =>
      useJob(
        () => campaign,
        () => 7,
      ),
    )
    await work.openNext()
    server.queue = [2]
    const looking = work.lookAgain()
    campaign = 4
    await looking
    expect(work.job.value).toBeNull()
    const lookingAgain = work.lookAgain()
    unmount()
    await lookingAgain
    expect(work.job.value).toBeNull()
  })
})

describe('offline', () => {
  test('the answer waits here, goes by itself, and the next job opens', async () => {
    const work = await start()
    work.edit({ rating: 'bad' })
    server.away = true
    expect(await work.submit()).toBe(false)
    expect([work.phase.value, outbox(7).length]).toEqual(['queued', 1])
    await wait(5000)
    server.away = false
    await wait(30_000)
    expect([server.stored.get(1), work.job.value?.job, work.phase.value]).toEqual([{ rating: 'bad' }, 2, 'working'])
  })

  test('a receipt that got lost: the same key is sent again and counts once', async () => {
    const work = await start()
    work.edit({ rating: 'bad' })
    server.loseReceipt = true
    await work.submit()
    await wait(3000)
    const keys = server.calls.map((call) => call.split(' ')[1])
    expect(keys.length).toBe(2)
    expect(new Set(keys).size).toBe(1)
    expect([server.versions.get(1), work.job.value?.job]).toEqual([1, 2])
  })

  test('a page that is opened again sends what waits before it asks for more', async () => {
    const first = await start()
    first.edit({ rating: 'bad' })
    server.away = true
    await first.submit()
    server.away = false
    const second = await start()
    expect([server.stored.get(1), second.job.value?.job]).toEqual([{ rating: 'bad' }, 2])
  })
})

test('what a rule blocks stays on the desk with its hits', async () => {
  const work = await start()
  work.edit({ rating: 'forbidden' })
  expect(await work.submit()).toBe(false)
  expect(work.check.hits.value.map((hit) => hit.rule)).toEqual(['r'])
  expect([work.phase.value, work.refusal.value?.code, outbox(7)]).toEqual(['working', 'blocked', []])
})

describe('another version on the server', () => {
  test('that says the same does not stand in the way', async () => {
    const work = await start()
    work.edit({ rating: 'bad' })
    server.versions.set(1, 5) // our draft arrived, its receipt did not
    server.drafts.set(1, { rating: 'bad' })
    expect(await work.submit()).toBe(true)
    expect(server.stored.get(1)).toEqual({ rating: 'bad' })
  })

  test('that says something else is shown beside mine', async () => {
    const work = await start()
    work.edit({ rating: 'bad' })
    server.versions.set(1, 5)
    server.drafts.set(1, { rating: 'fine' })
    expect(await work.submit()).toBe(false)
    expect(work.draft.conflict.value).toEqual({ mine: { rating: 'bad' }, server: { rating: 'fine' }, version: 5 })
    expect([server.stored.size, outbox(7)]).toEqual([0, []])
    work.draft.choose('mine')
    await wait(10)
    expect(await work.submit()).toBe(true)
    expect(server.stored.get(1)).toEqual({ rating: 'bad' })
  })
})

test('skipping goes on to the next', async () => {
  const work = await start()
  await work.skip('读不懂')
  expect(work.job.value?.job).toBe(2)
})
