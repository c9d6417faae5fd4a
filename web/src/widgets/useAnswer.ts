/** The answer of a form while somebody works on it: its history, and what of it is sent. */

import { type ComputedRef, type ShallowRef, computed, shallowRef, watch } from 'vue'
import type { Answer, FormField, Json, WorkItem } from '@/api/form'
import { plain, sameJson } from '@/local/json'
import { type History, begun, changed, redone, undone } from '@/text/history'
import { sent, withField } from './values/answer'

interface Given {
  form: { fields: FormField[] }
  item: WorkItem
  modelValue: Answer | null
}

export interface AnswerInWork {
  history: ShallowRef<History<Answer>>
  /** Everything that was said, also in fields that are not asked for at the moment. */
  answer: ComputedRef<Answer>
  said: ComputedRef<Answer>
  update: (field: FormField, value: Json) => void
  undo: () => void
  redo: () => void
}

/** Typing in one of these is one step of the history. */
const TYPED = new Set(['text', 'number', 'judged'])

export function useAnswer(given: Given, tell: (answer: Answer) => void, onRestart: () => void): AnswerInWork {
  const history = shallowRef(begun<Answer>(plain(given.modelValue ?? {})))
  const answer = computed(() => history.value.present)
  const said = computed(() => sent(given.form.fields, answer.value))
  let told: Answer = said.value

  function restart(): void {
    history.value = begun<Answer>(plain(given.modelValue ?? {}))
    told = said.value
    onRestart()
  }

  function go(next: History<Answer>): void {
    if (next === history.value) return
    history.value = next
    told = said.value
    tell(said.value)
  }

  // An answer that comes back as it was sent leaves everything in its place; any other begins anew.
  watch(
    () => given.modelValue,
    (value) => {
      if (!sameJson(value ?? {}, told)) restart()
    },
  )
  watch(() => given.item, restart)

  return {
    history,
    answer,
    said,
    update(field, value) {
      const next = withField(given.form.fields, answer.value, field, value)
      go(changed(history.value, next, TYPED.has(field.widget) ? field.key : null))
    },
    undo: () => go(undone(history.value)),
    redo: () => go(redone(history.value)),
  }
}
