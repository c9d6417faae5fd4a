import type { Schemas } from '@/api/client'

export type Kind = Schemas['DifferenceView']['kind']
export const KINDS: readonly Kind[] = ['missed', 'spurious', 'role', 'boundary', 'coreference', 'label']

/** Kinds of an item's errors, each once, in the order of the chart. */
export function kindsOf(errors: readonly { kind: Kind }[]): Kind[] {
  return KINDS.filter((kind) => errors.some((error) => error.kind === kind))
}
