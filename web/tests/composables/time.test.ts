import { expect, test } from 'vitest'
import { ActiveTime } from '@/composables/useActiveTime'
import { beatAfter } from '@/composables/useHeartbeat'

test('only time with somebody at it counts', () => {
  const time = new ActiveTime()
  time.reset(0)
  time.touch(10_000)
  time.touch(20_000)
  expect(time.seconds(25_000)).toBe(25)
  time.touch(20_000 + 3_600_000) // an hour at lunch counts as one idle minute
  expect(time.seconds(20_000 + 3_600_000)).toBe(80)
  time.pause(20_000 + 3_605_000)
  expect(time.seconds(9_999_999)).toBe(85)
})

test.each([
  [1800, 300_000],
  [60, 20_000],
  [3, 5_000],
])('a lease with %d seconds left is renewed after %d ms', (left, after) => {
  expect(beatAfter(left)).toBe(after)
})
