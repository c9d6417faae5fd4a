/** A colour and a short name for each role, used by slots, marks in the text and the drawing alike. */

import { tOr } from '@/i18n'

export type Tone = 'entity' | 'second' | 'event' | 'place' | 'path' | 'shape' | 'time' | 'distance' | 'fact'

interface RoleLook {
  tone: Tone
  short: string
}

const LOOKS: Record<string, RoleLook> = {
  空间实体: { tone: 'entity', short: 'S' },
  空间实体2: { tone: 'second', short: 'S2' },
  参照实体: { tone: 'second', short: 'S2' },
  事件: { tone: 'event', short: 'E' },
  事实性: { tone: 'fact', short: 'F' },
  时间: { tone: 'time', short: 'T' },
  时间文本: { tone: 'time', short: 'T' },
  参照事件: { tone: 'time', short: 'T' },
  时间标签: { tone: 'time', short: 'T' },
  处所: { tone: 'place', short: '处' },
  起点: { tone: 'path', short: '起' },
  终点: { tone: 'path', short: '终' },
  方向: { tone: 'path', short: '向' },
  朝向: { tone: 'shape', short: '朝' },
  部件处所: { tone: 'place', short: '部' },
  部位: { tone: 'shape', short: '位' },
  形状: { tone: 'shape', short: '形' },
  路径: { tone: 'path', short: '路' },
  距离: { tone: 'distance', short: '距' },
  距离文本: { tone: 'distance', short: '距' },
  距离标签: { tone: 'distance', short: '距' },
  text1: { tone: 'entity', short: '①' },
  text2: { tone: 'event', short: '②' },
}

const BY_LETTER: Record<string, Tone> = { S: 'entity', P: 'place', E: 'event', T: 'time' }
const OTHERS: Tone[] = ['entity', 'place', 'event', 'time', 'shape']

/** A role no table knows is coloured by its place in its task. */
export function lookOf(role: string, place = 0): RoleLook {
  const known = LOOKS[role]
  if (known) return { ...known, short: tOr(`roleMark.${known.short}`, known.short) }
  const letter = /^([SPET])\d?$/.exec(role)?.[1]
  const tone = letter ? BY_LETTER[letter] : OTHERS[place % OTHERS.length]
  return { tone: tone ?? 'entity', short: role.length <= 2 ? role : (Array.from(role)[0] ?? '') }
}
