/** A task while it is made: the values that `tasks/NAME.toml` will hold, and which fields each shape and rule has. */
import { type ComputedRef, type InjectionKey, inject } from 'vue'
import type { Words } from '@/api/form'

/** A label or a role: `name` stands in files, the words on pages. Words that are left out are the name. */
export interface Named {
  name: string
  zh?: string
  en?: string
}

export interface SlotDraft extends Named {
  takes?: 'fragment' | 'label' | 'either'
  labels?: string[]
  by_position?: boolean
}

export type RuleDraft = { kind: string; level?: string } & {
  [parameter: string]: string | number | string[] | undefined
}

export interface CaseDraft extends Named {
  roles: Named[]
  rule?: RuleDraft[]
}

export const SHAPES = [
  'choice',
  'spans',
  'tuples',
  'typed-spans',
  'judged',
  'options',
  'fragment-sets',
  'senses',
  'text',
] as const
export type ShapeName = (typeof SHAPES)[number]

export interface AnswerDraft {
  key: string
  title: Words
  shape: ShapeName
  labels?: Named[]
  roles?: Named[]
  slot?: SlotDraft[]
  type?: CaseDraft[]
  rule?: RuleDraft[]
  letters?: string[]
  at_least?: number
  at_most?: number
  [other: string]: unknown
}

export interface TextDraft {
  key: string
  title: Words
  passage?: boolean
}

/** What the page does not show (attributes, the key of ids) is kept as the file had it. */
export interface TaskDraft {
  title: Words
  summary: Words
  text: TextDraft[]
  answer: AnswerDraft[]
  measure?: { kind: string; answer?: string; name?: string }[]
  rank_by?: string
  [other: string]: unknown
}

export function newText(n: number): TextDraft {
  return n === 0
    ? { key: 'context', title: { zh: '文本', en: 'text' } }
    : { key: `text${n + 1}`, title: { zh: `文本 ${n + 1}`, en: `text ${n + 1}` } }
}

const blank = (): Named => ({ name: '' })

/** An answer as it begins: as many rows as there must be. */
export function newAnswer(shape: ShapeName, key: string, title: Words): AnswerDraft {
  const common = { key, title, shape }
  switch (shape) {
    case 'choice':
    case 'judged':
      return { ...common, labels: [blank(), blank()] }
    case 'spans':
      return { ...common, roles: [blank(), blank()], rule: [] }
    case 'typed-spans':
      return { ...common, type: [newCase()] }
    case 'tuples':
      return { ...common, slot: [{ name: '', by_position: true }, { name: '' }], rule: [] }
    case 'options':
      return { ...common, letters: ['A', 'B', 'C', 'D'] }
    case 'senses':
      return { ...common, key: 'senses' }
    case 'fragment-sets':
    case 'text':
      return common
  }
}

export function newCase(): CaseDraft {
  return { name: '', roles: [blank()], rule: [] }
}

export function newDraft(): TaskDraft {
  return {
    title: { zh: '', en: '' },
    summary: { zh: '', en: '' },
    text: [newText(0)],
    answer: [newAnswer('choice', 'answer', { zh: '', en: '' })],
  }
}

/** Sense tasks have two texts of fixed names. */
export const SENSE_TEXTS: readonly TextDraft[] = [
  { key: 'sentence', title: { zh: '句子', en: 'sentence' } },
  { key: 'word', title: { zh: '目标词', en: 'target word' } },
]

/** How a parameter of a rule is filled in: with a number, one of the names, or several. */
export interface Parameter {
  name: string
  takes: 'number' | 'one' | 'several'
  /** Which names: all slots or roles, slots with labels, slots that take both, or the labels of the chosen slot. */
  from?: 'all' | 'labelled' | 'either' | 'labels'
  optional?: boolean
}

const ALL = { from: 'all' } as const

