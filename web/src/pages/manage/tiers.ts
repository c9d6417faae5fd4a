/** A choice of tiers as the API takes it: names with commas, `all`, or nothing for the tiers that are released. */
import type { Schemas } from '@/api/client'

type TierCount = Schemas['TierCount']
export const ALL = 'all'

/** The tiers that a choice takes. */
export function namesOf(choice: string, tiers: readonly TierCount[]): string[] {
  if (choice === ALL) return tiers.map((one) => one.tier)
  return choice ? choice.split(',') : tiers.filter((one) => one.release).map((one) => one.tier)
}

export function textOf(names: readonly string[], tiers: readonly TierCount[]): string {
  const released = namesOf('', tiers)
  const same = names.length === released.length && released.every((name) => names.includes(name))
  return same ? '' : [...names].sort().join(',')
}
