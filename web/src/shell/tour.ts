/** A short walk over the pages that somebody has: which ones, and where the walk is. */
import { computed, ref } from 'vue'
import type { TextKey } from '@/i18n'
import { can, isAnnotator, me } from '@/session'

export interface TourStep {
  to: string
  text: TextKey
}

const step = ref<number | null>(null)

/** The pages in the bar, in its order; visitors see what is open to everybody. */
const steps = computed<TourStep[]>(() => [
  ...(me.value ? [{ to: '/', text: 'tour.steps.home' } as const] : []),
  ...(isAnnotator() ? [{ to: '/inbox', text: 'tour.steps.inbox' } as const] : []),
  ...(can('builder')
    ? ([
        { to: '/benchmarks', text: 'tour.steps.benchmarks' },
        { to: '/manage', text: 'tour.steps.manage' },
        { to: '/people', text: 'tour.steps.people' },
      ] as const)
    : []),
  ...(can('builder') || can('reviewer') ? [{ to: '/trace', text: 'tour.steps.trace' } as const] : []),
  { to: '/competitions', text: 'tour.steps.competitions' },
  { to: '/try', text: 'tour.steps.tryIt' },
  { to: me.value ? '/account' : '/welcome', text: 'tour.steps.keys' },
])

export const tour = { step, steps }

export function startTour(): void {
  step.value = 0
}

export function goTour(by: 1 | -1): void {
  const next = (step.value ?? 0) + by
  step.value = next >= 0 && next < steps.value.length ? next : null
}

export function endTour(): void {
  step.value = null
}
