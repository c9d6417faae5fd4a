import { beforeEach, expect, test } from 'vitest'
import { dropAppeal, keptAppeal, writeAppeal } from '@/local/appeals'

beforeEach(() => localStorage.clear())

test('what was written is there again, for its author and its job only', () => {
  writeAppeal(7, 1, '文中说')
  const last = writeAppeal(7, 1, '文中说“轻松”')
  expect(keptAppeal(7, 1)).toEqual(last)
  expect([keptAppeal(7, 2), keptAppeal(8, 1)]).toEqual([null, null])
})

test('another text has another key', () => {
  expect(writeAppeal(7, 1, '一').key).not.toBe(writeAppeal(7, 1, '二').key)
})

test.each([
  ['emptied', () => void writeAppeal(7, 1, ' ')],
  ['sent', () => dropAppeal(7, 1)],
])('nothing is kept of one that was %s', (_, end) => {
  writeAppeal(7, 1, '文中说')
  end()
  expect(keptAppeal(7, 1)).toBeNull()
})
