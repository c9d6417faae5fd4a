/** What can be asked of the models: one question per kind of answer, each with the subtasks that ask it. */
import type { Schemas } from '@/api/client'
import type { FormDescription, WidgetName } from '@/api/form'

export type TryTask = Schemas['TryTaskView']
export type Model = Schemas['ModelView']
export type Tried = Schemas['TriedView']

export const QUESTIONS = ['judge', 'fragments', 'tuples', 'scene', 'senses'] as const
export type Question = (typeof QUESTIONS)[number]

const ASKED_BY: Partial<Record<WidgetName, Question>> = {
  choice: 'judge',
  'typed-spans': 'fragments',
  'role-spans': 'fragments',
  tuples: 'tuples',
  judged: 'scene',
  senses: 'senses',
}

export function formOf(task: TryTask): FormDescription {
  return task.form as unknown as FormDescription
}

export function questionOf(task: TryTask): Question | undefined {
  const first = formOf(task).fields[0]
  return first && ASKED_BY[first.widget]
}

/** The subtasks of a question: those with a model first, the newest edition first among equals. */
export function tasksOf(question: Question, tasks: readonly TryTask[], models: readonly Model[]): TryTask[] {
  const answered = new Set(models.map((model) => model.task))
  const rank = (task: TryTask): number => (answered.has(task.id) ? 0 : 1)
  return tasks
    .filter((task) => questionOf(task) === question)
    .sort((a, b) => rank(a) - rank(b) || formOf(a).texts.length - formOf(b).texts.length || b.id.localeCompare(a.id))
}

/** The command that trains the system to begin with. */
export function trainCommand(task: TryTask): string {
  const name = `${task.id.replace('/', '-')}-${task.system}`
  const data = task.system === 'scenes' ? '' : ' --train train.jsonl --dev dev.jsonl'
  const glosses = questionOf(task) === 'senses' ? ' --inventory inventory.json' : ''
  return `pingce systems train ${task.id} --system ${task.system}${data}${glosses} --out pingce-data/models/${name}`
}
