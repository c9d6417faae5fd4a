/** A double click asks twice; only the first is carried out. */
import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { useAct } from '@/composables/useAct'
import { useAttempt } from '@/composables/useAttempt'
import { inSetup } from '../inSetup'

vi.mock('naive-ui', () => ({ useMessage: () => ({ success: vi.fn(), error: vi.fn() }) }))

type Run = (what: () => Promise<unknown>) => Promise<boolean>

test.each<[string, () => Run]>([
  ['act', () => useAct().act],
  ['attempt', () => useAttempt().attempt],
])('%s begins no second one while one is under way', async (_, make) => {
  const { result: run } = inSetup(make)
  let finish = () => {}
  const call = vi.fn(() => new Promise<void>((done) => (finish = done)))
  const first = run(call)
  expect(await run(call)).toBe(false)
  finish()
  expect(await first).toBe(true)
  expect(call).toHaveBeenCalledTimes(1)
  await flushPromises()
  void run(call)
  expect(call).toHaveBeenCalledTimes(2)
})
