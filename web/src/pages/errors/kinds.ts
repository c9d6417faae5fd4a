import type { Difference } from './load'

export type Kind = Difference['kind']
export const KINDS: readonly Kind[] = ['missed', 'spurious', 'role', 'boundary', 'coreference', 'label']

/** Kinds of an item's errors, each once, in the order of the chart. */
export function kindsOf(errors: readonly { kind: Kind }[]): Kind[] {
  return KINDS.filter((kind) => errors.some((error) => error.kind === kind))
}
