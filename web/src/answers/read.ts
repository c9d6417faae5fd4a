/** Answers in the form of the task's files, for looking at: what they mark, which tuples they have. */
import type { Answer, FormDescription, FormField, Json, WorkItem } from '@/api/form'
import { likeness } from '@/compare/compare'
import { type Parts, readField } from '@/compare/read'
import { t } from '@/i18n'
import type { Layer } from '@/text/layers'
import type { StepTuple } from '@/widgets/values/tuples'

const MARKING = new Set(['typed-spans', 'role-spans', 'tuples'])

/** An answer that stands beside gold, and whose it is. */
export interface Beside {
  name: string
  answer: Answer | null
}

/** An item without spatial words, which these pages do not need. */
export function shownItem(texts: Record<string, string>, glosses: readonly string[] = []): WorkItem {
  const listed = glosses.map((text, i) => ({ id: String(i + 1), text }))
  return { texts, extra: { glosses: listed }, words: [] }
}

export function fieldOf(form: FormDescription, widget: FormField['widget']): FormField | undefined {
  return form.fields.find((field) => field.widget === widget)
}

/** Whether answers of this task mark characters of the text. */
export function marksText(form: FormDescription): boolean {
  return form.fields.some((field) => MARKING.has(field.widget))
}

/** An answer in a line: what was chosen, marked and written, field by field. */
export function summary(form: FormDescription, answer: Answer): string {
  const item = shownItem({})
  const said = form.fields.flatMap((field) =>
    readField(field, answer[field.key], item).map((parts) =>
      parts.map(({ label, text }) => (text.zh === '✓' ? t(label) : t(text))).join(' '),
    ),
  )
  return said.join(t('answers.between'))
}

/** The reasons or tuples of an answer, each as its marked parts. */
export function records(form: FormDescription, answer: Answer | null): Parts[] {
  const item = shownItem({})
  return form.fields
    .filter((field) => MARKING.has(field.widget))
    .flatMap((field) => readField(field, answer?.[field.key], item))
}

export function layersOf(parts: readonly Parts[]): Layer[] {
  return parts.flat().flatMap(({ slot, positions }) => (positions.length > 0 ? [{ role: slot, idxes: positions }] : []))
}

/** Of reasons, which are alternatives, the two that have most in common; the first ones where nothing fits. */
export function bestPair(gold: readonly Parts[], said: readonly Parts[]): [number, number] {
  let best: [number, number] = [0, 0]
  let most = 0
  gold.forEach((one, i) =>
    said.forEach((other, j) => {
      const score = likeness(one, other)
      if (score > most) [most, best] = [score, [i, j]]
    }),
  )
  return best
}

export function tuplesOf(form: FormDescription, answer: Answer | null): StepTuple[] {
  const field = fieldOf(form, 'tuples')
  const value = field && answer?.[field.key]
  return Array.isArray(value) ? (value as unknown as StepTuple[]) : []
}

/** What a file says about senses: chosen glosses as text, scored candidates as objects, or picks. */
function chosenGlosses(value: Json | undefined): string[] {
  if (!Array.isArray(value)) {
    const picks = typeof value === 'object' && value !== null ? (value as { [key: string]: Json }).picks : undefined
    return Array.isArray(picks) ? picks.filter((one): one is string => typeof one === 'string') : []
  }
  const chosen = value.filter((one): one is string => typeof one === 'string')
  if (chosen.length > 0) return chosen
  const scored = value as { gloss: string; score: number }[]
  const best = scored.reduce<(typeof scored)[number] | null>((a, b) => (a && a.score >= b.score ? a : b), null)
  return best ? [best.gloss] : []
}

/** Glosses that any of the answers speaks of. */
export function glossesIn(form: FormDescription, answers: readonly (Answer | null)[]): string[] {
  const field = fieldOf(form, 'senses')
  if (!field) return []
  const found = answers.flatMap((answer) => {
    const value = answer?.[field.key]
    const scored = Array.isArray(value) ? (value as (string | { gloss: string })[]) : []
    return [
      ...chosenGlosses(value),
      ...scored.flatMap((one) => (typeof one === 'object' && one !== null ? [one.gloss] : [])),
    ]
  })
  return [...new Set(found)]
}

/** The answer as forms have it: senses are those that were chosen. */
export function asForm(form: FormDescription, answer: Answer | null): Answer | null {
  const field = fieldOf(form, 'senses')
  if (!field || !answer) return answer
  return { ...answer, [field.key]: chosenGlosses(answer[field.key]) }
}
