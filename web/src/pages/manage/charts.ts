/** What the charts of a campaign show, as plain options from plain numbers. */
import type { EChartsCoreOption } from 'echarts/core'
import type { Schemas } from '@/api/client'
import { t, tOr } from '@/i18n'

/** Red is left to what came back or went. */
const COLOURS = ['#1f6f5c', '#e0a030', '#3f73b5', '#8a63b8', '#6f7974', '#4c9f70', '#c77b30']
const OF_STATE = { submitted: '#3f73b5', accepted: '#1f6f5c', returned: '#b3483e', claimed: '#e0a030' }
const GRID = { left: 8, right: 24, top: 36, bottom: 8, containLabel: true }

/** In the order an item passes through them. */
export const ITEM_STATES = [
  'locked',
  'open',
  'answered',
  'audit',
  'correcting',
  'compared',
  'review',
  'returned',
  'appealed',
  'decided',
  'withdrawn',
  'control',
] as const

export function statesOption(items: Record<string, number>): EChartsCoreOption {
  const known: string[] = ITEM_STATES.filter((state) => (items[state] ?? 0) > 0)
  const names = [...known, ...Object.keys(items).filter((state) => !known.includes(state) && (items[state] ?? 0) > 0)]
  return {
    color: COLOURS,
    grid: { ...GRID, top: 8 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: { type: 'value', minInterval: 1 },
    yAxis: { type: 'category', inverse: true, data: names.map((name) => tOr(`state.${name}`, name)) },
    series: [
      {
        type: 'bar',
        barMaxWidth: 22,
        label: { show: true, position: 'right' },
        data: names.map((name) => items[name] ?? 0),
      },
    ],
  }
}

export function daysOption(days: Schemas['DayProgress'][]): EChartsCoreOption {
  return {
    color: COLOURS,
    grid: GRID,
    legend: { top: 0, left: 0 },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((one) => one.day) },
    yAxis: { type: 'value', minInterval: 1 },
    series: [
      { type: 'bar', barMaxWidth: 28, name: t('manage.submitted'), data: days.map((one) => one.submitted) },
      { type: 'line', name: t('manage.decided'), data: days.map((one) => one.decided), symbolSize: 7 },
    ],
  }
}

export function peopleOption(people: Schemas['PersonProgress'][]): EChartsCoreOption {
  const sorted = [...people].sort((a, b) => b.submitted - a.submitted).slice(0, 30)
  const series = (Object.keys(OF_STATE) as (keyof typeof OF_STATE)[]).map((key) => ({
    type: 'bar',
    barMaxWidth: 22,
    name: t(`manage.${key}`),
    data: sorted.map((one) => one[key]),
  }))
  return {
    color: Object.values(OF_STATE),
    grid: GRID,
    legend: { top: 0, left: 0 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: {
      type: 'category',
      data: sorted.map((one) => one.name),
      axisLabel: { interval: 0, rotate: sorted.length > 8 ? 40 : 0 },
    },
    yAxis: { type: 'value', minInterval: 1 },
    series,
  }
}

const WHEN = ['agreement', 'agreement_now', 'before_gate', 'after_gate', 'before_feedback', 'after_feedback'] as const

/** Agreement by the campaign's test and by each level, for the stretches that have pairs at all. */
export function agreementOption(figures: Schemas['FiguresView']): EChartsCoreOption {
  const stretches = WHEN.filter((name) => figures[name].test.whole > 0)
  const levels = Object.keys(figures.agreement.levels)
  const share = (rate: Schemas['RateView'] | undefined) =>
    rate && rate.share !== null ? Math.round(rate.share * 1000) / 10 : null
  /** As wide as a bar and no wider; the tooltip has the digits. */
  const formatter = ({ value }: { value: number | null }) => (value === null ? '' : String(Math.round(value)))
  const bar = { type: 'bar', barMaxWidth: 22, label: { show: true, position: 'top', formatter } }
  return {
    color: COLOURS,
    grid: GRID,
    legend: { top: 0, left: 0 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: {
      type: 'category',
      data: stretches.map((name) => `${t(`figure.when.${name}`)} (${figures[name].test.whole})`),
    },
    yAxis: { type: 'value', max: 100, axisLabel: { formatter: '{value} %' } },
    series: [
      { ...bar, name: t('figure.test'), data: stretches.map((name) => share(figures[name].test)) },
      ...levels.map((level) => ({
        ...bar,
        name: tOr(`figure.level.${level}`, level),
        data: stretches.map((name) => share(figures[name].levels[level])),
      })),
    ],
  }
}

/** Texts of every kind of source as one bar: what stayed, what was mended, what went, what nobody looked at. */
export function cleaningOption(
  rows: Schemas['CleaningRow'][],
  name: (row: Schemas['CleaningRow']) => string,
): EChartsCoreOption {
  const parts = ['kept', 'mended', 'dropped', 'undecided'] as const
  return {
    color: ['#1f6f5c', '#3f73b5', '#b3483e', '#6f7974'],
    grid: GRID,
    legend: { top: 0, left: 0 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: { type: 'value', minInterval: 1 },
    yAxis: { type: 'category', inverse: true, data: rows.map(name) },
    series: parts.map((part) => ({
      type: 'bar',
      stack: 'texts',
      barMaxWidth: 30,
      name: t(`cleaning.${part}`),
      data: rows.map((row) => row[part]),
    })),
  }
}
