import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import en from '@/i18n/en'
import zh from '@/i18n/zh'

type Tree = { [key: string]: string | Tree }

function paths(tree: Tree, before = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : paths(value, `${before}${key}.`),
  )
}

function at(tree: Tree, path: string): string {
  return path.split('.').reduce<string | Tree>((found, key) => (found as Tree)[key] ?? '', tree) as string
}

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sources(path)
    return /\.(vue|ts)$/.test(name) && !/\.test\.ts$/.test(name) ? [readFileSync(path, 'utf-8')] : []
  })
}

const known = new Set(paths(zh))
const all = sources('src').join('\n')

test('Chinese and English have the same texts', () => {
  expect(paths(en).sort()).toEqual(paths(zh).sort())
})

test('and the same places to fill in', () => {
  const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort()
  for (const path of known) expect([path, holes(at(en, path))]).toEqual([path, holes(at(zh, path))])
})

test('every text that is asked for exists', () => {
  const asked = [...all.matchAll(/\bt\(\s*'([\w.-]+)'/g), ...all.matchAll(/(?:label|title): '([a-z]+\.[\w.]+)'/gi)]
  const unknown = new Set(asked.map((match) => match[1] ?? '').filter((path) => !known.has(path)))
  expect([...unknown]).toEqual([])
})

test('every text that exists is asked for', () => {
  // Parts that are put together at run time: t(`state.${…}`).
  const built = [...all.matchAll(/`([\w.]+)\.\$\{/g)].map((match) => `${match[1]}.`)
  const whole = [...all.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/gi)].map((match) => match[1] ?? '')
  const used = (path: string) =>
    whole.some((one) => path === one || path.startsWith(`${one}.`)) || built.some((start) => path.startsWith(start))
  expect([...known].filter((path) => !used(path))).toEqual([])
})
