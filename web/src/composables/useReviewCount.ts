/** How many reviews and appeals I could take up now; shown in the bar for reviewers. */
import { ref } from 'vue'
import { answer, client, type Schemas } from '@/api/client'
import { ApiError } from '@/api/error'
import { can } from '@/session'

export const reviewCount = ref(0)

export function countReviews(campaigns: readonly Schemas['CampaignBrief'][]): void {
  reviewCount.value = campaigns.reduce((sum, one) => sum + (one.to_review ?? 0) + (one.to_appeal ?? 0), 0)
}

export async function refreshReviewCount(): Promise<void> {
  if (!can('reviewer')) return
  try {
    countReviews(await answer(client.GET('/api/campaigns')))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error // a number in the bar is not worth an alarm
  }
}
