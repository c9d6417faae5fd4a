/** Numbers of scores by their names: `accuracy.accuracy` is 准确率. The server knows the words; they are fetched once. */
import { shallowRef } from 'vue'
import { answer, client, type Schemas } from '@/api/client'
import { t } from '.'

const words = shallowRef<Schemas['MeasureWords'] | null>(null)
let asked = false

async function fetchWords(): Promise<void> {
  asked = true
  try {
    words.value = await answer(client.GET('/api/measures'))
  } catch {
    asked = false // until the next page asks, names stand for themselves
  }
}

/** `strict.macro_f1` is 严格 · 宏 F1; a measure with one number of its own name needs only one word. */
export function numberName(name: string): string {
  if (!asked) void fetchWords()
  const dot = name.indexOf('.')
  const [measure, number] = [name.slice(0, Math.max(dot, 0)), name.slice(dot + 1)]
  const called = words.value?.numbers[number]
  const said = called ? t(called) : number
  if (!measure || (measure === number && called)) return said
  const group = words.value?.measures[measure]
  return `${group ? t(group) : measure} · ${said}`
}
