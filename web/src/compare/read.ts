/** An answer as records of labelled parts, whatever its shape: the common ground for comparing and for showing. */
import type { FormField, Json, WorkItem, Words } from '@/api/form'
import { shapeOf } from '@/widgets/shapes'
import { chosenLetters, optionsOf } from '@/widgets/values/options'

export interface Part {
  /** Stable name of the place, equal in two answers when they speak of the same slot. */
  slot: string
  label: Words
  text: Words
  /** Code-point positions in the text, for highlighting. */
  positions: number[]
}

export type Parts = Part[]

type Dict = { [key: string]: Json }

function same(text: string): Words {
  return { zh: text, en: text }
}

function isDict(value: Json | undefined): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function words(value: Json | undefined, fallback: string): Words {
  if (isDict(value) && typeof value.zh === 'string' && typeof value.en === 'string') {
    return { zh: value.zh, en: value.en }
  }
  return same(fallback)
}

function positionsOf(value: Json | undefined): number[] {
  return isDict(value) ? list(value.idxes).filter((n): n is number => typeof n === 'number') : []
}

function textOf(value: Json | undefined): string {
  if (isDict(value)) {
    const pieces = [value.text, value.gloss, value.label].filter((one) => typeof one === 'string')
    return pieces.length > 0 ? pieces.join(' ') : JSON.stringify(value)
  }
  return value === null || value === undefined ? '' : String(value)
}

function part(slot: string, label: Words, value: Json | undefined): Part {
  return { slot, label, text: same(textOf(value)), positions: positionsOf(value) }
}

function named(entries: Json | undefined, key: string): Map<string, Words> {
  const found = new Map<string, Words>()
  for (const entry of list(entries)) {
    if (isDict(entry) && typeof entry[key] === 'string') found.set(entry[key], words(entry.title, entry[key]))
  }
  return found
}

function choiceWords(shape: Dict, value: Json): Words {
  for (const label of list(shape.labels)) {
    if (isDict(label) && label.wire === value) return words(label.title, textOf(value))
  }
  return same(textOf(value))
}

function roleParts(fragments: Json | undefined, roles: Map<string, Words>): Part[] {
  return list(fragments)
    .filter(isDict)
    .map((fragment) => {
      const role = textOf(fragment.role)
      return part(role, roles.get(role) ?? same(role), fragment)
    })
}

const TYPE: Words = { zh: '类型', en: 'type' }

function typedSpans(shape: Dict, value: Json): Parts[] {
  const cases = new Map<string, Dict>()
  for (const one of list(shape.cases)) if (isDict(one)) cases.set(textOf(one.type), one)
  return list(value)
    .filter(isDict)
    .map((reason) => {
      const type = textOf(reason.type)
      const found = cases.get(type)
      const title = words(found?.title, type)
      const head: Part = {
        slot: 'type',
        label: TYPE,
        text: { zh: `${type} ${title.zh}`, en: `${type} ${title.en}` },
        positions: [],
      }
      return [head, ...roleParts(reason.fragments, named(found?.roles, 'name'))]
    })
}

function roleSpans(shape: Dict, value: Json): Parts[] {
  const roles = named(shape.roles, 'name')
  return list(value).map((one) => roleParts(isDict(one) ? one.fragments : one, roles))
}

function slotText(value: Dict): Part {
  const fragment = value.fragment
  const label = typeof value.label === 'string' ? value.label : ''
  const text = [textOf(fragment), label].filter((one) => one !== '').join(' · ')
  return { slot: '', label: same(''), text: same(text), positions: positionsOf(fragment) }
}

function tuple(shape: Dict, value: Json): Parts {
  const slots = list(shape.slots).filter(isDict)
  const titles = named(shape.slots, 'name')
  if (shape.layout === 'array') {
    return list(value).flatMap((one, i) => {
      const slot = textOf(slots[i]?.name)
      return one === null ? [] : [part(slot, titles.get(slot) ?? same(slot), one)]
    })
  }
  return list(value)
    .filter(isDict)
    .map((one) => {
      const role = textOf(one.role)
      return { ...slotText(one), slot: role, label: titles.get(role) ?? same(role) }
    })
}

