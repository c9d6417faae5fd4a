/** Tiers and the rules that give them by their titles. The server knows the words; they are fetched once. */
import { shallowRef } from 'vue'
import { answer, client, type Schemas } from '@/api/client'
import { t } from '.'

const words = shallowRef<Record<string, Schemas['TierWords']>>({})
let asked = false

async function fetchWords(): Promise<void> {
  asked = true
  try {
    words.value = await answer(client.GET('/api/tiers'))
  } catch {
    asked = false // until the next page asks, names stand for themselves
  }
}

function named(task: string, part: keyof Schemas['TierWords'], name: string): string {
  if (!asked) void fetchWords()
  const title = words.value[task]?.[part][name]
  return title ? t(title) : name
}

/** `near` of a rating is 相邻，可复审; a tier of somebody's own rules is called by its name. */
export function tierName(task: string, tier: string): string {
  return named(task, 'tiers', tier)
}

/** The rule that gave a tier. */
export function ruleName(task: string, rule: string): string {
  return named(task, 'rules', rule)
}
