/** What the pages say: Chinese first, English by choice. Texts are `Words`, ours (`texts.ts`) and the server's alike. */
import { computed, ref, watchEffect } from 'vue'
import type { Words } from '@/api/form'
import { TEXTS, type TextKey } from './texts'

export type { TextKey }
export type Lang = 'zh' | 'en'
const KEY = 'pingce.lang'

interface TextTree {
  [key: string]: Words | TextTree
}

function remembered(value = localStorage.getItem(KEY)): Lang | null {
  return value === 'en' || value === 'zh' ? value : null
}

const chosen = ref<Lang>(remembered() ?? 'zh')

export const lang = computed<Lang>(() => chosen.value)

watchEffect(() => {
  document.documentElement.lang = lang.value === 'zh' ? 'zh-CN' : 'en'
})

/** What is chosen in one tab holds in all. */
window.addEventListener('storage', (event) => {
  if (event.key === KEY) chosen.value = remembered(event.newValue) ?? chosen.value
})

/** What somebody chose in this browser stays, whoever signs in. */
export function setLang(next: Lang): void {
  chosen.value = next
  localStorage.setItem(KEY, next)
}

/** The language of somebody's account, unless this browser has one of its own. */
export function suggestLang(next: Lang): void {
  if (remembered() === null) chosen.value = next
}

function isWords(branch: Words | TextTree): branch is Words {
  return typeof branch.zh === 'string'
}

function lookUp(key: string): Words | undefined {
  let branch: Words | TextTree | undefined = TEXTS
  for (const step of key.split('.')) branch = branch && !isWords(branch) ? branch[step] : undefined
  return branch && isWords(branch) ? branch : undefined
}

/** `{n} problem | {n} problems`: the first for one, the second for none and many. */
function countedForm(text: string, n: unknown): string {
  const [one = text, many = one] = text.split(' | ')
  return n === 1 ? one : many
}

/**
 * A text in the language of the page: by its key in `texts.ts`, or words of the server.
 * `{name}` stands for the value of that name. A key nobody knows does not pass the type checker (`TextKey`).
 */
export function t(text: TextKey | Words, values: Record<string, unknown> = {}): string {
  const words = typeof text === 'string' ? lookUp(text) : text
  if (!words) return String(text)
  const whole = words[lang.value] || words.zh
  const counted = typeof text === 'string' ? countedForm(whole, values.n) : whole
  return counted.replace(/\{(\w+)\}/g, (hole, name: string) => (name in values ? String(values[name] ?? '') : hole))
}

/** The text of a key that is put together from what the server names; the other text where there is none. */
export function tOr(key: string, otherwise: string): string {
  return lookUp(key) ? t(key as TextKey) : otherwise
}
