/** Cells that several tables have. */
import { NTag } from 'naive-ui'
import { h, type VNodeChild } from 'vue'

/** A team's name, always as text, and whether it is a baseline. */
export function teamCell(name: string, baseline: string | null): VNodeChild {
  const tag = baseline
    ? h(NTag, { size: 'small', round: true, bordered: false, style: 'margin-left: 8px' }, () => baseline)
    : null
  return [h('span', { class: 'team-name', style: 'overflow-wrap: anywhere' }, name), tag]
}
