/** Options that an item brings along, and the letters chosen among them. */

import type { Json, WorkItem } from '@/api/form'

export interface Option {
  letter: string
  text: string
}

/** The options in the order of the letters; an answer names them by letter. */
export function optionsOf(item: WorkItem, letters: readonly string[]): Option[] {
  const listed = item.extra.options
  if (typeof listed !== 'object' || listed === null || Array.isArray(listed)) return []
  return letters.flatMap((letter) => {
    const text = listed[letter]
    return typeof text === 'string' ? [{ letter, text }] : []
  })
}

/** Whether exactly one option is right; undefined where the item does not say. */
export function isSingle(item: WorkItem): boolean | undefined {
  const kind = item.extra.option_kind
  return kind === undefined ? undefined : kind === 'single'
}

export function chosenLetters(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The letters after one was pressed: taken back, added in order, or instead of the other where one is right. */
export function toggledLetter(chosen: readonly string[], letter: string, { single }: { single: boolean }): string[] {
  if (chosen.includes(letter)) return chosen.filter((one) => one !== letter)
  return single ? [letter] : [...chosen, letter].sort()
}
