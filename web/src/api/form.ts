/** The JSON of `pingce.annotate.describe`: what the browser knows about a form. The OpenAPI file carries it as a plain object. */

export interface Words {
  zh: string
  en: string
}

export type WidgetName =
  | 'choice'
  | 'options'
  | 'fragment'
  | 'text'
  | 'typed-spans'
  | 'role-spans'
  | 'tuples'
  | 'fragment-sets'
  | 'senses'
  | 'judged'
  | 'number'
  | 'mended'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** An answer as it is stored: a JSON object by field key. */
export type Answer = { [key: string]: Json }

export interface FormField {
  name: string
  key: string
  widget: WidgetName
  title: Words
  optional: boolean
  /** Shown only while the other fields (by name) have one of these values; empty: always. */
  shown_if: Record<string, string[]>
  /** While the other fields have one of these values, a rule wants an optional field answered. */
  needed_if: Record<string, string[]>
  /** The field (by name) that may be answered instead of this optional one; empty: none. */
  instead: string
  shape: { [key: string]: Json }
}

export interface FormText {
  name: string
  title: Words
}

export interface FormDescription {
  id: string
  task: string
  title: Words
  texts: FormText[]
  fields: FormField[]
}

/** A spatial word of a text, for highlighting; positions are code points, `end` is exclusive. */
export interface SpatialWord {
  start: number
  end: number
  class: string
  /** Name of the text it stands in. */
  text: string
}

/** What an annotator sees of one item. */
export interface WorkItem {
  texts: Record<string, string>
  extra: { [key: string]: Json }
  words: SpatialWord[]
}

/** What reviewers and builders see of it besides. */
export interface KnownItem extends WorkItem {
  id: number
  /** The item's own id in its file. */
  ref: string
}

export type Level = 'block' | 'warn' | 'info'

/** One finding of a rule; `path` names the field and place it concerns, e.g. `reasons[0].S`. */
export interface Hit {
  rule: string
  level: Level
  path: string
  message: Words
  found?: Json
}
