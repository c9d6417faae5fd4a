/** Working on a list of STEP records: which one and which slot is active, and what keys and clicks do to it. */

import { type ComputedRef, type Ref, computed, ref, watch } from 'vue'
import type { Mark } from '@/text/cells'
import type { Fragment } from '@/text/fragment'
import { isEmpty } from '@/text/selection'
import type { Desk } from './desk'
import { SLOT_KEYS } from './keys'
import type { SlotShape, TuplesShape } from './shapes'
import { lookOf } from './tones'
import { appended, moved, withItem, without } from './values/spans'
import {
  type StepTuple,
  emptyTuple,
  fillsOf,
  nextSlot,
  usualSlots,
  withFragment,
  withLabel,
  withoutSlot,
} from './values/tuples'

export interface Records {
  at: Ref<number>
  slot: Ref<string>
  marks: ComputedRef<Mark[]>
  open: (index: number) => void
  insert: (tuple: StepTuple) => void
  clone: () => void
  remove: () => void
  shift: (step: number) => void
  pick: (slot: string) => void
  put: (piece: Fragment, append: boolean) => boolean
  clearSlot: (slot: string) => void
  setLabel: (slot: string, label: string) => void
  addKey: (key: string) => boolean
  onKey: (key: string) => boolean
}

export function useRecords(
  desk: Desk,
  shape: ComputedRef<TuplesShape>,
  tuples: ComputedRef<StepTuple[]>,
  update: (next: StepTuple[]) => void,
): Records {
  const at = ref(0)
  const slot = ref('')
  const tuple = computed(() => tuples.value[at.value])
  const active = computed<SlotShape | undefined>(() => shape.value.slots.find((one) => one.name === slot.value))

  watch(
    () => tuples.value.length,
    (count) => {
      at.value = Math.max(0, Math.min(at.value, count - 1))
      if (!active.value) slot.value = firstSlot()
    },
    { immediate: true },
  )

  function firstSlot(): string {
    return usualSlots(shape.value)[0] ?? shape.value.slots[0]?.name ?? ''
  }

  function open(index: number): void {
    if (!tuples.value[index]) return
    at.value = index
    slot.value = firstSlot()
  }

  /** A record behind the active one: facts stay in the order of the text more easily. */
  function insert(one: StepTuple): void {
    const place = tuples.value.length === 0 ? 0 : at.value + 1
    update([...tuples.value.slice(0, place), one, ...tuples.value.slice(place)])
    at.value = place
    slot.value = firstSlot()
  }

  function clone(): void {
    if (tuple.value) insert([...tuple.value] as StepTuple)
  }

  function remove(): void {
    if (tuple.value) update(without(tuples.value, at.value))
  }

  function shift(step: number): void {
    const goal = at.value + step
    if (goal < 0 || goal >= tuples.value.length) return
    update(moved(tuples.value, at.value, goal))
    at.value = goal
  }

  /** Fills the active slot and goes on; the first fragment begins the first record. */
  function put(piece: Fragment, append: boolean): boolean {
    if (!active.value || active.value.takes === 'label') return false
    const now = tuple.value ?? emptyTuple(shape.value)
    const old = fillsOf(shape.value, now).get(slot.value)?.fragment
    const value = append ? appended(desk.text.value.chars, old, piece) : piece
    const next = withFragment(shape.value, now, slot.value, value)
    update(tuple.value ? withItem(tuples.value, at.value, next) : [next])
    slot.value = nextSlot(shape.value, next, slot.value)
    return true
  }

  /** A click on a slot puts the selection there; without one the slot becomes active. */
  function pick(name: string): void {
    slot.value = name
    const piece = active.value?.takes === 'label' ? undefined : desk.take()
    if (piece) put(piece, false)
  }

  function clearSlot(name: string): void {
    slot.value = name
    if (tuple.value) update(withItem(tuples.value, at.value, withoutSlot(shape.value, tuple.value, name)))
  }

  function setLabel(name: string, label: string): void {
    slot.value = name
    if (tuple.value) update(withItem(tuples.value, at.value, withLabel(shape.value, tuple.value, name, label)))
  }

  /** Empties the active slot, or the last one filled before it. */
  function back(): void {
    if (!tuple.value || !active.value) return
    const fills = fillsOf(shape.value, tuple.value)
    const upTo = shape.value.slots.slice(0, shape.value.slots.indexOf(active.value) + 1)
    const filled = upTo.findLast((one) => fills.has(one.name))
    if (filled) clearSlot(filled.name)
  }

  const commands: Record<string, () => void> = {
    d: clone,
    x: remove,
    '[': () => open(at.value - 1),
    ']': () => open(at.value + 1),
    'alt+arrowup': () => shift(-1),
    'alt+arrowdown': () => shift(1),
    backspace: back,
    delete: back,
  }

  function onKey(key: string): boolean {
    if (addKey(key)) return true
    if (!tuple.value) return false
    const command = commands[key]
    if (!command) return (key === 'escape' && leave()) || labelKey(key) || slotKey(key)
    command()
    return true
  }

  function addKey(key: string): boolean {
    if (key === 'n') insert(emptyTuple(shape.value))
    return key === 'n'
  }

  /** In a slot with labels the digits choose among them. */
  function labelKey(key: string): boolean {
    const label = active.value?.labels[Number(key) - 1]
    if (!/^[1-9]$/.test(key) || label === undefined) return false
    setLabel(slot.value, label)
    goOn()
    return true
  }

  /** From a slot that takes nothing but a label to the next to be filled, where digits name slots again. */
  function goOn(): void {
    if (tuple.value && active.value?.takes === 'label') slot.value = nextSlot(shape.value, tuple.value, slot.value)
  }

  /** Leaves a slot in which digits choose labels. */
  function leave(): boolean {
    if (!tuple.value || !active.value?.labels.length || !isEmpty(desk.selection.value)) return false
    const next = nextSlot(shape.value, tuple.value, slot.value)
    slot.value = next === slot.value ? firstSlot() : next
    return true
  }

  /** A slot with a single label needs no second key: going there sets it, again takes it away. */
  function slotKey(key: string): boolean {
    const one = shape.value.slots[key.length === 1 ? SLOT_KEYS.indexOf(key) : -1]
    if (!one) return false
    slot.value = one.name
    const [only, ...others] = one.labels
    if (one.takes !== 'label' || only === undefined || others.length > 0) return true
    setLabel(one.name, only)
    goOn()
    return true
  }

  const marks = computed<Mark[]>(() =>
    tuples.value.flatMap((one, i) =>
      [...fillsOf(shape.value, one)].flatMap(([name, fill]) => {
        if (!fill.fragment) return []
        const place = shape.value.slots.findIndex((each) => each.name === name)
        const look = lookOf(name, place)
        return [{ idxes: fill.fragment.idxes, tone: look.tone, label: look.short, faint: i !== at.value }]
      }),
    ),
  )

  return { at, slot, marks, open, insert, clone, remove, shift, pick, put, clearSlot, setLabel, addKey, onKey }
}
