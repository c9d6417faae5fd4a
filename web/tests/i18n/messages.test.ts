import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Words } from '@/api/form'
import { setLang, t, tOr, type TextKey } from '@/i18n'
import { TEXTS } from '@/i18n/texts'

interface Texts {
  [key: string]: Words | Texts
}

const isWords = (of: Words | Texts): of is Words => typeof of.zh === 'string' && typeof of.en === 'string'

/** Every text with the key that asks for it. */
function listed(texts: Texts, before = ''): [string, Words][] {
  return Object.entries(texts).flatMap(([key, of]): [string, Words][] =>
    isWords(of) ? [[before + key, of]] : listed(of, `${before}${key}.`),
  )
}

afterEach(() => setLang('zh'))

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sources(path)
    return /\.(vue|ts)$/.test(name) && !/\.test\.ts$/.test(name) ? [readFileSync(path, 'utf-8')] : []
  })
}

const all = listed(TEXTS)
const known = new Set(all.map(([key]) => key))
const code = sources('src').join('\n')

test('Chinese and English have the same texts', () => {
  const written = (language: keyof Words) => all.filter(([, words]) => words[language] !== '').map(([key]) => key)
  expect(written('en')).toEqual(written('zh'))
})

test('and the same places to fill in', () => {
  const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort()
  for (const [key, { zh, en }] of all) expect([key, holes(en)]).toEqual([key, holes(zh)])
})

test('every text that exists is asked for', () => {
  // Parts that are put together at run time: t(`state.${…}`).
  const built = [...code.matchAll(/`([\w.]+)\.\$\{/g)].map((match) => `${match[1]}.`)
  const whole = [...code.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/gi)].map((match) => match[1] ?? '')
  // Whole groups: Object.values(work.skipReasons).
  whole.push(...[...code.matchAll(/Object\.(?:values|entries)\((\w+(?:\.\w+)*)\)/g)].map((match) => match[1] ?? ''))
  const used = (path: string) =>
    whole.some((one) => path === one || path.startsWith(`${one}.`)) || built.some((start) => path.startsWith(start))
  expect([...known].filter((path) => !used(path))).toEqual([])
})

test('a text is said in the language of the page, with its values', () => {
  expect(t('error.line', { n: 3 })).toBe('第 3 行')
  setLang('en')
  expect([0, 1, 2].map((n) => t('answers.tuples', { n }))).toEqual(['0 tuples', '1 tuple', '2 tuples'])
  expect(t({ zh: '答案 {n}', en: 'answer {n}' }, { n: 1 })).toBe('answer 1')
})

test("the server's words stay as they are: braces in them are somebody's file, a text without English is shown in Chinese", () => {
  setLang('en')
  expect(t({ zh: '实际', en: 'found {x} | y' })).toBe('found {x} | y')
  expect(t({ zh: '只有中文', en: '' })).toBe('只有中文')
})

test('a key nobody knows is shown as it is, or gives way to another text', () => {
  const unknown = ['state.unheard', 'state', 'state.open.more'] as unknown as TextKey[]
  expect(unknown.map((key) => t(key))).toEqual(unknown)
  expect([tOr('state.unheard', 'unheard'), tOr('state.open', 'open')]).toEqual(['unheard', '待标注'])
})
