/** Tasks of a benchmark's own, as pages make them. */
import { answer, client, type Schemas } from './client'
import type { Answer, WorkItem } from './form'

export type OwnTask = Schemas['OwnTaskView']
export type DraftLook = Schemas['TaskDraftView']

type Values = Record<string, unknown>

export function listOwnTasks(name: string) {
  return answer(client.GET('/api/benchmarks/{name}/tasks', { params: { path: { name } } }))
}

/** What is wrong with a draft, and its form; with an answer to an item, what the rules say about that as well. */
export function lookAtDraft(
  name: string,
  task: string,
  draft: object,
  said: { item: WorkItem; answer: Answer } | null,
): Promise<DraftLook> {
  const body = {
    task,
    draft: draft as Values,
    texts: said?.item.texts ?? {},
    extra: (said?.item.extra ?? {}) as Values,
    answer: (said?.answer ?? null) as Values | null,
  }
  return answer(client.POST('/api/benchmarks/{name}/tasks/check', { params: { path: { name } }, body }))
}

export function keepOwnTask(name: string, task: string, draft: object, before: string | null): Promise<OwnTask> {
  const params = { path: { name, task } }
  return answer(client.PUT('/api/benchmarks/{name}/tasks/{task}', { params, body: { draft: draft as Values, before } }))
}
