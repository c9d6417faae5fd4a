/** What the widgets of one form share: the text, the selection in it, and who has the keyboard. */

import {
  type ComputedRef,
  type InjectionKey,
  type Ref,
  type ShallowRef,
  computed,
  inject,
  onBeforeUnmount,
  ref,
  shallowReactive,
  shallowRef,
} from 'vue'
import type { WorkItem } from '@/api/form'
import type { Mark } from '@/text/cells'
import { type Fragment, fragment } from '@/text/fragment'
import { NOTHING, type Selection, cleared, idxesOf, isEmpty } from '@/text/selection'
import { type ReadText, readText } from '@/text/words'

/** What a widget can do with keys. Keys are named as in `keyName`; `true` means used. */
export interface Part {
  marks?: ComputedRef<Mark[]>
  /** While the field has the keyboard. */
  onKey?: (key: string) => boolean
  /** While another field has it: keys that begin this one. */
  onStart?: (key: string) => boolean
  /** Takes a selected fragment; left out by widgets that take none, false where there is no slot for it yet. */
  put?: (piece: Fragment, append: boolean) => boolean
}

export interface Desk {
  text: ComputedRef<ReadText>
  selection: ShallowRef<Selection>
  active: Ref<string>
  parts: Map<string, Part>
  /** The selected fragment, which is then no longer selected. */
  take: () => Fragment | undefined
}

export const DESK: InjectionKey<Desk> = Symbol('desk')

export function makeDesk(text: ComputedRef<ReadText>, first: string): Desk {
  const selection = shallowRef(NOTHING)
  return {
    text,
    selection,
    active: ref(first),
    parts: shallowReactive(new Map<string, Part>()),
    take() {
      if (isEmpty(selection.value)) return undefined
      const piece = fragment(text.value.chars, idxesOf(selection.value))
      selection.value = cleared(selection.value)
      return piece
    },
  }
}

/** The desk of the form around, or one of its own for a widget that stands alone (a reviewer's view). */
export function useDesk(item: () => WorkItem): Desk {
  return inject(
    DESK,
    () =>
      makeDesk(
        computed(() => readText(Object.values(item().texts)[0] ?? '')),
        '',
      ),
    true,
  )
}

export function usePart(desk: Desk, field: string, part: Part): void {
  desk.parts.set(field, part)
  onBeforeUnmount(() => {
    if (desk.parts.get(field) === part) desk.parts.delete(field)
  })
}
