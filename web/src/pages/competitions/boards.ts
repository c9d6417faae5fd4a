/** What the tables and the chart of a board show, from plain numbers. */
import type { EChartsCoreOption } from 'echarts/core'
import type { Schemas } from '@/api/client'
import type { Board, TaskBoard } from '@/api/competitions'

export type OverallRow = Schemas['OverallRow']
export type BoardRow = Schemas['BoardRow']
export type HistoryPoint = Schemas['HistoryPoint']

const COLOURS = ['#1f6f5c', '#3f73b5', '#e0a030', '#8a63b8', '#4c9f70', '#c77b30', '#6f7974']

/** Numbers of a subtask's board besides the one that ranks, in the order in which they first occur. */
export function furtherNumbers(board: TaskBoard): string[] {
  const names = board.rows.flatMap((row) => Object.keys(row.numbers))
  return [...new Set(names)].filter((name) => name !== board.number)
}

/** `task1` of `space2022/task1`. */
export function shortName(task: string): string {
  return task.slice(task.lastIndexOf('/') + 1)
}

/** The subtasks of the overall ranking, in their order. */
export function rankedTasks(board: Board): string[] {
  return Object.keys(board.overall[0]?.scores ?? {})
}

/** A score as it was printed: the subtask's board knows it. */
export function shownScore(board: Board, task: string, team: string): string {
  const found = board.tasks.find((one) => one.task === task)?.rows.find((row) => row.team === team)
  return found?.shown ?? '–'
}

/** Numbers first, those without one last, whichever way is sorted first. */
export function byNumber<T>(value: (row: T) => number | null | undefined): (a: T, b: T) => number {
  return (a, b) => (value(a) ?? -Infinity) - (value(b) ?? -Infinity)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}

/** A line for every team: each submission a point, those that count filled. */
export function historyOption(points: readonly HistoryPoint[], when: (seconds: number) => string): EChartsCoreOption {
  const teams = [...new Set(points.map((point) => point.team))]
  return {
    color: COLOURS,
    grid: { left: 8, right: 24, top: 36, bottom: 8, containLabel: true },
    legend: { top: 0, left: 0, type: 'scroll' },
    // The tooltip is HTML: names come from teams.
    tooltip: {
      trigger: 'item',
      formatter: (hit: { data: { point: HistoryPoint } }) => {
        const { team, system, value, at } = hit.data.point
        return [team, system, value.toFixed(4), when(at)].map(escaped).join('<br>')
      },
    },
    xAxis: { type: 'time', axisLabel: { formatter: '{MM}-{dd}' }, minInterval: 86_400_000 },
    yAxis: {
      type: 'value',
      scale: true,
      // A lone score has nothing to be told apart from: cut off below it, the chart would only look precise.
      min: new Set(points.map((point) => point.value)).size === 1 ? Math.min(0, points[0]?.value ?? 0) : undefined,
      max: points.every((point) => point.value <= 1) ? 1 : undefined,
    },
    series: teams.map((team) => ({
      type: 'line',
      name: team,
      symbolSize: 9,
      lineStyle: { type: points.some((one) => one.team === team && one.baseline) ? 'dashed' : 'solid' },
      data: points
        .filter((point) => point.team === team)
        .map((point) => ({
          value: [point.at * 1000, point.value],
          symbol: point.counts ? 'circle' : 'emptyCircle',
          point,
        })),
    })),
  }
}
