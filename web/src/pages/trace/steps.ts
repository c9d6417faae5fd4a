/** What happened to an item in a campaign, put in order from what the trace lists by kind. */
import type { Schemas } from '@/api/client'
import { reasonTitle } from '@/composables/reasons'
import { t, tOr } from '@/i18n'

type Campaign = Schemas['TracedCampaign']
type Given = Schemas['TracedAnswer']

export interface Step {
  at: number
  by: string
  what: string
  text: string
}

/** The last version of what everybody said, without drafts; a decided answer stands among the decisions. */
export function answersShown(answers: readonly Given[]): Given[] {
  const latest = new Map<string, Given>()
  for (const given of answers)
    if (given.kind !== 'draft' && given.kind !== 'decided') latest.set(`${given.by} ${given.kind}`, given)
  return [...latest.values()]
}

/** Reviews, appeals, comments and decisions, the oldest first. */
export function happened(campaign: Campaign): Step[] {
  const steps: Step[] = [
    ...campaign.reviews.map((turn) => ({
      at: turn.decided_at ?? turn.at,
      by: turn.by,
      what: tOr(`review.kind.${turn.kind}`, turn.kind),
      text: tOr(`step.${turn.verdict ?? turn.state}`, turn.verdict ?? tOr(`state.${turn.state}`, turn.state)),
    })),
    ...campaign.appeals.map(({ at, by, text }) => ({ at, by, what: t('trace.appeal'), text })),
    ...campaign.comments.map(({ at, by, text }) => ({ at, by, what: t('trace.comment'), text })),
    ...campaign.decisions.map((decision) => ({
      at: decision.at,
      by: decision.by,
      what: t('trace.decided'),
      text: [
        tOr(`step.${decision.outcome}`, decision.outcome),
        decision.reason_code && reasonTitle(decision.reason_code),
        decision.reason,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  ]
  return steps.sort((a, b) => a.at - b.at)
}
