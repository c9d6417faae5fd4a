/** Phases as plain values: what is open now, dates for the fields of a form. */
import type { Competition, Kind, Phase, ScoredKind } from '@/api/competitions'
import { KINDS } from '@/api/competitions'
import type { Schemas } from '@/api/client'

export type PhaseIn = Schemas['PhaseIn']
const DAY = 86_400

export function currentPhase(competition: Competition): Phase | null {
  return competition.phases.find((phase) => phase.current) ?? null
}

/** The phases that take answers now; two of them may go on beside each other. */
export function scoredPhases(competition: Competition): ScoredKind[] {
  return competition.phases.flatMap(({ kind, open }) => (open && (kind === 'dev' || kind === 'test') ? [kind] : []))
}

/** Whether there is a text that the team has yet to accept before it can go on. */
export function agreementDue(competition: Competition): Phase | null {
  const { phases, team } = competition
  return phases.find((phase) => phase.open && phase.agreement && team && !team.accepted.includes(phase.kind)) ?? null
}

/** The board one wants to see first: that of the phase that goes on, unless its scores are kept from whoever looks. */
export function firstBoard(competition: Pick<Competition, 'phases' | 'organiser'>): ScoredKind {
  const { phases, organiser } = competition
  const phase = phases.find((one) => one.current)
  if (phase?.kind === 'published' || phases.length === 0) return 'test'
  if (phase?.kind !== 'test') return 'dev'
  const hidden = phase.shows !== 'all' && !organiser
  return hidden && phases.some((one) => one.kind === 'dev' && one.shows === 'all') ? 'dev' : 'test'
}

/** The browser's time zone as people tell it: UTC+8. */
export function timeZone(): string {
  const hours = -new Date().getTimezoneOffset() / 60
  return hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`
}

/** Seconds since 1970 as the value of a date field, in the browser's time zone. */
export function toField(seconds: number | null | undefined): string {
  if (!seconds) return ''
  const local = new Date(seconds * 1000 - new Date(seconds * 1000).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

export function fromField(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time / 1000
}

/** A month on dev and three days on test, beginning now. */
export function usualDates(now: number): PhaseIn[] {
  const start = Math.floor(now / 60) * 60
  return [
    { kind: 'registration', starts_at: start, ends_at: null },
    { kind: 'dev', starts_at: start + 7 * DAY, ends_at: start + 37 * DAY },
    { kind: 'test', starts_at: start + 38 * DAY, ends_at: start + 41 * DAY },
    { kind: 'published', starts_at: start + 48 * DAY, ends_at: null },
  ]
}

/** Dates by which a phase begins now: earlier ones end, later ones that should have begun are put off a day each.
 *  A registration that has an end keeps it until the results are published: it may go on beside the others. */
export function entering(phases: readonly Phase[], kind: Kind, now: number): PhaseIn[] {
  const at = KINDS.indexOf(kind)
  const dates = new Map(phases.map((phase) => [phase.kind, phase]))
  const changed: PhaseIn[] = []
  KINDS.forEach((one, i) => {
    const phase = dates.get(one)
    if (i === at) changed.push({ kind, starts_at: now, ends_at: later(phase?.ends_at, now) })
    else if (phase && i < at && (phase.starts_at > now || (phase.ends_at ?? now) > now))
      changed.push({
        kind: one,
        starts_at: Math.min(phase.starts_at, now - at + i),
        ends_at: phase.ends_at === null || (one === 'registration' && kind !== 'published') ? phase.ends_at : now,
      })
    else if (phase && i > at && phase.starts_at <= now)
      changed.push({ kind: one, starts_at: now + (i - at) * DAY, ends_at: null })
  })
  return changed
}

function later(ends: number | null | undefined, now: number): number | null {
  return ends && ends > now ? ends : null
}
