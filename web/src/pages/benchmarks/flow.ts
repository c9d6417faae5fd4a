/** How a benchmark stands, in a few numbers, from its plan. */
import type { Order, RunBrief, StagePlan } from '@/api/benchmarks'

export type TagKind = 'success' | 'warning' | 'info' | 'error' | 'default'

/** How a stage stands, as pages tell it: what was made from other inputs or settings apart from what was never made. */
export type ShownStanding = StagePlan['standing'] | 'outdated'

export function shownStanding(plan: Pick<StagePlan, 'standing' | 'run'>): ShownStanding {
  return plan.standing === 'run' && plan.run !== null ? 'outdated' : plan.standing
}

/** The colour of a standing, beside its words. */
export const STANDING_TAGS: Record<ShownStanding, TagKind> = {
  fresh: 'success',
  run: 'default',
  outdated: 'warning',
  running: 'info',
  after: 'default',
  waits: 'info',
  blocked: 'default',
}

export const RUN_TAGS: Record<RunBrief['state'], TagKind> = {
  running: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'default',
  interrupted: 'warning',
}

/** The stages that would run now, in order: what is out of date, and what comes after it. */
export function toRun(plan: readonly StagePlan[]): string[] {
  const wanted: StagePlan['standing'][] = ['run', 'after']
  return plan.some((one) => one.standing === 'run')
    ? plan.filter((one) => wanted.includes(one.standing)).map((one) => one.stage)
    : []
}

export function summaryOf(plan: readonly StagePlan[]): { fresh: number; run: number; waits: number } {
  const count = (standing: StagePlan['standing']) => plan.filter((one) => one.standing === standing).length
  return { fresh: count('fresh'), run: toRun(plan).length, waits: count('waits') }
}

export function isUnderWay(order: Order): boolean {
  return order.state === 'queued' || order.state === 'running'
}

/** Seconds a run took, or has taken until now. */
export function seconds(run: RunBrief, now: number): number {
  return Math.max(0, (run.finished_at ?? now) - run.started_at)
}
