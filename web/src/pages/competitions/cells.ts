/** Cells and columns that several tables have. */
import { NTag, type DataTableColumns } from 'naive-ui'
import { h, type VNodeChild } from 'vue'
import { t } from '@/i18n'
import { byNumber } from './boards'

/** A team's name, always as text, and whether it is a baseline. */
export function teamCell(name: string, baseline: string | null): VNodeChild {
  const tag = baseline
    ? h(NTag, { size: 'small', round: true, bordered: false, style: 'margin-left: 8px' }, () => baseline)
    : null
  return [h('span', { class: 'team-name', style: 'overflow-wrap: anywhere' }, name), tag]
}

/** The first columns of every board: the place, and whose it is. */
export function leadingColumns<Row extends { team: string; baseline: boolean; disqualified?: string }>(
  place: (row: Row) => number | null,
): DataTableColumns<Row> {
  return [
    {
      title: t('competition.rank'),
      key: 'place',
      width: 76,
      sorter: byNumber((row) => (place(row) === null ? null : -Number(place(row)))),
      render: (row) => place(row) ?? '–',
    },
    {
      title: t('competition.team'),
      key: 'team',
      minWidth: 150,
      sorter: (a, b) => a.team.localeCompare(b.team),
      render: (row) =>
        teamCell(
          row.team,
          row.disqualified ? t('deliveries.disqualified') : row.baseline ? t('competition.baseline') : null,
        ),
    },
  ]
}