function fragmentSet(value: Json): Parts {
  return list(value).map((one, i) => part(`member${i}`, { zh: `成员 ${i + 1}`, en: `member ${i + 1}` }, one))
}

const CHOSEN = same('✓')

/** One part per gloss that was chosen; the gloss itself is the name of its line. */
function senses(value: Json, item: WorkItem): Parts {
  const chosen = new Set(list(value).map((one) => (isDict(one) ? textOf(one.id ?? one.gloss) : textOf(one))))
  const parts = [...slotsOf(item)]
    .filter(([id, { text }]) => chosen.delete(id) || chosen.delete(text))
    .map(([slot, { label }]): Part => ({ slot, label, text: CHOSEN, positions: [] }))
  return [...parts, ...[...chosen].map((id): Part => ({ slot: id, label: same(id), text: CHOSEN, positions: [] }))]
}

function slotsOf(item: WorkItem): Map<string, { text: string; label: Words }> {
  const glosses = list(item.extra.glosses).filter(isDict)
  return new Map(
    glosses.map((gloss) => {
      const [id, text] = [textOf(gloss.id), textOf(gloss.text)]
      return [id, { text, label: same(`${id} ${text}`) }]
    }),
  )
}

/** Lines that stand there whether or not anybody says something in them: all glosses one could choose. */
export function standingSlots(field: FormField, item: WorkItem): Map<string, Words> {
  if (field.widget === 'options') return optionLabels(field, item)
  if (field.widget !== 'senses') return new Map()
  return new Map([...slotsOf(item)].map(([id, { label }]) => [id, label]))
}

function optionLabels(field: FormField, item: WorkItem): Map<string, Words> {
  const options = optionsOf(item, shapeOf(field, 'options').letters)
  return new Map(options.map(({ letter, text }) => [letter, same(`${letter} ${text}`)]))
}

/** A line for every letter chosen. */
function chosenOptions(field: FormField, value: Json, item: WorkItem): Parts {
  const labels = optionLabels(field, item)
  return chosenLetters(value).map((letter): Part => {
    return { slot: letter, label: labels.get(letter) ?? same(letter), text: CHOSEN, positions: [] }
  })
}

const EXPLANATION: Words = { zh: '解释', en: 'explanation' }
const JUDGEMENT: Words = { zh: '判断', en: 'judgement' }

function judged(shape: Dict, value: Json): Parts[] {
  const judge = isDict(shape.judge) ? shape.judge : {}
  return list(value)
    .filter(isDict)
    .map((one) => {
      const verdict = one[textOf(shape.judge_key)] ?? null
      return [
        { slot: 'judge', label: JUDGEMENT, text: choiceWords(judge, verdict), positions: [] },
        part('explanation', EXPLANATION, one[textOf(shape.explanation_key)]),
      ]
    })
}

/** The records of one field; an empty list when nothing was said. */
export function readField(field: FormField, value: Json | undefined, item: WorkItem): Parts[] {
  if (value === undefined || value === null || value === '') return []
  switch (field.widget) {
    case 'choice':
      return [[{ slot: 'value', label: field.title, text: choiceWords(field.shape, value), positions: [] }]]
    case 'fragment':
    case 'text':
    case 'mended':
    case 'number':
      return [[part('value', field.title, value)]]
    case 'typed-spans':
      return typedSpans(field.shape, value)
    case 'role-spans':
      return roleSpans(field.shape, value)
    case 'tuples':
      return list(value).map((one) => tuple(field.shape, one))
    case 'fragment-sets':
      return list(value).map(fragmentSet)
    case 'options': {
      const parts = chosenOptions(field, value, item)
      return parts.length > 0 ? [parts] : []
    }
    case 'senses': {
      const parts = senses(value, item)
      return parts.length > 0 ? [parts] : []
    }
    case 'judged':
      return judged(field.shape, value)
  }
}
