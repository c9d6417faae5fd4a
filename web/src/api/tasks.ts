/** Subtasks: the form of a task's own answers. */
import { answer, client } from './client'
import type { FormDescription } from './form'

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
