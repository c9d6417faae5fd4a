/** Where a rule found something, as the form calls it: `tuples[3][9]` is the end of the fourth tuple. */
import { roleTitles } from '@/answers/names'
import type { FormDescription } from '@/api/form'
import { t } from '@/i18n'
import type { TuplesShape } from '@/widgets/shapes'

export function hitPlace(path: string, form: FormDescription): string {
  const [key = '', ...steps] = path.match(/[^.[\]]+/g) ?? []
  const field = form.fields.find((one) => one.key === key || one.name === key)
  if (!field) return path
  const titles = roleTitles(form)
  const tuples = field.widget === 'tuples'
  const slots = tuples ? (field.shape as unknown as TuplesShape) : null
  const said = steps.flatMap((step, depth) => {
    // Keys inside a part (fragments, idxes) name nothing that can be seen.
    if (!/^\d+$/.test(step)) return titles.has(step) ? t(titles.get(step)!) : []
    const n = Number(step) + 1
    if (depth === 0) return tuples ? t('hits.tuple', { n }) : t('hits.nth', { what: t(field.title), n })
    // In the other layout a tuple lists only what is filled in, so its places say nothing about slots.
    const slot = depth === 1 && slots?.layout === 'array' ? slots.slots[n - 1] : undefined
    return slot ? t(slot.title) : t('hits.part', { n })
  })
  const counted = /^\d+$/.test(steps[0] ?? '')
  return (counted ? said : [t(field.title), ...said]).join(t('hits.comma'))
}
