/** Submissions on their way. Each is written down before it is sent, with the key that makes sending it twice
 *  harmless, and crossed out only when the server has acknowledged or refused it. */
import type { Answer } from '@/api/form'
import { get, keys, put, remove } from './storage'

export interface Submission {
  user: number
  job: number
  campaign: number
  /** How messages name the job. */
  ref: string
  answer: Answer
  key: string
  version: number
  seconds: number
  at: number
  /** Why the server refused it, when it did; such an entry waits for its author. */
  refused?: { status: number; zh: string; en: string }
}

function name(user: number, job: number): string {
  return `outbox.${user}.${job}`
}

export function enqueue(submission: Submission): boolean {
  return put(name(submission.user, submission.job), submission)
}

export function settle(user: number, job: number): void {
  remove(name(user, job))
}

export function waiting(user: number, job: number): Submission | null {
  return get<Submission>(name(user, job))
}

export function outbox(user: number): Submission[] {
  return keys(`outbox.${user}.`)
    .map((key) => get<Submission>(key))
    .filter((entry): entry is Submission => entry !== null)
    .sort((a, b) => a.at - b.at)
}

/** A key nobody else has used; `crypto.randomUUID` exists only on https and localhost. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Wait 1, 2, 4 … up to 30 seconds between attempts. */
export function retryAfter(attempt: number): number {
  return Math.min(30_000, 1000 * 2 ** attempt)
}
