import { describe, expect, it } from 'vitest'
import type { WorkItem } from '@/api/form'
import { isSingle, optionsOf, toggledLetter } from './options'

const item = (extra: WorkItem['extra']): WorkItem => ({ texts: {}, extra, words: [] })

describe('options of an item', () => {
  it('stand in the order of the letters', () => {
    expect(optionsOf(item({ options: { B: '乙', A: '甲', X: '?' } }), ['A', 'B', 'C'])).toEqual([
      { letter: 'A', text: '甲' },
      { letter: 'B', text: '乙' },
    ])
    expect(optionsOf(item({ options: ['甲'] }), ['A'])).toEqual([])
  })

  it('replace each other where one is right, else add up', () => {
    expect(toggledLetter(['A'], 'C', { single: true })).toEqual(['C'])
    expect(toggledLetter(['C'], 'A', { single: false })).toEqual(['A', 'C'])
    expect(toggledLetter(['A', 'C'], 'A', { single: false })).toEqual(['C'])
  })

  it('say whether one is right where the item does', () => {
    expect(isSingle(item({ option_kind: 'single' }))).toBe(true)
    expect(isSingle(item({ option_kind: 'multiple' }))).toBe(false)
    expect(isSingle(item({}))).toBeUndefined()
  })
})
