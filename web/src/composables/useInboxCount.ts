/** How many returned answers wait for me; shown in the bar, refreshed after everything that may change it. */
import { ref } from 'vue'
import { answer, client, type Schemas } from '@/api/client'
import { ApiError } from '@/api/error'
import { isAnnotator } from '@/session'

export const inboxCount = ref(0)
/** The others are news: how an appeal ended. */
const WAITING = new Set(['returned', 'rejected'])

export function countWaiting(entries: readonly Schemas['InboxEntry'][]): void {
  inboxCount.value = entries.filter((entry) => WAITING.has(entry.state)).length
}

export async function refreshInboxCount(): Promise<void> {
  if (!isAnnotator()) return
  try {
    countWaiting(await answer(client.GET('/api/inbox')))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error // a number in the bar is not worth an alarm
  }
}
