/** The answer somebody is writing: kept in this browser at every change, on the server a moment later, and never
 *  overwritten by another version without being asked. */
import { onBeforeUnmount, ref, shallowRef } from 'vue'
import { ApiError, isOffline } from '@/api/error'
import type { Answer, Hit } from '@/api/form'
import { dropDraft, keepDraft, keptDraft, reconcile } from '@/local/drafts'
import { plain, sameJson } from '@/local/json'
import { retryAfter } from '@/local/outbox'

export type DraftStatus = 'clean' | 'editing' | 'saving' | 'saved' | 'offline' | 'conflict' | 'failed'

export interface Opened {
  job: number
  answer: Answer | null
  version: number
}

export interface DraftStore {
  save: (job: number, answer: Answer, version: number) => Promise<{ version: number; hits: Hit[] }>
  load: (job: number) => Promise<Opened>
}

export interface Conflict {
  mine: Answer
  server: Answer
  version: number
}

const SAVE_AFTER_MS = 1200

export function useDraft(user: () => number, store: DraftStore) {
  const answer = ref<Answer>({})
  const version = ref(0)
  const status = ref<DraftStatus>('clean')
  const conflict = shallowRef<Conflict | null>(null)
  const failure = shallowRef<ApiError | null>(null)
  let job: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let saving: Promise<void> | null = null

  function keep(dirty: boolean): void {
    if (job === null) return
    keepDraft(user(), job, { answer: plain(answer.value), version: version.value, dirty, at: Date.now() })
  }

  function open(opened: Opened): void {
    stop()
    job = opened.job
    attempt = 0
    conflict.value = null
    failure.value = null
    version.value = opened.version
    answer.value = plain(opened.answer ?? {})
    status.value = 'clean'
    const found = reconcile(keptDraft(user(), opened.job), opened.answer, opened.version)
    if (found.kind === 'local') {
      answer.value = plain(found.answer)
      keep(true)
      schedule(0)
    } else if (found.kind === 'conflict') {
      answer.value = plain(found.mine)
      conflict.value = { mine: found.mine, server: found.server, version: opened.version }
      status.value = 'conflict'
    }
  }

  function edit(next: Answer): void {
    if (job === null || sameJson(next, answer.value)) return
    answer.value = plain(next)
    keep(true)
    if (status.value === 'conflict') return
    status.value = 'editing'
    schedule(SAVE_AFTER_MS)
  }

  function schedule(after: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), after)
  }

  /** Sends what is not on the server yet. One request at a time: versions follow each other. */
  async function save(): Promise<void> {
    clearTimeout(timer)
    if (saving) {
      await saving
      if (status.value !== 'editing') return
    }
    if (job === null || status.value === 'conflict') return
    saving = send(job, plain(answer.value))
    await saving
    saving = null
  }

  async function send(forJob: number, sent: Answer): Promise<void> {
    status.value = 'saving'
    try {
      const result = await store.save(forJob, sent, version.value)
      if (job !== forJob) return
      version.value = result.version
      attempt = 0
      const changed = !sameJson(sent, answer.value)
      keep(changed)
      status.value = changed ? 'editing' : 'saved'
      if (changed) schedule(SAVE_AFTER_MS)
    } catch (error) {
      if (job === forJob) await onFailure(error, forJob)
    }
  }

  async function onFailure(error: unknown, forJob: number): Promise<void> {
    if (isOffline(error)) {
      status.value = 'offline'
      schedule(retryAfter(attempt++))
    } else if (error instanceof ApiError && error.status === 409) {
      await meet(forJob, error)
    } else if (error instanceof ApiError) {
      failure.value = error
      status.value = 'failed'
    } else {
      throw error
    }
  }

  /** The server refused our version: look at what it has, and let the person choose. */
  async function meet(forJob: number, error: ApiError): Promise<void> {
    try {
      const theirs = await store.load(forJob)
      if (job !== forJob) return
      if (theirs.version === version.value) {
        failure.value = error // not the version: the lease is over, or the job is closed
        status.value = 'failed'
      } else if (theirs.answer === null || sameJson(theirs.answer, answer.value)) {
        version.value = theirs.version
        status.value = 'editing'
        schedule(0)
      } else {
        conflict.value = { mine: plain(answer.value), server: theirs.answer, version: theirs.version }
        status.value = 'conflict'
      }
    } catch (second) {
      await onFailure(second instanceof ApiError && second.status === 409 ? error : second, forJob)
    }
  }

  function choose(whose: 'mine' | 'server'): void {
    const open = conflict.value
    if (!open) return
    version.value = open.version
    conflict.value = null
    failure.value = null
    if (whose === 'server') {
      answer.value = plain(open.server)
      keep(false)
      status.value = 'saved'
    } else {
      keep(true)
      status.value = 'editing'
      schedule(0)
    }
  }

  /** The job is done (submitted, skipped): nothing is left to keep. */
  function finish(): void {
    stop()
    if (job !== null) dropDraft(user(), job)
    job = null
    status.value = 'clean'
  }

  function stop(): void {
    clearTimeout(timer)
  }

  function onOnline(): void {
    attempt = 0
    if (status.value === 'offline') schedule(0)
  }

  window.addEventListener('online', onOnline)
  onBeforeUnmount(() => {
    window.removeEventListener('online', onOnline)
    if (status.value === 'editing') void save() // leaving the page: the browser copy is there already
    stop()
  })

  return { answer, version, status, conflict, failure, open, edit, save, choose, finish, meet }
}
