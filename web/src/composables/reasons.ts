/** Titles of the reviewers' closed list of reasons; they come with the campaign. */
import { shallowReactive } from 'vue'
import type { Schemas } from '@/api/client'
import type { Words } from '@/api/form'
import { t } from '@/i18n'

const titles = shallowReactive(new Map<string, Words>())

export function rememberReasons(reasons: readonly Schemas['ReasonView'][]): void {
  for (const reason of reasons) titles.set(reason.code, reason.title)
}

/** Without a code the reviewer simply took another answer. */
export function reasonTitle(code: string): string {
  if (!code) return t('review.tookOther')
  const words = titles.get(code)
  return words ? t(words) : code
}
