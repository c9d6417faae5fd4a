/** Undo and redo over any immutable value. */

export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** What the last change was about: changes of the same name in a row are one step (typing in a field). */
  readonly name: string | null
}

/** Enough for a long sitting with one item; the oldest steps go first. */
const STEPS = 200

export function begun<T>(present: T): History<T> {
  return { past: [], present, future: [], name: null }
}

/** A change; with `name`, it joins a change of that name made just before. */
export function changed<T>(history: History<T>, next: T, name: string | null = null): History<T> {
  if (Object.is(next, history.present)) return history
  const joins = name !== null && name === history.name && history.past.length > 0
  const past = joins ? history.past : [...history.past, history.present].slice(-STEPS)
  return { past, present: next, future: [], name }
}

export function undone<T>(history: History<T>): History<T> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: last,
    future: [history.present, ...history.future],
    name: null,
  }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future: rest, name: null }
}
