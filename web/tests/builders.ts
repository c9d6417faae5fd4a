/** Things tests speak of, with defaults. */
import { ApiError } from '@/api/error'
import type { FormDescription, FormField, Json, WorkItem } from '@/api/form'
import type { Submission } from '@/local/outbox'

export function makeItem(change: Partial<WorkItem> = {}): WorkItem {
  return { texts: { text: '猫在桌子上' }, extra: {}, words: [], ...change }
}

export function makeField(widget: FormField['widget'], shape: { [key: string]: Json } = {}, key = 'value'): FormField {
  return {
    name: key,
    key,
    widget,
    title: { zh: key, en: key },
    optional: false,
    shown_if: {},
    needed_if: {},
    instead: '',
    shape,
  }
}

export function makeForm(...fields: FormField[]): FormDescription {
  return {
    id: 'f',
    task: 'a/b',
    title: { zh: '表', en: 'form' },
    texts: [{ name: 'text', title: { zh: '文本', en: 'text' } }],
    fields,
  }
}

export function refusal(status: number, code = 'refused'): ApiError {
  const words = { zh: code, en: code }
  return new ApiError(status, { code, message: words, hint: { zh: '', en: '' }, request: 'r' })
}

export function makeSubmission(change: Partial<Submission> = {}): Submission {
  return {
    user: 7,
    job: 1,
    campaign: 3,
    ref: 't-1',
    answer: { rating: 'fine' },
    key: 'key-00000001',
    version: 0,
    seconds: 2,
    at: 1,
    ...change,
  }
}
