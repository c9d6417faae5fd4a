/** Drafts kept in this browser, and what to do when browser and server both have one. */
import type { Answer } from '@/api/form'
import { sameJson } from './json'
import { get, keys, put, remove } from './storage'

export interface LocalDraft {
  answer: Answer
  /** The server's version this text was written upon. */
  version: number
  /** Not yet acknowledged by the server. */
  dirty: boolean
  at: number
}

const KEPT_FOR_MS = 30 * 24 * 3600 * 1000

function name(user: number, job: number): string {
  return `draft.${user}.${job}`
}

export function keepDraft(user: number, job: number, draft: LocalDraft): boolean {
  return put(name(user, job), draft)
}

export function keptDraft(user: number, job: number): LocalDraft | null {
  return get<LocalDraft>(name(user, job))
}

export function dropDraft(user: number, job: number): void {
  remove(name(user, job))
}

/** Drafts of long ago belong to jobs that others have done since. */
export function dropOldDrafts(now: number): void {
  for (const key of keys('draft.')) {
    const draft = get<LocalDraft>(key)
    if (!draft || now - draft.at > KEPT_FOR_MS) remove(key)
  }
}

export type Reconciled =
  { kind: 'server' } | { kind: 'local'; answer: Answer } | { kind: 'conflict'; mine: Answer; server: Answer }

/** Which text to show when a job is opened: nothing that only this browser has is thrown away silently. */
export function reconcile(local: LocalDraft | null, answer: Answer | null, version: number): Reconciled {
  if (!local || !local.dirty || sameJson(local.answer, answer ?? {})) return { kind: 'server' }
  if (local.version >= version || answer === null) return { kind: 'local', answer: local.answer }
  return { kind: 'conflict', mine: local.answer, server: answer }
}
