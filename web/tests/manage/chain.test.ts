import { expect, test } from 'vitest'
import forms from '@/widgets/forms.json'
import type { FormDescription } from '@/api/form'
import { asked, fieldTitle, valueTitle, whereText } from '@/pages/manage/chain'
import { ALL, namesOf, textOf } from '@/pages/manage/tiers'

const form = forms['space-rating'] as unknown as FormDescription
const TIERS = [
  { tier: 'gold', release: true, items: 3 },
  { tier: 'near', release: true, items: 2 },
  { tier: 'poor', release: false, items: 1 },
]

test('a choice of items is told in the words of the form', () => {
  expect(whereText(form, { rating: ['bad'], genre: [] })).toBe('评级：显然异常')
  expect(whereText(form, { kind: ['web', 'other'] })).toBe('来源：网络、other')
  expect(whereText(form, {})).toBe('全部已裁决的题')
  expect([fieldTitle(form, 'genre'), fieldTitle(form, 'tier')]).toEqual(['语体', 'tier'])
  expect(valueTitle(form, 'rating', 'unheard')).toBe('unheard')
})

test('a field in which nothing is ticked is not asked for', () => {
  expect(asked({ rating: [], genre: ['news'] })).toEqual({ genre: ['news'] })
})

test('released tiers need no name', () => {
  expect(namesOf('', TIERS)).toEqual(['gold', 'near'])
  expect(namesOf('poor', TIERS)).toEqual(['poor'])
  expect(namesOf(ALL, TIERS)).toEqual(['gold', 'near', 'poor'])
  expect(textOf(['near', 'gold'], TIERS)).toBe('')
  expect(textOf(['poor', 'gold'], TIERS)).toBe('gold,poor')
})
