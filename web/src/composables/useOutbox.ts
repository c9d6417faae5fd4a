/** Sends what waits in the outbox, one after another, whenever the server can be reached. */
import { ref, shallowRef } from 'vue'
import { ApiError, isOffline } from '@/api/error'
import { enqueue, outbox, retryAfter, settle, type Submission } from '@/local/outbox'
import { dropDraft } from '@/local/drafts'

export type Sender = (submission: Submission) => Promise<unknown>

/** What waits in this browser, oldest first. */
export const pending = shallowRef<Submission[]>([])
/** Counts up whenever something was acknowledged, so that pages that wait can go on. */
export const delivered = ref(0)

export function refreshPending(user: number): void {
  pending.value = outbox(user)
}

/** Tries everything that was not refused; stops at the first sign that the server is away. */
export async function flush(user: number, send: Sender): Promise<'sent' | 'offline'> {
  for (const submission of outbox(user)) {
    if (submission.refused) continue
    try {
      await send(submission)
      settle(user, submission.job)
      dropDraft(user, submission.job)
      delivered.value += 1
    } catch (error) {
      if (isOffline(error)) return 'offline'
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) return 'offline' // signed out: it waits for the same person to sign in again
      enqueue({ ...submission, refused: { status: error.status, ...error.words } })
    } finally {
      refreshPending(user)
    }
  }
  return 'sent'
}

let timer: ReturnType<typeof setTimeout> | undefined
let attempt = 0
let running = false

/** Keeps trying with growing pauses until the outbox is empty. */
export async function keepFlushing(user: number, send: Sender): Promise<void> {
  clearTimeout(timer)
  if (running) return
  running = true
  try {
    const result = await flush(user, send)
    attempt = result === 'sent' ? 0 : attempt + 1
    if (result === 'offline') timer = setTimeout(() => void keepFlushing(user, send), retryAfter(attempt - 1))
  } finally {
    running = false
  }
}
