import { expect, it } from 'vitest'
import type { Answer, FormDescription } from '@/api/form'
import forms from '@/widgets/forms.json'
import { summary } from './read'

function said(form: keyof typeof forms, answer: Answer): string {
  return summary(forms[form] as unknown as FormDescription, answer)
}

it('says an answer in a line, in the words of the form', () => {
  expect(said('space-rating', { rating: 'bad', span: { text: '桌子里', idxes: [3, 4, 5] } })).toBe('显然异常；桌子里')
  expect(said('wsd', { senses: ['用布裹成的一包衣物等'] })).toBe('用布裹成的一包衣物等')
  const reason = { type: 'A', fragments: [{ role: 'text1', text: '跳进', idxes: [0, 1] }] }
  expect(said('space-attribution', { outcome: 'anomaly', reasons: [reason] })).toBe('存在异常；A 搭配不当 跳进')
})
