import { expect, test } from 'vitest'
import { readDate, writeDate } from '@/text/dates'

test.each([
  ['2022-08-08', '2022-08-08T00:00'],
  ['2022-8-8 9:00', '2022-08-08T09:00'],
  ['2022-08-08T09:05', '2022-08-08T09:05'],
  ['2022年8月8日', '2022-08-08T00:00'],
  ['2022 年 9 月 18 日 22 时', '2022-09-18T22:00'],
  ['2022年9月18日22点30分', '2022-09-18T22:30'],
  ['２０２２／０９／１８　２２：００', '2022-09-18T22:00'],
  ['2024.2.29', '2024-02-29T00:00'],
  ['2022-12-31 24:00', '2023-01-01T00:00'],
  ['  ', ''],
])('%s is %s', (written, stored) => {
  expect(readDate(written)).toBe(stored)
})

test.each(['8月8日', '2022-02-30', '2022-13-01', '2022-08-08 25:00', '2022-08-08 24:01', '2022-08-08 9:75', '明天'])(
  '%s is no date',
  (written) => {
    expect(readDate(written)).toBeNull()
  },
)

test('a last day is whole, and is written so again', () => {
  expect(readDate('2022-08-20', true)).toBe('2022-08-21T00:00')
  expect(writeDate('2022-08-21T00:00', true)).toBe('2022-08-20 24:00')
  expect(readDate('2022-08-20 24:00', true)).toBe('2022-08-21T00:00')
  expect(readDate('2022-09-18 22:00', true)).toBe('2022-09-18T22:00')
  expect(writeDate('2022-09-18T22:00', true)).toBe('2022-09-18 22:00')
})

test('what is written is read as the same', () => {
  for (const stored of ['2022-08-21T00:00', '2022-03-01T00:00', '2022-09-15T09:00', ''])
    for (const last of [false, true]) if (stored || !last) expect(readDate(writeDate(stored, last), last)).toBe(stored)
})
