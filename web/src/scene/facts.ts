/** STEP tuples of either layout as facts about entities, for drawing. */

import { type Fragment, shownPieces } from '@/text/fragment'
import type { TuplesShape } from '@/widgets/shapes'
import { type StepTuple, fillsOf } from '@/widgets/values/tuples'

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

/** Slots that become lines, in the order they are drawn. */
const LINKS: Record<string, LinkKind> = {
  处所: 'at',
  部件处所: 'at',
  起点: 'from',
  路径: 'along',
  方向: 'direction',
  终点: 'to',
  朝向: 'facing',
}

/** What stands in the slots, by the slot's name. */
type Filled = Map<string, string>

/** The facts of an answer, one per tuple that has an entity; the form's shape says how its tuples are written. */
export function factsOf(shape: TuplesShape, tuples: readonly StepTuple[], text: string | readonly string[]): Fact[] {
  return tuples.flatMap((tuple, index) => {
    const filled = filledSlots(shape, tuple, text)
    const entity = filled.get('空间实体')
    return entity ? [factOf(index, entity, filled)] : []
  })
}

function filledSlots(shape: TuplesShape, tuple: StepTuple, text: string | readonly string[]): Filled {
  const fills = [...fillsOf(shape, tuple)]
  return new Map(
    fills.map(([slot, { fragment, label }]) => [
      slot,
      [fragment && words(fragment, text), label].filter(Boolean).join(' '),
    ]),
  )
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
