/** Values of settings between the form, where everything is typed, and the recipe, where what is empty is left out. */
import type { SettingField, Settings } from '@/api/recipes'

export interface Phase {
  kind: string
  starts: string
  ends?: string
  settings?: Record<string, unknown>
}

/** Without what says nothing: an empty field means that the default holds. */
export function saidOnly(settings: Settings): Settings {
  const kept = Object.entries(settings).filter(([, value]) => !isEmpty(value))
  return Object.fromEntries(kept)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** `name = value`, one per line. */
export function tableText(table: unknown): string {
  if (typeof table !== 'object' || table === null) return ''
  return Object.entries(table)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join('\n')
}

export function readTable(text: string): Record<string, string | number | boolean> {
  const table: Record<string, string | number | boolean> = {}
  for (const line of text.split('\n')) {
    const [name = '', ...rest] = line.split('=')
    if (name.trim()) table[name.trim()] = readScalar(rest.join('=').trim())
  }
  return table
}

function readScalar(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text.replace(/^"(.*)"$/, '$1')
}

/** What a default looks like beside the field. */
export function shownDefault(field: SettingField): string {
  const value = field.default
  if (isEmpty(value)) return ''
  if (Array.isArray(value)) return value.map((one) => String(one)).join('、')
  return typeof value === 'object' ? tableText(value) : String(value)
}

/** Settings that most people look at come first: those that are needed or said already. */
export function isFirst(field: SettingField, settings: Settings): boolean {
  return field.required || field.name in settings
}

/** Values with commas, as numbers and true/false where they are; rows without a name or values say nothing. */
export function gridOf(
  rows: readonly { name: string; values: string }[],
): Record<string, (string | number | boolean)[]> {
  const said = rows
    .map((row) => [row.name.trim(), row.values.split(/[,，、]/).map((value) => value.trim())] as const)
    .map(([name, values]) => [name, values.filter(Boolean).map(readScalar)] as const)
  return Object.fromEntries(said.filter(([name, values]) => name !== '' && values.length > 0))
}
