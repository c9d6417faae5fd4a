/** What the explorer and the comparison fetch alike. */
import { answer, client, type Schemas } from '@/api/client'
import type { Answer } from '@/api/form'
import { t } from '@/i18n'

export type Submission = Schemas['SubmissionView']
export type Difference = Schemas['Difference']

export function getSubmission(submission: number): Promise<Submission> {
  return answer(client.GET('/api/submissions/{submission}', { params: { path: { submission } } }))
}

export function points(score: number | null): string {
  return score === null ? '–' : score.toFixed(4)
}

/** Subtasks to choose from, by their titles. */
export function taskChoices(entries: Submission['entries'], tasks: string[]): { value: string; label: string }[] {
  return entries
    .filter((entry) => tasks.includes(entry.task))
    .map((entry) => ({ value: entry.task, label: t(entry.title) }))
}

/** The OpenAPI file knows answers as plain objects; they are as the task's files have them. */
export function asAnswer(value: object | null): Answer | null {
  return value as Answer | null
}
