/** One annotator at one campaign: the job in hand, its answer, submission and what comes next. */
import { computed, onBeforeUnmount, ref, shallowRef, watch } from 'vue'
import { ApiError, isOffline } from '@/api/error'
import type { Answer } from '@/api/form'
import * as api from '@/api/jobs'
import { plain, sameJson } from '@/local/json'
import { enqueue, freshKey, settle, waiting, type Submission } from '@/local/outbox'
import { useActiveTime } from './useActiveTime'
import { useDraft } from './useDraft'
import { useHeartbeat } from './useHeartbeat'
import { useLiveCheck } from './useLiveCheck'
import { delivered, keepFlushing, pending, refreshPending } from './useOutbox'
import { useTurn } from './useTurn'

/** So long an answer can be taken up again by the button beside the next item. */
const UNDO_MS = 10_000

export function useJob(campaign: () => number, user: () => number) {
  const job = shallowRef<api.Job | null>(null)
  const { phase, failure, refusal, attempt } = useTurn()
  const submitting = ref(false)
  const draft = useDraft(user, { save: api.saveDraft, load: api.getJob })
  const check = useLiveCheck()
  const lease = useHeartbeat()
  const time = useActiveTime()
  let left = false
  onBeforeUnmount(() => (left = true))

  const state = computed(() => job.value?.state ?? '')
  /** Submitted before: may be mended while the item is open, or because an audit asks for it. */
  const again = computed(() => state.value === 'submitted' || state.value === 'rejected' || !!job.value?.revisable)
  /** The job handed in last, which can be opened again with one click for a few seconds. */
  const justSubmitted = ref<number | null>(null)
  let forgetting: ReturnType<typeof setTimeout> | undefined
  function offerUndo(id: number): void {
    clearTimeout(forgetting)
    justSubmitted.value = id
    forgetting = setTimeout(() => (justSubmitted.value = null), UNDO_MS)
  }
  onBeforeUnmount(() => clearTimeout(forgetting))
  const takeable = computed(() => state.value === 'expired' || state.value === 'skipped' || lease.lost.value)
  const readOnly = computed(() => !again.value && !['claimed', 'expired'].includes(state.value))

  function ask(after?: number): void {
    const id = job.value?.job
    if (id === undefined) return
    check.ask(plain(draft.answer.value), (given) => api.checkJob(id, given), after)
  }

  function show(next: api.Job): void {
    job.value = next
    refusal.value = null
    check.set([])
    draft.open(next)
    lease.start(next.seconds_left, () => api.heartbeat(next.job))
    time.reset(Date.now())
    phase.value = 'working'
    if (Object.keys(draft.answer.value).length > 0) ask(0)
  }

  /** What waits in the outbox goes first, so that the server does not hand out the same item again. */
  async function openNext(): Promise<void> {
    phase.value = 'loading'
    lease.stop()
    job.value = null
    await attempt(async () => {
      await keepFlushing(user(), api.sendSubmission)
      const next = await api.nextJob(campaign())
      if (next) show(next)
      else phase.value = 'empty'
    })
  }

  /** While there is nothing: the page stays as it is unless a job is found; what goes wrong is tried again. */
  async function lookAgain(): Promise<void> {
    const place = campaign()
    try {
      const next = await api.nextJob(place)
      if (next && phase.value === 'empty' && campaign() === place && !left) show(next)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function openJob(id: number): Promise<void> {
    phase.value = 'loading'
    lease.stop()
    await attempt(async () => show(await api.getJob(id)))
  }

  function edit(next: Answer): void {
    refusal.value = null
    draft.edit(next)
    ask()
  }

  function prepare(current: api.Job): Submission {
    const given = plain(draft.answer.value)
    const before = waiting(user(), current.job)
    // The same answer sent again is the same submission: its key makes the server count it once.
    const same = before && !before.refused && before.version === draft.version.value && sameJson(before.answer, given)
    const key = same ? before.key : freshKey()
    return {
      user: user(),
      job: current.job,
      campaign: campaign(),
      ref: `#${current.serial}`,
      answer: given,
      key,
      version: draft.version.value,
      seconds: time.seconds(Date.now()),
      at: Date.now(),
    }
  }

  /** Stores the answer for good; true when the server has it. */
  async function submit(): Promise<boolean> {
    const current = job.value
    if (!current || readOnly.value || submitting.value || draft.conflict.value) return false
    submitting.value = true
    try {
      if (draft.status.value === 'saving') await draft.save()
      return await deliver(current, true)
    } finally {
      submitting.value = false
    }
  }

  async function deliver(current: api.Job, first: boolean): Promise<boolean> {
    const submission = prepare(current)
    enqueue(submission)
    try {
      await api.sendSubmission(submission)
      settle(user(), current.job)
      offerUndo(current.job)
      draft.finish()
      lease.stop()
      return true
    } catch (error) {
      if (isOffline(error)) {
        phase.value = 'queued'
        lease.stop()
        setTimeout(() => void keepFlushing(user(), api.sendSubmission), 1000)
        return false
      }
      settle(user(), current.job)
      if (!(error instanceof ApiError)) throw error
      return await refused(current, error, first)
    } finally {
      refreshPending(user())
    }
  }

  async function refused(current: api.Job, error: ApiError, first: boolean): Promise<boolean> {
    const before = draft.version.value
    if (error.status === 409) {
      await draft.meet(current.job, error)
      // Only our own draft was ahead of us (its answer got lost on the way): the same text may go again.
      if (first && !draft.conflict.value && draft.version.value !== before) return deliver(current, false)
    }
    if (!draft.conflict.value) refusal.value = error
    if (error.hits.length > 0) check.set(error.hits)
    return false
  }

  /** A job whose time ran out, or that I skipped, again: its draft is still there. */
  async function takeAgain(): Promise<void> {
    const current = job.value
    if (current) await attempt(async () => show(await api.takeJob(current.job)))
  }

  async function skip(reason: string): Promise<void> {
    const current = job.value
    if (!current) return
    await api.skipJob(current.job, reason)
    draft.finish()
    await openNext()
  }

  // A queued answer got through, or was refused and needs its author: go on from there.
  watch([delivered, pending], () => {
    if (phase.value !== 'queued' || !job.value) return
    const entry = waiting(user(), job.value.job)
    if (!entry) {
      draft.finish()
      void openNext()
    } else if (entry.refused) {
      settle(user(), job.value.job)
      void openJob(job.value.job)
    }
  })

  return {
    job,
    phase,
    failure,
    refusal,
    submitting,
    justSubmitted,
    again,
    takeable,
    readOnly,
    draft,
    check,
    lease,
    openNext,
    lookAgain,
    openJob,
    takeAgain,
    edit,
    submit,
    skip,
  }
}
