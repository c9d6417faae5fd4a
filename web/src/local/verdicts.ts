/** A decision a reviewer is writing, kept in this browser until the server has it. */
import type { Answer } from '@/api/form'
import { sameJson } from './json'
import { freshKey } from './outbox'
import { get, put, remove } from './storage'

export type Mode = 'accept' | 'edit' | 'reject' | 'uphold' | 'dismiss'
export type Kind = 'review' | 'audit' | 'appeal'
export type Lack = 'mode' | 'answer' | 'code' | 'reason'

export interface Verdict {
  mode: Mode | null
  /** Which answer is accepted, or was the start of the edited one. */
  job: number | null
  answer: Answer | null
  code: string | null
  reason: string
  /** Makes sending it twice harmless; another content is another verdict. */
  key: string
}

export function emptyVerdict(): Verdict {
  return { mode: null, job: null, answer: null, code: null, reason: '', key: freshKey() }
}

/** The verdict with something changed: it gets a key of its own. */
export function changed(verdict: Verdict, change: Partial<Verdict>): Verdict {
  const next = { ...verdict, ...change }
  return sameJson(next, verdict) ? verdict : { ...next, key: freshKey() }
}

function name(user: number, review: number): string {
  return `verdict.${user}.${review}`
}

export function keepVerdict(user: number, review: number, verdict: Verdict): void {
  put(name(user, review), verdict)
}

export function keptVerdict(user: number, review: number): Verdict | null {
  return get<Verdict>(name(user, review))
}

export function dropVerdict(user: number, review: number): void {
  remove(name(user, review))
}

/** What is still missing before a verdict can be sent; null: nothing. An answer taken as it is needs no reason. */
export function missing(verdict: Verdict, kind: Kind): Lack | null {
  const said = verdict.reason.trim() !== ''
  if (verdict.mode === null) return 'mode'
  if (verdict.mode === 'accept' && verdict.job === null) return 'answer'
  if (verdict.mode === 'edit' && verdict.answer === null) return 'answer'
  if (kind === 'appeal') return said ? null : 'reason'
  if (verdict.code === null) return verdict.mode === 'accept' ? null : 'code'
  return !said && (verdict.mode === 'reject' || verdict.code === 'other') ? 'reason' : null
}