/** The rules there are; the server knows the same ones (`formats/taskfile/rules.py`) and refuses any other. */
export const SPAN_RULES: Record<string, Parameter[]> = {
  'enough-roles': [{ name: 'at_least', takes: 'number' }],
  apart: [{ name: 'roles', takes: 'several', ...ALL }],
  'in-text-order': [
    { name: 'first', takes: 'one', ...ALL },
    { name: 'second', takes: 'one', ...ALL },
  ],
}

export const SLOT_RULES: Record<string, Parameter[]> = {
  needs: [
    { name: 'any_of', takes: 'several', ...ALL },
    { name: 'slot', takes: 'one', optional: true, ...ALL },
  ],
  excludes: [
    { name: 'slot', takes: 'one', ...ALL },
    { name: 'others', takes: 'several', ...ALL },
  ],
  'label-depends-on': [
    { name: 'slot', takes: 'one', from: 'labelled' },
    { name: 'with_reference', takes: 'several', from: 'labels' },
    { name: 'without_reference', takes: 'several', from: 'labels' },
    { name: 'reference', takes: 'one', optional: true, ...ALL },
  ],
  'one-kind': [{ name: 'slot', takes: 'one', from: 'either' }],
  'in-text-order': [
    { name: 'first', takes: 'one', ...ALL },
    { name: 'slot', takes: 'one', ...ALL },
  ],
}

/** The names a parameter may take. */
export function namesFor(parameter: Parameter, slots: readonly SlotDraft[], rule: RuleDraft): string[] {
  const chosen = slots.find((slot) => slot.name === rule.slot)
  const named = (kept: readonly SlotDraft[]): string[] => kept.map((slot) => slot.name).filter(Boolean)
  switch (parameter.from) {
    case 'labelled':
      return named(slots.filter((slot) => slot.labels?.length))
    case 'either':
      return named(slots.filter((slot) => slot.takes === 'either'))
    case 'labels':
      return chosen?.labels ?? []
    default:
      return named(slots)
  }
}

function saidWords(given: Words): Words {
  return { zh: given.zh.trim(), en: given.en.trim() || given.zh.trim() }
}

function saidNamed<Row extends Named>(row: Row): Row {
  const kept = { ...row, name: row.name.trim() }
  for (const lang of ['zh', 'en'] as const) if (!kept[lang]?.trim()) delete kept[lang]
  return kept
}

/** What is sent: words without English repeat the Chinese, rows without words are called by their name. */
export function saidDraft(draft: TaskDraft): TaskDraft {
  return {
    ...draft,
    title: saidWords(draft.title),
    summary: saidWords(draft.summary),
    text: draft.text.map((text) => ({ ...text, title: saidWords(text.title) })),
    answer: draft.answer.map(saidAnswer),
  }
}

function saidAnswer(answer: AnswerDraft): AnswerDraft {
  const said: AnswerDraft = { ...answer, title: saidWords(answer.title) }
  if (answer.labels) said.labels = answer.labels.map(saidNamed)
  if (answer.roles) said.roles = answer.roles.map(saidNamed)
  if (answer.slot) said.slot = answer.slot.map(saidNamed)
  if (answer.type) {
    said.type = answer.type.map((each) => ({ ...withRules(saidNamed(each)), roles: each.roles.map(saidNamed) }))
  }
  return withRules(said)
}

/** A list of rules that is there must not be empty. */
function withRules<Holder extends { rule?: RuleDraft[] }>(holder: Holder): Holder {
  const { rule, ...rest } = holder
  return (rule?.length ? { ...rest, rule } : rest) as Holder
}

/** What the fields of the page know about problems: the one of a place, once it is time to tell it. */
export interface Telling {
  told: ComputedRef<(place: string) => Words | null>
  /** Somebody has been in the field of this place. */
  touch: (place: string) => void
}

export const TELLING: InjectionKey<Telling> = Symbol('telling')

export function useTelling(): Telling {
  const telling = inject(TELLING)
  if (!telling) throw new Error('fields of a draft stand inside the page that checks it')
  return telling
}
