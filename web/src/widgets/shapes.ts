/** The shapes of `pingce.annotate.describe`, by widget. A field carries its shape as plain JSON; these give it types. */

import type { FormField, Hit, Json, WidgetName, WorkItem, Words } from '@/api/form'

export interface LabelShape {
  value: string
  title: Words
  /** What is written into the answer: `1`, `true` or the value itself. */
  wire: Json
  key: string
}

export interface ChoiceShape {
  labels: LabelShape[]
}

export interface OptionsShape {
  letters: string[]
}

export interface RoleShape {
  name: string
  title: Words
}

export interface CaseShape {
  type: string
  title: Words
  roles: RoleShape[]
  /** How many roles must be filled for the fragments to say anything. */
  at_least: number
}

export interface TypedSpansShape {
  cases: CaseShape[]
  at_least: number
  at_most: number | null
}

export interface RoleSpansShape {
  roles: RoleShape[]
  at_least: number
  at_most: number | null
}

export interface SlotShape {
  name: string
  title: Words
  takes: 'fragment' | 'label' | 'either'
  labels: string[]
  by_position: boolean
}

interface RuleBase {
  code: string
  demand: Words
}

export type SlotRule = RuleBase &
  (
    | { kind: 'Needs'; any_of: string[]; slot: string | null }
    | { kind: 'Excludes'; slot: string; others: string[] }
    | {
        kind: 'LabelDependsOn'
        slot: string
        with_reference: string[]
        without_reference: string[]
        reference: string | null
      }
    | { kind: 'OneKind'; slot: string }
    | { kind: 'InTextOrder'; first: string; slot: string }
  )

export interface TuplesShape {
  layout: 'array' | 'objects'
  slots: SlotShape[]
  rules: SlotRule[]
  at_least: number
  at_most: number | null
}

export interface FragmentSetsShape {
  at_least: number
}

export interface JudgedShape {
  judge: ChoiceShape
  judge_key: string
  explanation_key: string
  templates: Words[]
}

export interface NumberShape {
  least: number
  most: number
  step: number
}

export interface Shapes {
  choice: ChoiceShape
  options: OptionsShape
  fragment: object
  text: object
  'typed-spans': TypedSpansShape
  'role-spans': RoleSpansShape
  tuples: TuplesShape
  'fragment-sets': FragmentSetsShape
  senses: { special: LabelShape[] }
  judged: JudgedShape
  number: NumberShape
  mended: object
}

/** The shape of a field. Only a field's own widget asks, so the name and the shape fit by construction. */
export function shapeOf<Name extends WidgetName>(field: FormField, widget: Name): Shapes[Name] {
  if (field.widget !== widget) throw new Error(`${field.name} is drawn by ${field.widget}, not by ${widget}`)
  return field.shape as unknown as Shapes[Name]
}

/** What every widget takes; it emits `update:modelValue` with the wire JSON, null for "nothing said". */
export interface WidgetProps {
  field: FormField
  item: WorkItem
  modelValue: Json
  hits?: readonly Hit[]
  disabled?: boolean
}
