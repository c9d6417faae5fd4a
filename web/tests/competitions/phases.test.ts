import { expect, test } from 'vitest'
import type { Phase } from '@/api/competitions'
import { entering, firstBoard, fromField, toField, usualDates } from '@/pages/competitions/phases'

const DAY = 86_400
const NOW = 1_800_000_000

function phase(kind: Phase['kind'], starts_at: number, ends_at: number | null): Phase {
  return {
    kind,
    starts_at,
    ends_at,
    title: { zh: kind, en: kind },
    current: false,
    open: false,
    downloads: [],
    per_day: null,
    in_all: null,
    shows: 'all',
    counts: 'last',
    counts_text: null,
    agreement: '',
    agreement_sha256: '',
    explorer: true,
    intervals: false,
  }
}

test('dates survive the form to the minute', () => {
  const minute = Math.floor(NOW / 60) * 60
  expect(fromField(toField(minute))).toBe(minute)
  expect(toField(null)).toBe('')
  expect(fromField('')).toBeNull()
})

test('usual dates follow each other without overlapping', () => {
  const dates = usualDates(NOW)
  expect(dates.map((one) => one.kind)).toEqual(['registration', 'dev', 'test', 'published'])
  dates.slice(1).forEach((one, i) => {
    const before = dates[i]
    expect(one.starts_at).toBeGreaterThan(before?.ends_at ?? before?.starts_at ?? Infinity)
  })
})

test('beginning a phase ends the ones before it and leaves later ones alone', () => {
  const phases = [
    phase('registration', NOW - 9 * DAY, null),
    phase('dev', NOW - DAY, NOW + DAY),
    phase('test', NOW + 2 * DAY, NOW + 5 * DAY),
    phase('published', NOW + 9 * DAY, null),
  ]
  expect(entering(phases, 'test', NOW)).toEqual([
    { kind: 'dev', starts_at: NOW - DAY, ends_at: NOW },
    { kind: 'test', starts_at: NOW, ends_at: NOW + 5 * DAY },
  ])
})

test('a phase that begins in the same second as the next keeps a moment of its own', () => {
  const phases = [phase('dev', NOW, NOW + DAY), phase('test', NOW + 2 * DAY, null)]
  expect(entering(phases, 'test', NOW)[0]).toEqual({ kind: 'dev', starts_at: NOW - 1, ends_at: NOW })
})

test('going back puts later phases off', () => {
  const phases = [phase('dev', NOW - 5 * DAY, NOW - 2 * DAY), phase('test', NOW - DAY, NOW + DAY)]
  expect(entering(phases, 'dev', NOW)).toEqual([
    { kind: 'dev', starts_at: NOW, ends_at: null },
    { kind: 'test', starts_at: NOW + DAY, ends_at: null },
  ])
})

test('a registration with an end goes on beside the phase that begins, but not beside the results', () => {
  const phases = [phase('registration', NOW - 9 * DAY, NOW + 9 * DAY), phase('dev', NOW + DAY, NOW + 5 * DAY)]
  expect(entering(phases, 'dev', NOW)).toEqual([
    { kind: 'registration', starts_at: NOW - 9 * DAY, ends_at: NOW + 9 * DAY },
    { kind: 'dev', starts_at: NOW, ends_at: NOW + 5 * DAY },
  ])
  expect(entering(phases, 'published', NOW)[0]).toEqual({
    kind: 'registration',
    starts_at: NOW - 9 * DAY,
    ends_at: NOW,
  })
})

test('the first board is one whose scores may be seen', () => {
  const dev = phase('dev', NOW - 2 * DAY, NOW - DAY)
  const now = (kind: Phase['kind'], shows: Phase['shows'] = 'all') => ({
    ...phase(kind, NOW, null),
    current: true,
    shows,
  })
  const first = (phases: Phase[], organiser = false) => firstBoard({ phases, organiser })
  expect(first([dev, now('test')])).toBe('test')
  expect(first([dev, now('test', 'none')])).toBe('dev')
  expect(first([dev, now('test', 'none')], true)).toBe('test')
  expect(first([now('test', 'none')])).toBe('test')
  expect(first([dev, now('published')])).toBe('test')
  expect([first([now('dev')]), first([])]).toEqual(['dev', 'test'])
})
