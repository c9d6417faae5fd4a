/** What answers and decisions are called: by name, or by what they are where the campaign is blind. */
import type { Decision, Review } from '@/api/reviews'
import { t } from '@/i18n'

/** What the server says instead of a name where the campaign is blind, or where nobody did it. */
const NO_NAME = '—'

export function answerHeads(review: Review): string[] {
  return review.answers.map((one, i) => (one.by !== NO_NAME ? one.by : t('review.answer', { n: i + 1 })))
}

export function decisionHead(decision: Decision): string {
  if (decision.by !== NO_NAME) return decision.by
  return decision.review === null ? t('review.agreed') : t('role.reviewer')
}

/** Whose answer a decision took as it was; null: one the reviewer wrote. */
export function takenFrom(review: Review, decision: Decision): string | null {
  const at = review.answers.findIndex((one) => one.job === decision.accepted_job)
  return answerHeads(review)[at] ?? null
}
