/** Which decided items go on to the next campaign, in words and as the API takes it. */
import type { Schemas } from '@/api/client'
import type { FormDescription } from '@/api/form'
import { t, tOr } from '@/i18n'
import { shapeOf } from '@/widgets/shapes'

export type Where = Record<string, string[]>
export type UsualStep = Schemas['UsualStep']

/** What a field of the answer, or of where an item comes from, is called. */
export function fieldTitle(form: FormDescription, name: string): string {
  const field = form.fields.find((one) => one.name === name)
  if (field) return t(field.title)
  return tOr(`chain.${name}`, name)
}

export function valueTitle(form: FormDescription, name: string, value: string): string {
  const field = form.fields.find((one) => one.name === name)
  const label = field && shapeOf(field, 'choice').labels.find((one) => String(one.wire) === value)
  if (label) return t(label.title)
  return tOr(`chain.kinds.${value}`, value)
}

/** “评级：显然异常”, or that all are taken. */
export function whereText(form: FormDescription, where: Where): string {
  const parts = Object.entries(where)
    .filter(([, values]) => values.length > 0)
    .map(
      ([name, values]) => `${fieldTitle(form, name)}：${values.map((one) => valueTitle(form, name, one)).join('、')}`,
    )
  return parts.join('；') || t('chain.everything')
}

/** Without the fields in which nothing is ticked: they are not looked at. */
export function asked(where: Where): Where {
  return Object.fromEntries(Object.entries(where).filter(([, values]) => values.length > 0))
}
