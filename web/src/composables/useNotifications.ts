/** What the bell shows: asked for when somebody signs in, when the page is looked at again, and every minute. */
import { computed, shallowRef } from 'vue'
import { answer, client, type Schemas } from '@/api/client'
import { ApiError } from '@/api/error'
import { me } from '@/session'

export type Notification = Schemas['NotificationView']
const list = shallowRef<Schemas['NotificationsView'] | null>(null)

export const notifications = computed(() => list.value?.rows ?? [])
export const unread = computed(() => list.value?.unread ?? 0)

/** News in the bar are not worth an alarm: when the server cannot be reached they stay as they were. */
async function take(asked: Promise<Schemas['NotificationsView']>): Promise<void> {
  try {
    list.value = await asked
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

export async function refreshNotifications(): Promise<void> {
  if (me.value) await take(answer(client.GET('/api/notifications')))
}

export function forgetNotifications(): void {
  list.value = null
}

/** Those that are shown: of one place, or all. What came in meanwhile stays unread. */
export async function markRead(place: string | null = null): Promise<void> {
  const until = notifications.value[0]?.id
  if (until !== undefined) await take(answer(client.POST('/api/notifications/read', { body: { until, place } })))
}
