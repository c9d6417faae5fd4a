/** An appeal somebody is writing, kept in this browser until the server has it. */
import { freshKey } from './outbox'
import { get, put, remove } from './storage'

export interface Appeal {
  reason: string
  /** Makes sending it twice harmless; another text is another appeal. */
  key: string
}

function name(user: number, job: number): string {
  return `appeal.${user}.${job}`
}

/** What was written so far, if anything. */
export function keptAppeal(user: number, job: number): Appeal | null {
  return get<Appeal>(name(user, job))
}

/** The appeal with this text, kept unless nothing is left of it. */
export function writeAppeal(user: number, job: number, reason: string): Appeal {
  const appeal = { reason, key: freshKey() }
  if (reason.trim()) put(name(user, job), appeal)
  else dropAppeal(user, job)
  return appeal
}

export function dropAppeal(user: number, job: number): void {
  remove(name(user, job))
}
