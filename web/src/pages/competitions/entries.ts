/** How far the scoring of an entry is, in a word. */
import type { Entry, Score } from '@/api/competitions'
import { t } from '@/i18n'

type Tone = 'default' | 'info' | 'success' | 'warning' | 'error'

/** Milliseconds between two looks at submissions that wait for their score. */
export const LOOK_AGAIN = 1000

export function currentScore(entry: Entry): Score | null {
  return entry.scores.find((score) => score.current) ?? null
}

export function isWaiting(entry: Entry): boolean {
  return entry.state === 'queued' || entry.state === 'scoring'
}

/** The score as the boards print it; points of people have two digits. */
export function printed(value: number | null, humanRated = false): string {
  return value === null ? '–' : value.toFixed(humanRated ? 2 : 4)
}

export function entryWords(entry: Entry): { tone: Tone; text: string } {
  if (entry.state === 'queued') return { tone: 'info', text: t('competition.queued', { n: entry.ahead ?? 0 }) }
  if (entry.state === 'scoring') return { tone: 'info', text: t('competition.scoring') }
  if (entry.state === 'failed') return { tone: 'error', text: t('competition.failed') }
  if (entry.hidden) return { tone: 'warning', text: t('competition.hidden') }
  const score = currentScore(entry)
  if (score?.value == null) return { tone: 'warning', text: t('competition.toRate') }
  return { tone: 'success', text: printed(score.value) }
}
