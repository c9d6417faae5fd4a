/** STEP tuples of either layout as facts about entities, for drawing. */

import type { Lang } from '@/i18n'
import { type Fragment, shownPieces } from '@/text/fragment'
import type { StepTuple } from '@/widgets/values/tuples'

/** Slots of the array layout (SpaCE2022 task 3), in the order of the files. */
export const ARRAY_SLOTS = [
  '空间实体',
  '空间实体2',
  '事件',
  '事实性',
  '时间文本',
  '参照事件',
  '时间标签',
  '处所',
  '起点',
  '终点',
  '方向',
  '朝向',
  '部件处所',
  '部位',
  '形状',
  '路径',
  '距离文本',
  '距离标签',
]

/** What a line from an entity's fact leads to, and how it is drawn. */
export type LinkKind = 'at' | 'from' | 'to' | 'along' | 'direction' | 'facing' | 'distance'

export interface Link {
  kind: LinkKind
  /** Name of the slot. */
  role: string
  text: string
}

export interface Fact {
  /** Place of the tuple in the answer. */
  index: number
  entity: string
  event: string
  links: Link[]
  /** Part, shape and time, in small print. */
  notes: string[]
  isFalse: boolean
}

const LINKS: Record<string, LinkKind> = {
  处所: 'at',
  部件处所: 'at',
  起点: 'from',
  路径: 'along',
  方向: 'direction',
  终点: 'to',
  朝向: 'facing',
}

/** Beside the lines there is little room: shorter than the titles of the form. */
const ROLE_NAMES: Record<string, string> = {
  处所: 'place',
  部件处所: 'part at',
  起点: 'start',
  路径: 'path',
  方向: 'direction',
  终点: 'end',
  朝向: 'facing',
  距离: 'distance',
}

/** A role in the reader's language; what is written in the text stays as it is. */
export function roleName(role: string, lang: Lang): string {
  return lang === 'en' ? (ROLE_NAMES[role] ?? role) : role
}

type Filled = Map<string, string>

export function factsOf(tuples: readonly StepTuple[], text: string | readonly string[]): Fact[] {
  return tuples.flatMap((tuple, index) => {
    const filled = filledSlots(tuple, text)
    const entity = filled.get('空间实体')
    return entity ? [factOf(index, entity, filled)] : []
  })
}

function filledSlots(tuple: StepTuple, text: string | readonly string[]): Filled {
  const filled: Filled = new Map()
  tuple.forEach((one, i) => {
    if (one === null) return
    if (typeof one === 'string') filled.set(ARRAY_SLOTS[i] ?? '', one)
    else if ('role' in one) {
      const parts = [one.fragment && words(one.fragment, text), one.label]
      filled.set(one.role, parts.filter(Boolean).join(' '))
    } else filled.set(ARRAY_SLOTS[i] ?? '', words(one, text))
  })
  return filled
}

function words(fragment: Fragment, text: string | readonly string[]): string {
  return shownPieces(text, fragment.idxes) || fragment.text
}

function factOf(index: number, entity: string, filled: Filled): Fact {
  const links: Link[] = []
  for (const [role, kind] of Object.entries(LINKS)) {
    const text = filled.get(role)
    if (text) links.push({ kind, role, text })
  }
  const other = filled.get('空间实体2') ?? filled.get('参照实体')
  const distance = filled.get('距离') ?? filled.get('距离文本') ?? filled.get('距离标签')
  if (other) links.push({ kind: 'distance', role: distance ?? '距离', text: other })
  const time = ['时间', '时间文本', '参照事件', '时间标签'].flatMap((name) => filled.get(name) ?? []).join(' ')
  const notes = [filled.get('部位'), filled.get('形状'), time].filter((note): note is string => Boolean(note))
  return { index, entity, event: filled.get('事件') ?? '', links, notes, isFalse: filled.has('事实性') }
}
