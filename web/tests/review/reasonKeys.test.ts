import { expect, test } from 'vitest'
import { reasonKeys } from '@/pages/review/reasonKeys'

test('every reason has a letter of its own that nothing else uses', () => {
  const codes = [
    'label',
    'boundary',
    'missed',
    'extra',
    'role',
    'sense',
    'context',
    'guideline',
    'both',
    'item',
    'right',
    'other',
  ]
  const keys = reasonKeys(codes)
  expect([...keys.keys()]).toEqual(codes)
  expect(new Set(keys.values()).size).toBe(codes.length)
  for (const letter of keys.values()) expect('erud').not.toContain(letter)
  expect([keys.get('label'), keys.get('boundary'), keys.get('missed')]).toEqual(['l', 'b', 'm'])
})
