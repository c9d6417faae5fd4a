/** Subtasks: their texts, the form of their own answers, and the rules they can be scored by. */
import { answer, client, type Schemas } from './client'
import type { FormDescription } from './form'

const tasks = new Map<string, Promise<Schemas['TaskView']>>()

/** Tasks do not change while a page is open. */
export function getTask(id: string): Promise<Schemas['TaskView']> {
  const known = tasks.get(id)
  if (known) return known
  const [edition = '', task = ''] = id.split('/')
  const found = answer(client.GET('/api/tasks/{edition}/{task}', { params: { path: { edition, task } } }))
  tasks.set(id, found)
  found.catch(() => tasks.delete(id))
  return found
}

export async function getForm(id: string): Promise<FormDescription> {
  return (await getTask(id)).form as unknown as FormDescription
}
