import { expect, test } from 'vitest'
import { sameJson } from '@/local/json'

test.each([
  [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ['1', 1, false],
  [{ idxes: [3, 4] }, { idxes: [3, 4, 5] }, false],
])('%j and %j', (a, b, same) => {
  expect(sameJson(a, b)).toBe(same)
  expect(sameJson(b, a)).toBe(same)
})
