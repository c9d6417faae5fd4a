/** Chinese first; English by choice. Texts of the server come in both languages (`Words`). */
import { computed } from 'vue'
import { createI18n } from 'vue-i18n'
import type { Words } from '@/api/form'
import en from './en'
import zh from './zh'

export type Lang = 'zh' | 'en'
const KEY = 'pingce.lang'

function remembered(): Lang {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh'
}

export const i18n = createI18n({
  legacy: false,
  locale: remembered(),
  fallbackLocale: 'zh',
  messages: { zh, en },
  missingWarn: import.meta.env.DEV,
  fallbackWarn: false,
})

export const lang = computed<Lang>(() => (i18n.global.locale.value === 'en' ? 'en' : 'zh'))

export function setLang(next: Lang): void {
  i18n.global.locale.value = next
  localStorage.setItem(KEY, next)
  document.documentElement.lang = next === 'zh' ? 'zh-CN' : 'en'
}

/** Text of the server in the language of the page. */
export function say(words: Words): string {
  return words[lang.value] || words.zh
}
