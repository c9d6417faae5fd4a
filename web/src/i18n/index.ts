/** Chinese first; English by choice. Texts of the server come in both languages (`Words`). */
import { computed, watchEffect } from 'vue'
import { createI18n } from 'vue-i18n'
import type { Words } from '@/api/form'
import { TEXTS } from './texts'

export type Lang = 'zh' | 'en'
const KEY = 'pingce.lang'

function remembered(): Lang | null {
  const value = localStorage.getItem(KEY)
  return value === 'en' || value === 'zh' ? value : null
}

interface Texts {
  [key: string]: Words | Texts
}

interface Said {
  [key: string]: string | Said
}

function isWords(of: Words | Texts): of is Words {
  return typeof of.zh === 'string'
}

/** All texts in one language, as vue-i18n wants them. */
function inOne(texts: Texts, language: Lang): Said {
  return Object.fromEntries(
    Object.entries(texts).map(([key, of]) => [key, isWords(of) ? of[language] : inOne(of, language)]),
  )
}

export const i18n = createI18n({
  legacy: false,
  locale: remembered() ?? 'zh',
  fallbackLocale: 'zh',
  messages: { zh: inOne(TEXTS, 'zh'), en: inOne(TEXTS, 'en') },
  missingWarn: import.meta.env.DEV,
  fallbackWarn: false,
})

export const lang = computed<Lang>(() => (i18n.global.locale.value === 'en' ? 'en' : 'zh'))

watchEffect(() => {
  document.documentElement.lang = lang.value === 'zh' ? 'zh-CN' : 'en'
})

/** What somebody chose in this browser stays, whoever signs in. */
export function setLang(next: Lang): void {
  i18n.global.locale.value = next
  localStorage.setItem(KEY, next)
}

/** The language of somebody's account, unless this browser has one of its own. */
export function suggestLang(next: Lang): void {
  if (remembered() === null) i18n.global.locale.value = next
}

/** Text of the server in the language of the page. */
export function say(words: Words): string {
  return words[lang.value] || words.zh
}
