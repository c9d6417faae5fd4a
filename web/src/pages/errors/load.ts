/** What the explorer and the comparison fetch alike. */
import { answer, client, type Schemas } from '@/api/client'
import type { Answer, FormDescription } from '@/api/form'

export type Submission = Schemas['SubmissionView']
export type Difference = Schemas['DifferenceView']

export function getSubmission(submission: number): Promise<Submission> {
  return answer(client.GET('/api/submissions/{submission}', { params: { path: { submission } } }))
}

const forms = new Map<string, Promise<FormDescription>>()

/** Tasks do not change while a page is open. */
export function getForm(id: string): Promise<FormDescription> {
  const known = forms.get(id)
  if (known) return known
  const [edition = '', task = ''] = id.split('/')
  const found = answer(client.GET('/api/tasks/{edition}/{task}', { params: { path: { edition, task } } })).then(
    (one) => one.form as unknown as FormDescription,
  )
  forms.set(id, found)
  found.catch(() => forms.delete(id))
  return found
}

export function points(score: number | null): string {
  return score === null ? '–' : score.toFixed(4)
}

/** The OpenAPI file knows answers as plain objects; they are as the task's files have them. */
export function asAnswer(value: object | null): Answer | null {
  return value as Answer | null
}
