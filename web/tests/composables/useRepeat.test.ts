import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useRepeat } from '@/composables/useRepeat'
import { inSetup } from '../inSetup'

const wanted = ref(true)
let calls = 0
let finish = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  wanted.value = true
  calls = 0
})
afterEach(() => {
  show(true)
  vi.useRealTimers()
})

function start(act: () => Promise<void> = async () => undefined) {
  const counted = () => {
    calls += 1
    return act()
  }
  return inSetup(() => useRepeat(counted, () => wanted.value, 1000))
}

function show(visible: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: !visible })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('it goes on while it is wanted', async () => {
  const { unmount } = start()
  await vi.advanceTimersByTimeAsync(3500)
  expect(calls).toBe(3)
  wanted.value = false
  await nextTick()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toBe(3)
  wanted.value = true
  await nextTick()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toBe(4)
  unmount()
})

test('it rests while nobody sees the page, and ends with it', async () => {
  const { unmount } = start()
  show(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toBe(0)
  show(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls).toBe(1)
  unmount()
  show(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toBe(1)
})

test('one at a time, and none after the page was left meanwhile', async () => {
  const { unmount } = start(() => new Promise((resolve) => (finish = resolve)))
  await vi.advanceTimersByTimeAsync(1000)
  show(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toBe(1)
  unmount()
  finish()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toBe(1)
})
