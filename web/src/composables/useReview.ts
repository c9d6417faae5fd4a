/** One reviewer's turn: the answers to judge, the verdict that is being written, sending it, the next one. */
import { computed, ref, shallowRef } from 'vue'
import { ApiError } from '@/api/error'
import type { Answer } from '@/api/form'
import { checkAnswer } from '@/api/jobs'
import * as api from '@/api/reviews'
import { plain } from '@/local/json'
import {
  changed,
  dropVerdict,
  emptyVerdict,
  keepVerdict,
  keptVerdict,
  missing,
  type Kind,
  type Mode,
  type Verdict,
} from '@/local/verdicts'
import { useHeartbeat } from './useHeartbeat'
import { useLiveCheck } from './useLiveCheck'
import { refreshReviewCount } from './useReviewCount'
import { useTurn } from './useTurn'

export function useReview(campaign: () => number, user: () => number, appeals: () => boolean) {
  const review = shallowRef<api.Review | null>(null)
  const { phase, failure, refusal, attempt } = useTurn()
  const verdict = ref<Verdict>(emptyVerdict())
  const busy = ref(false)
  const decided = ref(0)
  const lease = useHeartbeat()
  const check = useLiveCheck()
  const kind = computed<Kind>(() => (appeals() ? 'appeal' : review.value?.kind === 'audit' ? 'audit' : 'review'))
  const lacks = computed(() => missing(verdict.value, kind.value))

  function show(next: api.Review): void {
    review.value = next
    refusal.value = null
    check.set([])
    verdict.value = keptVerdict(user(), next.review) ?? emptyVerdict()
    lease.start(next.seconds_left, () => api.reviewHeartbeat(next.review))
    phase.value = 'working'
  }

  async function fetched(fetch: () => Promise<void>): Promise<void> {
    phase.value = 'loading'
    lease.stop()
    await attempt(fetch)
  }

  async function openNext(): Promise<void> {
    await fetched(async () => {
      const next = await api.nextReview(campaign(), appeals())
      if (next) show(next)
      else phase.value = 'empty'
    })
  }

  async function open(id: number): Promise<void> {
    await fetched(async () => show(await api.getReview(id)))
  }

  function change(what: Partial<Verdict>): void {
    verdict.value = changed(verdict.value, what)
    if (review.value) keepVerdict(user(), review.value.review, plain(verdict.value))
  }

  function accept(index: number): void {
    const given = review.value?.answers[index]
    const audited = kind.value === 'audit' ? review.value?.job : null
    if (given && (!audited || audited === given.job)) change({ mode: 'accept', job: given.job, answer: null })
  }

  /** Starts from the answer that was chosen last, else from the first. */
  function startEdit(): void {
    const answers = review.value?.answers ?? []
    const wanted = kind.value === 'audit' ? review.value?.job : verdict.value.job
    const from = answers.find((one) => one.job === wanted) ?? answers[0]
    const answer = verdict.value.answer ?? plain(from?.answer ?? {})
    change({ mode: 'edit', job: from?.job ?? null, answer })
    ask(answer)
  }

  function choose(mode: Mode): void {
    change({ mode })
  }

  function edit(answer: Answer): void {
    change({ answer: plain(answer) })
    ask(answer)
  }

  function ask(answer: Answer): void {
    const item = review.value?.item.id
    if (item !== undefined) check.ask(plain(answer), (given) => checkAnswer(campaign(), item, given))
  }

  async function send(current: api.Review): Promise<void> {
    const { mode, job, answer, code, reason, key } = verdict.value
    const { version } = current
    if (mode === 'uphold' || mode === 'dismiss') {
      await api.decideAppeal(current.review, { uphold: mode === 'uphold', answer, reason: reason.trim(), key, version })
    } else {
      await api.decide(current.review, {
        accept: mode === 'accept' ? job : null,
        answer: mode === 'edit' ? answer : null,
        reason_code: code ?? '',
        reason: reason.trim(),
        key,
        version,
      })
    }
  }

  async function submit(): Promise<boolean> {
    const current = review.value
    if (!current || busy.value || lacks.value) return false
    busy.value = true
    refusal.value = null
    try {
      await send(current)
      dropVerdict(user(), current.review)
      review.value = null
      decided.value += 1
      void refreshReviewCount()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal.value = error
      if (error.hits.length > 0) check.set(error.hits)
      return false
    } finally {
      busy.value = false
    }
  }

  async function passOn(reason: string): Promise<void> {
    if (!review.value) return
    await api.passOn(review.value.review, reason)
    dropVerdict(user(), review.value.review)
    await openNext()
  }

  return {
    review,
    phase,
    failure,
    refusal,
    verdict,
    kind,
    busy,
    decided,
    lease,
    check,
    lacks,
    openNext,
    open,
    change,
    accept,
    startEdit,
    choose,
    edit,
    submit,
    passOn,
  }
}
