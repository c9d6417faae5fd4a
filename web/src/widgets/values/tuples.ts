/** STEP tuples in both layouts of the files: an array with an element per slot, or a list of filled roles. */

import type { Fragment } from '@/text/fragment'
import type { SlotRule, TuplesShape } from '../shapes'

export type RoleObject = { role: string; fragment?: Fragment; label?: string }
export type ArrayTuple = (Fragment | string | null)[]
export type ObjectTuple = RoleObject[]
export type StepTuple = ArrayTuple | ObjectTuple

/** What stands in one slot; a slot that takes either may hold both. */
export interface Fill {
  fragment?: Fragment
  label?: string
}
/** Filled slots by name. */
export type Fills = ReadonlyMap<string, Fill>

export function emptyTuple(shape: TuplesShape): StepTuple {
  return shape.layout === 'array' ? shape.slots.map(() => null) : []
}

export function fillsOf(shape: TuplesShape, tuple: StepTuple): Map<string, Fill> {
  const fills = new Map<string, Fill>()
  if (shape.layout === 'objects') {
    for (const { role, fragment, label } of tuple as ObjectTuple) {
      fills.set(role, { ...(fragment && { fragment }), ...(label !== undefined && { label }) })
    }
    return fills
  }
  shape.slots.forEach((slot, i) => {
    const one = (tuple as ArrayTuple)[i]
    if (typeof one === 'string') fills.set(slot.name, { label: one })
    else if (one) fills.set(slot.name, { fragment: one })
  })
  return fills
}

export function tupleOf(shape: TuplesShape, fills: Fills): StepTuple {
  if (shape.layout === 'array') {
    return shape.slots.map((slot) => {
      const fill = fills.get(slot.name)
      return fill?.fragment ?? fill?.label ?? null
    })
  }
  return shape.slots.flatMap((slot) => {
    const fill = fills.get(slot.name)
    if (!fill || (!fill.fragment && fill.label === undefined)) return []
    const record: RoleObject = { role: slot.name }
    if (fill.fragment) record.fragment = fill.fragment
    if (fill.label !== undefined) record.label = fill.label
    return [record]
  })
}

export function withFragment(
  shape: TuplesShape,
  tuple: StepTuple,
  slot: string,
  fragment: Fragment | undefined,
): StepTuple {
  return withFill(shape, tuple, slot, (old) => ({ ...(fragment && { fragment }), ...label(old) }))
}

/** With that label; the same label again takes it away. */
export function withLabel(shape: TuplesShape, tuple: StepTuple, slot: string, value: string): StepTuple {
  return withFill(shape, tuple, slot, (old) => ({
    ...(old.fragment && { fragment: old.fragment }),
    ...(old.label !== value && { label: value }),
  }))
}

export function withoutSlot(shape: TuplesShape, tuple: StepTuple, slot: string): StepTuple {
  return withFill(shape, tuple, slot, () => ({}))
}

function label(fill: Fill): Fill {
  return fill.label === undefined ? {} : { label: fill.label }
}

function withFill(shape: TuplesShape, tuple: StepTuple, slot: string, change: (old: Fill) => Fill): StepTuple {
  const fills = fillsOf(shape, tuple)
  const next = change(fills.get(slot) ?? {})
  if (next.fragment || next.label !== undefined) fills.set(slot, next)
  else fills.delete(slot)
  return tupleOf(shape, fills)
}

/** Where the path of a hit names a slot: `outputs[2][7]` by slot, `results[2][1]` by filled role. */
export function slotPlace(shape: TuplesShape, tuple: StepTuple, slot: string): number {
  if (shape.layout === 'array') return shape.slots.findIndex((one) => one.name === slot)
  return (tuple as ObjectTuple).findIndex((one) => one.role === slot)
}

/**
 * The slots Enter walks through: those that take a fragment and bring no rule into play. In STEP these are the
 * entity, the event and the places; a second entity, times and distances are reached by their keys.
 */
export function usualSlots(shape: TuplesShape): string[] {
  const ruled = new Set(shape.rules.map((rule) => rule.slot))
  return shape.slots.filter((slot) => slot.takes === 'fragment' && !ruled.has(slot.name)).map((slot) => slot.name)
}

/** The empty slot to go to after `from`; `from` where none is left. */
export function nextSlot(shape: TuplesShape, tuple: StepTuple, from: string): string {
  const fills = fillsOf(shape, tuple)
  const place = (name: string): number => shape.slots.findIndex((slot) => slot.name === name)
  return usualSlots(shape).find((name) => place(name) > place(from) && !fills.has(name)) ?? from
}

export interface Broken {
  rule: SlotRule
  /** Slots that would mend it, or that are in each other's way. */
  slots: string[]
}

/** Rules between slots that a tuple breaks; an empty tuple has only begun and breaks none. */
export function brokenRules(shape: TuplesShape, fills: Fills): Broken[] {
  if (fills.size === 0) return []
  return shape.rules.flatMap((rule) => {
    const slots = concerned(rule, fills)
    return slots ? [{ rule, slots }] : []
  })
}

function concerned(rule: SlotRule, fills: Fills): string[] | null {
  switch (rule.kind) {
    case 'Needs': {
      const wanted = rule.slot === null || fills.has(rule.slot)
      return wanted && !rule.any_of.some((name) => fills.has(name)) ? rule.any_of : null
    }
    case 'Excludes': {
      const clash = rule.others.filter((name) => fills.has(name))
      return fills.has(rule.slot) && clash.length > 0 ? [rule.slot, ...clash] : null
    }
    case 'LabelDependsOn': {
      const fill = fills.get(rule.slot)
      if (fill?.label === undefined) return null
      const referenced = rule.reference ? fills.has(rule.reference) : fill.fragment !== undefined
      const refused = referenced ? rule.without_reference : rule.with_reference
      const possible = referenced ? rule.with_reference : rule.without_reference
      return refused.includes(fill.label) && !possible.includes(fill.label) ? [rule.slot] : null
    }
    case 'OneKind': {
      const fill = fills.get(rule.slot)
      return fill?.fragment && fill.label !== undefined ? [rule.slot] : null
    }
    case 'InTextOrder': {
      const [a, b] = [fills.get(rule.first)?.fragment?.idxes, fills.get(rule.slot)?.fragment?.idxes]
      if (!a?.length || !b?.length) return null
      return Math.min(...a) < Math.min(...b) ? null : [rule.first, rule.slot]
    }
  }
}
