import { expect, test } from 'vitest'
import { useSuggestedTitle } from '@/composables/useSuggestedTitle'

test.each([
  ['a title nobody edited follows the choice', null, '异常归因'],
  ['one of their own stays', '我的活动', '我的活动'],
  ['an emptied one is suggested again', '', '异常归因'],
])('%s', (_, written, expected) => {
  const { title, suggest } = useSuggestedTitle()
  suggest('词义标注')
  if (written !== null) title.value = written
  suggest('异常归因')
  expect(title.value).toBe(expected)
})
