/** What a task calls its roles, fields and labels, from its form. */
import type { FormDescription, Json, Words } from '@/api/form'
import { t } from '@/i18n'

type Dict = { [key: string]: Json }

const OTHERS: Record<string, Words> = {
  tuple: { zh: '整条元组', en: 'whole tuple' },
  type: { zh: '类型', en: 'type' },
}

function dicts(value: Json | undefined): Dict[] {
  return Array.isArray(value)
    ? value.filter((one): one is Dict => typeof one === 'object' && one !== null && !Array.isArray(one))
    : []
}

function titled(entry: Dict, key: string, found: Map<string, Words>): void {
  const title = entry.title as unknown as Words | undefined
  if (typeof entry[key] === 'string' && title) found.set(entry[key], title)
}

/** Titles of roles and fields: `S1` is 空间实体一. */
export function roleTitles(form: FormDescription): Map<string, Words> {
  const found = new Map<string, Words>(Object.entries(OTHERS))
  for (const field of form.fields) {
    found.set(field.name, field.title)
    for (const one of dicts(field.shape.roles)) titled(one, 'name', found)
    for (const one of dicts(field.shape.slots)) titled(one, 'name', found)
    for (const one of dicts(field.shape.cases)) for (const role of dicts(one.roles)) titled(role, 'name', found)
  }
  return found
}

/** Titles of labels and types: `0` is 异常, `A` is 搭配不当. */
export function labelTitles(form: FormDescription): Map<string, Words> {
  const found = new Map<string, Words>()
  for (const field of form.fields) {
    for (const one of dicts(field.shape.labels)) titled(one, 'value', found)
    for (const one of dicts(field.shape.cases)) titled(one, 'type', found)
    const judge = field.shape.judge as Dict | undefined
    for (const one of dicts(judge?.labels)) titled(one, 'value', found)
  }
  return found
}

/** A label with its title, where they are not the same: `A 搭配不当`. */
export function labelled(titles: Map<string, Words>, label: string): string {
  const title = titles.get(label)
  if (!title) return label
  const said = t(title)
  return said === label || label.length > 3 ? said : `${label} ${said}`
}

/** The title of a role or field; what has none is its own name. */
export function titleOf(titles: Map<string, Words>, name: string): string {
  return t(titles.get(name) ?? { zh: name, en: name })
}
