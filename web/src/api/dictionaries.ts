/** The dictionaries of a benchmark: a word of all of them, and two merged by decisions. */
import { answer, client, type Schemas } from './client'
import type { Result } from '@/results/pages'

export type GlossPair = Schemas['GlossPair']
export type DictionaryPairs = Schemas['DictionaryPairs']
export type Measure = Schemas['MergeIn']['measure']

export interface MergeChoice {
  base: string
  additions: string
  measure: Measure
  threshold: number
}

const at = (name: string) => ({ path: { name } })

/** A page whose facts are the dictionaries, with the glosses of a word where one is asked for. */
export async function compareDictionaries(name: string, word: string): Promise<Result> {
  const where = { params: { ...at(name), query: { word } } }
  return (await answer(client.GET('/api/benchmarks/{name}/dictionaries', where))) as unknown as Result
}

export function listDictionaries(name: string): Promise<string[]> {
  return answer(client.GET('/api/benchmarks/{name}/dictionaries/names', { params: at(name) }))
}

/** Those that wait for a decision, or those that have one. */
export function listPairs(
  name: string,
  choice: MergeChoice & { near: number; decided: boolean },
): Promise<DictionaryPairs> {
  const params = { ...at(name), query: choice }
  return answer(client.GET('/api/benchmarks/{name}/dictionaries/pairs', { params }))
}

export function decidePair(name: string, { word, gloss, like }: GlossPair, same: boolean | null) {
  const body = { word, gloss, like, same }
  return answer(client.PUT('/api/benchmarks/{name}/dictionaries/decisions', { params: at(name), body }))
}

/** Counts of words and glosses, by what became of them. */
export function mergeDictionaries(name: string, choice: MergeChoice, file: string): Promise<Record<string, number>> {
  const body = { ...choice, name: file }
  return answer(client.POST('/api/benchmarks/{name}/dictionaries/merge', { params: at(name), body }))
}
