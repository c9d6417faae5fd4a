/** A reviewer's calls; reviews, audits and appeals look the same. */
import { answer, client, type Schemas } from './client'
import type { Answer, KnownItem } from './form'

export type GivenAnswer = Omit<Schemas['AnswerView'], 'answer'> & { answer: Answer }
export type Decision = Omit<Schemas['DecisionView'], 'answer'> & { answer: Answer | null }
export type Review = Omit<Schemas['ReviewView'], 'item' | 'answers' | 'earlier'> & {
  item: KnownItem
  answers: GivenAnswer[]
  earlier: Decision[]
}

export async function nextReview(campaign: number, appeals: boolean): Promise<Review | null> {
  const where = { params: { path: { campaign } } }
  const found = appeals
    ? await answer(client.POST('/api/campaigns/{campaign}/appeals/next', where))
    : await answer(client.POST('/api/campaigns/{campaign}/reviews/next', where))
  return (found ?? null) as Review | null
}

export async function getReview(review: number): Promise<Review> {
  return (await answer(client.GET('/api/reviews/{review}', { params: { path: { review } } }))) as Review
}

export async function decide(review: number, body: Schemas['DecideIn']): Promise<Schemas['ReviewReceipt']> {
  return answer(client.POST('/api/reviews/{review}/decide', { params: { path: { review } }, body }))
}

export async function decideAppeal(
  appeal: number,
  body: Schemas['AppealDecisionIn'],
): Promise<Schemas['ReviewReceipt']> {
  return answer(client.POST('/api/appeals/{appeal}/decide', { params: { path: { appeal } }, body }))
}

export async function reviewHeartbeat(review: number): Promise<Schemas['HeartbeatView']> {
  return answer(client.POST('/api/reviews/{review}/heartbeat', { params: { path: { review } } }))
}

export async function passOn(review: number, reason: string): Promise<void> {
  await answer(client.POST('/api/reviews/{review}/pass', { params: { path: { review } }, body: { reason } }))
}
