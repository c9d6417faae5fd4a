/** An annotator's calls. Answers and item extras are free JSON in the OpenAPI file; here they get their names. */
import { rememberReasons } from '@/composables/reasons'
import type { Submission } from '@/local/outbox'
import { answer, client, type Schemas } from './client'
import type { Answer, FormDescription, Hit, WorkItem } from './form'

export type Job = Omit<Schemas['JobView'], 'item' | 'answer' | 'feedback'> & {
  item: WorkItem
  answer: Answer | null
  feedback: Feedback | null
}

export type Feedback = Omit<Schemas['FeedbackView'], 'answer'> & { answer: Answer | null }

export type Campaign = Omit<Schemas['CampaignView'], 'form_description'> & { form_description: FormDescription }

export type MyJob = Schemas['MyJob']
export type Receipt = Schemas['Receipt']

export async function getCampaign(campaign: number): Promise<Campaign> {
  const found = (await answer(client.GET('/api/campaigns/{campaign}', { params: { path: { campaign } } }))) as Campaign
  rememberReasons(found.reasons)
  return found
}

/** The next job, or null when there is none for me now. */
export async function nextJob(campaign: number): Promise<Job | null> {
  const job = await answer(client.POST('/api/campaigns/{campaign}/next', { params: { path: { campaign } } }))
  return (job ?? null) as Job | null
}

export async function getJob(job: number): Promise<Job> {
  return (await answer(client.GET('/api/jobs/{job}', { params: { path: { job } } }))) as Job
}

export async function saveDraft(
  job: number,
  draft: Answer,
  version: number,
): Promise<{ version: number; hits: Hit[] }> {
  const body = { answer: draft, version }
  return (await answer(client.PUT('/api/jobs/{job}/draft', { params: { path: { job } }, body }))) as {
    version: number
    hits: Hit[]
  }
}

export async function sendSubmission(submission: Submission): Promise<Receipt> {
  const { job, key, version, seconds } = submission
  const body = { answer: submission.answer, key, version, seconds }
  return answer(client.POST('/api/jobs/{job}/submit', { params: { path: { job } }, body }))
}

export async function heartbeat(job: number): Promise<Schemas['HeartbeatView']> {
  return answer(client.POST('/api/jobs/{job}/heartbeat', { params: { path: { job } } }))
}

/** Goes on with a job that was skipped or whose time ran out. */
export async function takeJob(job: number): Promise<Job> {
  return (await answer(client.POST('/api/jobs/{job}/take', { params: { path: { job } } }))) as Job
}

export async function skipJob(job: number, reason: string): Promise<void> {
  await answer(client.POST('/api/jobs/{job}/skip', { params: { path: { job } }, body: { reason } }))
}

/** What the rules say about an answer to a job of mine. */
export async function checkJob(job: number, given: Answer): Promise<Hit[]> {
  const found = await answer(
    client.POST('/api/jobs/{job}/check', { params: { path: { job } }, body: { answer: given } }),
  )
  return found.hits as Hit[]
}

/** The same for those who see items: reviewers and builders. */
export async function checkAnswer(campaign: number, item: number, given: Answer): Promise<Hit[]> {
  const body = { item, answer: given }
  const found = await answer(client.POST('/api/campaigns/{campaign}/check', { params: { path: { campaign } }, body }))
  return found.hits as Hit[]
}

/** The newest ones; `total` says how many there are. */
export async function myJobs(campaign: number): Promise<{ rows: MyJob[]; total: number }> {
  const params = { path: { campaign }, query: { limit: 200 } }
  return answer(client.GET('/api/campaigns/{campaign}/mine', { params }))
}
