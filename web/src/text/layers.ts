/** Two answers laid over one text: which characters each marks, and in which role. */

import { characters } from './fragment'

/** Characters that one answer marks. */
export interface Layer {
  role: string
  idxes: readonly number[]
}

/** Neighbouring characters about which both answers say the same. */
export interface Run {
  start: number
  text: string
  gold: string[]
  said: string[]
  /** Roles that begin with the first character. */
  goldBegins: string[]
  saidBegins: string[]
}

interface Marked {
  roles: string[]
  begins: string[]
}

export function runsOf(text: string, gold: readonly Layer[], said: readonly Layer[]): Run[] {
  const chars = characters(text)
  const ours = marked(chars.length, gold)
  const theirs = marked(chars.length, said)
  const runs: Run[] = []
  chars.forEach((char, i) => {
    const [one, other] = [ours[i] as Marked, theirs[i] as Marked]
    const last = runs.at(-1)
    const goesOn =
      last && same(last.gold, one.roles) && same(last.said, other.roles) && !one.begins.length && !other.begins.length
    if (goesOn) last.text += char
    else {
      runs.push({
        start: i,
        text: char,
        gold: one.roles,
        said: other.roles,
        goldBegins: one.begins,
        saidBegins: other.begins,
      })
    }
  })
  return runs
}

/** Neighbouring characters about which each of several answers says the same. */
export interface StackedRun {
  start: number
  text: string
  /** Roles by answer. */
  roles: string[][]
}

/** A text with any number of answers on it. */
export function stackedRuns(text: string, answers: readonly (readonly Layer[])[]): StackedRun[] {
  const chars = characters(text)
  const marks = answers.map((layers) => marked(chars.length, layers))
  const runs: StackedRun[] = []
  chars.forEach((char, i) => {
    const here = marks.map((one) => one[i] as Marked)
    const last = runs.at(-1)
    const goesOn = last && here.every(({ roles, begins }, k) => same(last.roles[k] ?? [], roles) && !begins.length)
    if (goesOn) last.text += char
    else runs.push({ start: i, text: char, roles: here.map(({ roles }) => roles) })
  })
  return runs
}

function marked(length: number, layers: readonly Layer[]): Marked[] {
  const found = Array.from({ length }, (): Marked => ({ roles: [], begins: [] }))
  for (const { role, idxes } of layers) {
    const inside = new Set(idxes)
    for (const index of inside) {
      const here = found[index]
      if (!here || here.roles.includes(role)) continue
      here.roles.push(role)
      if (!inside.has(index - 1)) here.begins.push(role)
    }
  }
  return found
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i])
}
