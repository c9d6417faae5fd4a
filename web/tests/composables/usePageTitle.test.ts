import { expect, test } from 'vitest'
import { usePageTitle, windowTitle } from '@/composables/usePageTitle'
import { inSetup } from '../inSetup'

test('the window is named after what the page shows, until another page is open', () => {
  expect(windowTitle('管理', '工作台')).toBe('管理 · 工作台')
  const first = inSetup(() => usePageTitle(() => '评级'))
  expect(windowTitle('管理', '工作台')).toBe('评级 · 管理 · 工作台')
  const second = inSetup(() => usePageTitle(() => null))
  first.unmount()
  expect(windowTitle(null, '工作台')).toBe('工作台')
  second.unmount()
  expect(windowTitle('管理', '工作台')).toBe('管理 · 工作台')
})
