/** A whole answer: which fields are asked for, and what choosing in one field means for the others. */

import type { Answer, FormField, Json } from '@/api/form'
import { shapeOf } from '../shapes'

/** The label a choice field has in the answer; undefined while nothing is chosen. */
export function labelOf(field: FormField, answer: Answer): string | undefined {
  const wire = answer[field.key]
  if (wire === undefined || wire === null) return undefined
  return shapeOf(field, 'choice').labels.find((label) => label.wire === wire)?.value
}

/**
 * Whether a field is asked for. While the field it depends on is not answered it is `open`: shown already, and
 * beginning it answers the other, which saves a key.
 */
export function standing(fields: readonly FormField[], field: FormField, answer: Answer): 'shown' | 'open' | 'hidden' {
  let result: 'shown' | 'open' = 'shown'
  for (const [name, labels] of Object.entries(field.shown_if)) {
    const other = fields.find((one) => one.name === name)
    const label = other && labelOf(other, answer)
    if (label === undefined) result = 'open'
    else if (!labels.includes(label)) return 'hidden'
  }
  return result
}

/**
 * How much a field is wanted, as far as that is told beside its title: it may be left `free`, or answered instead of
 * another one (by its name). Null: it is wanted, as most fields are.
 */
export function wanted(fields: readonly FormField[], field: FormField, answer: Answer): 'free' | FormField | null {
  if (!field.optional) return null
  const needed = Object.entries(field.needed_if)
  const isNeeded = needed.some(([name, labels]) => {
    const other = fields.find((one) => one.name === name)
    const label = other && labelOf(other, answer)
    return label === undefined || labels.includes(label)
  })
  if (isNeeded) return null
  return fields.find((one) => one.name === field.instead) ?? 'free'
}

export function isSaid(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

/** With one field changed, together with what follows from it. */
export function withField(fields: readonly FormField[], answer: Answer, field: FormField, value: Json): Answer {
  const next: Answer = { ...answer, [field.key]: value }
  if (!isSaid(value)) {
    delete next[field.key]
    return next
  }
  if (standing(fields, field, answer) === 'open') answerCondition(fields, next, field)
  for (const other of excluded(fields, field)) delete next[other.key]
  return next
}

function answerCondition(fields: readonly FormField[], next: Answer, field: FormField): void {
  for (const [name, labels] of Object.entries(field.shown_if)) {
    const other = fields.find((one) => one.name === name)
    if (!other || labelOf(other, next) !== undefined) continue
    const label = shapeOf(other, 'choice').labels.find((one) => one.value === labels[0])
    if (label) next[other.key] = label.wire
  }
}

/** A special case stands instead of senses: "no gloss fits" and a gloss cannot both be said. */
function excluded(fields: readonly FormField[], field: FormField): FormField[] {
  if (field.widget === 'senses') return fields.filter((one) => one.widget === 'choice' && one.optional)
  if (field.widget === 'choice' && field.optional) return fields.filter((one) => one.widget === 'senses')
  return []
}

/** What is sent: fields that are asked for and say something. */
export function sent(fields: readonly FormField[], answer: Answer): Answer {
  const visible: Answer = {}
  for (const field of fields) {
    const value = answer[field.key]
    if (value !== undefined && isSaid(value) && standing(fields, field, answer) === 'shown') visible[field.key] = value
  }
  return visible
}
