/** Glosses of a target word and how they stand to each other. */

import type { Json, WorkItem } from '@/api/form'

export interface Gloss {
  id: string
  text: string
}

/** Two glosses by text; in `includes`, `a` is the wider one and `b` the narrower one inside it. */
export interface Relation {
  kind: 'disjoint' | 'overlapping' | 'includes'
  a: string
  b: string
}

/** The glosses to choose from; an answer names them by their text. */
export function glossesOf(item: WorkItem): Gloss[] {
  return records(item.extra.glosses).map((one, i) => ({ id: String(one.id ?? i), text: String(one.text ?? '') }))
}

/** The relations of the item; they may name glosses by id. */
export function relationsOf(item: WorkItem): Relation[] {
  const texts = new Map(glossesOf(item).map((gloss) => [gloss.id, gloss.text]))
  const text = (name: Json | undefined): string => texts.get(String(name)) ?? String(name)
  return records(item.extra.relations).map((one) => ({
    kind: one.kind as Relation['kind'],
    a: text(one.a),
    b: text(one.b),
  }))
}

function records(value: Json | undefined): { [key: string]: Json }[] {
  const isRecord = (one: Json): one is { [key: string]: Json } =>
    typeof one === 'object' && !Array.isArray(one) && one !== null
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export type Toggled = { chosen: string[]; added: string[] } | { refusedBy: string }

/**
 * A gloss chosen or taken back. Choosing a narrower gloss brings the wider ones with it; taking back a wider one takes
 * the narrower ones along; what is disjoint from a chosen gloss is refused: then the word is ambiguous here.
 */
export function toggled(chosen: readonly string[], id: string, relations: readonly Relation[]): Toggled {
  if (chosen.includes(id)) {
    const gone = closure(id, relations, narrower)
    return { chosen: chosen.filter((one) => !gone.has(one)), added: [] }
  }
  const wanted = closure(id, relations, wider)
  for (const one of wanted) {
    const enemy = chosen.find((other) => areDisjoint(one, other, relations))
    if (enemy !== undefined) return { refusedBy: enemy }
  }
  const added = [...wanted].filter((one) => one !== id && !chosen.includes(one))
  return { chosen: [...chosen, id, ...added], added }
}

function areDisjoint(a: string, b: string, relations: readonly Relation[]): boolean {
  return relations.some(
    (one) => one.kind === 'disjoint' && ((one.a === a && one.b === b) || (one.a === b && one.b === a)),
  )
}

export function wider(id: string, relations: readonly Relation[]): string[] {
  return relations.filter((one) => one.kind === 'includes' && one.b === id).map((one) => one.a)
}

export function narrower(id: string, relations: readonly Relation[]): string[] {
  return relations.filter((one) => one.kind === 'includes' && one.a === id).map((one) => one.b)
}

function closure(id: string, relations: readonly Relation[], step: typeof wider): Set<string> {
  const found = new Set([id])
  for (const one of found) for (const next of step(one, relations)) found.add(next)
  return found
}

/** All places of the target word in its sentence; the official data gives no position, so each is marked. */
export function targetIdxes(sentence: readonly string[], word: readonly string[]): number[] {
  const found: number[] = []
  for (let at = 0; word.length > 0 && at + word.length <= sentence.length; at++) {
    if (word.every((char, i) => sentence[at + i] === char)) found.push(...word.map((_, i) => at + i))
  }
  return found
}

/** Glosses that stand in a relation without direction to this one. */
export function related(id: string, relations: readonly Relation[], kind: 'disjoint' | 'overlapping'): string[] {
  return relations.flatMap((one) => {
    if (one.kind !== kind) return []
    return one.a === id ? [one.b] : one.b === id ? [one.a] : []
  })
}
