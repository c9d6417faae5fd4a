/** Invented items to look at the widgets with. */

import type { Answer, Hit, WorkItem } from '@/api/form'
import { fragment } from '@/text/fragment'

function item(texts: Record<string, string>, words: [string, string][] = [], extra: WorkItem['extra'] = {}): WorkItem {
  const [name, text] = Object.entries(texts)[0] as [string, string]
  const found = words.flatMap(([word, kind]) => {
    const at = Array.from(text.slice(0, Math.max(0, text.indexOf(word)))).length
    return text.includes(word) ? [{ start: at, end: at + Array.from(word).length, class: kind, text: name }] : []
  })
  found.sort((a, b) => a.start - b.start)
  return { id: 1, ref: 'play-1', texts, extra, words: found }
}

const KITCHEN =
  '𠮷田太太把😀贴纸贴在冰箱门上，慢慢走出厨房，沿着走廊一直走到院子里。\r\n她的猫从窗台上跳下来，躲进了沙发下面，背对着门，离炉子只有两米。'
const WORDS: [string, string][] = [
  ['在', 'p'],
  ['门上', 'f'],
  ['慢慢', 'd'],
  ['出', 'dv'],
  ['沿着', 'p'],
  ['院子里', 's'],
  ['从', 'p'],
  ['上跳', 'f'],
  ['下来', 'dv'],
  ['进', 'dv'],
  ['下面', 'f'],
]
const WALL = '他把椅子放在墙壁里，然后坐下来看书。邻居从门外走进来，问他为什么把椅子放在那边。'

/** 256 characters, for the measure of how quickly a page with many tuples reacts. */
export const LONG = Array.from(
  { length: 256 },
  (_, i) => Array.from('小林把书包放在桌子上面，走到窗户旁边，看见远处有一条河。')[i % 28],
).join('')

export const ITEMS: Record<string, WorkItem> = {
  'space-rating': item({ text: WALL }, [
    ['在', 'p'],
    ['里', 'f'],
    ['下来', 'dv'],
    ['从', 'p'],
    ['门外', 's'],
    ['进来', 'dv'],
  ]),
  'space-attribution': item({ text: WALL }, [
    ['在', 'p'],
    ['里', 'f'],
    ['下来', 'dv'],
    ['从', 'p'],
    ['门外', 's'],
    ['进来', 'dv'],
  ]),
  'space-anomaly': item({ text: WALL }, [
    ['在', 'p'],
    ['里', 'f'],
    ['下来', 'dv'],
    ['从', 'p'],
    ['门外', 's'],
    ['进来', 'dv'],
  ]),
  'space-step': item({ text: KITCHEN }, WORDS),
  'space2023/task2': item({ text: KITCHEN }, WORDS),
  'space-scene': item({
    text1: '小船停在桥的左边，岸上站着两个孩子，一个孩子向船上的人挥手。',
    text2: '小船停在桥的右侧，岸上站着两个孩子，一个孩子向船上的人挥手。',
  }),
  wsd: item({ sentence: '他打了一壶水，又去打电话，回来时天已经打雷了。', word: '打' }, [], {
    glosses: [
      { id: 'g1', text: '用手或器具撞击物体' },
      { id: 'g2', text: '舀取；提取液体' },
      { id: 'g3', text: '取得（泛指各种获取）' },
      { id: 'g4', text: '发出；放出（信号、电波）' },
      { id: 'g5', text: '与某些动词结合为一个动词' },
    ],
    relations: [
      { kind: 'includes', a: 'g3', b: 'g2' },
      { kind: 'disjoint', a: 'g2', b: 'g4' },
      { kind: 'overlapping', a: 'g4', b: 'g5' },
    ],
  }),
  'explanation-rating': item({ text1: '小船停在桥的左边。', text2: '小船停在桥的右侧。' }, [], {
    judge: 'false',
    explanation:
      '两段文本的差异是“左边”和“右侧”。文中的空间实体有“小船”、“桥”。前者说船在桥的左边，后者说船在桥的右侧，位置相反。',
  }),
}

const at = (text: string, ...idxes: number[]) => fragment(text, idxes)
const range = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, i) => start + i)

function span(text: string, words: string): { text: string; idxes: number[] } {
  const start = Array.from(text.slice(0, text.indexOf(words))).length
  return at(text, ...range(start, start + Array.from(words).length))
}

type Slots = Partial<Record<string, string>>
const NAMES = [
  '空间实体',
  '空间实体2',
  '事件',
  '事实性',
  '时间文本',
  '参照事件',
  '时间标签',
  '处所',
  '起点',
  '终点',
  '方向',
  '朝向',
  '部件处所',
  '部位',
  '形状',
  '路径',
  '距离文本',
  '距离标签',
]

function tuple(text: string, slots: Slots): Answer[string] {
  return NAMES.map((name) => {
    const value = slots[name]
    if (value === undefined) return null
    return text.includes(value) && !['假', '之后', '近'].includes(value) ? span(text, value) : value
  })
}

export const ANSWERS: Record<string, Answer> = {
  'space-rating': { rating: 'bad', span: span(WALL, '墙壁里') },
  'space-attribution': {
    outcome: 'anomaly',
    reasons: [
      {
        fragments: [
          { role: 'text1', ...span(WALL, '墙壁') },
          { role: 'text2', ...span(WALL, '里') },
        ],
        type: 'A',
      },
      {
        fragments: [
          { role: 'S', ...span(WALL, '椅子') },
          { role: 'P', text: '在墙壁里', idxes: range(5, 9) },
        ],
        type: 'C',
      },
    ],
  },
  'space-anomaly': {
    outcome: 'anomaly',
    results: [
      [
        { role: 'S1', ...span(WALL, '椅子') },
        { role: 'P1', ...span(WALL, '在墙壁里') },
        { role: 'E1', ...span(WALL, '放') },
      ],
      [],
    ],
  },
  'space-step': {
    outputs: [
      tuple(KITCHEN, { 空间实体: '贴纸', 事件: '贴', 处所: '在冰箱门上' }),
      tuple(KITCHEN, { 空间实体: '𠮷田太太', 事件: '走', 起点: '厨房', 方向: '出' }),
      tuple(KITCHEN, { 空间实体: '𠮷田太太', 事件: '走', 路径: '沿着走廊', 终点: '到院子里' }),
      tuple(KITCHEN, { 空间实体: '猫', 事件: '跳', 起点: '从窗台上', 方向: '下来' }),
      tuple(KITCHEN, {
        空间实体: '猫',
        事件: '躲',
        终点: '进了沙发下面',
        朝向: '门',
        时间标签: '之后',
        参照事件: '跳',
      }),
      tuple(KITCHEN, { 空间实体: '猫', 空间实体2: '炉子', 距离文本: '两米' }),
      tuple(KITCHEN, { 空间实体: '猫', 处所: '窗台上', 事实性: '假', 距离标签: '近' }),
    ],
    corefs: [[span(KITCHEN, '𠮷田太太'), span(KITCHEN, '她')]],
  },
  'space2023/task2': {
    results: [
      [
        { role: '空间实体', fragment: span(KITCHEN, '猫') },
        { role: '事件', fragment: span(KITCHEN, '躲') },
        { role: '时间', fragment: span(KITCHEN, '跳'), label: '之后' },
        { role: '终点', fragment: span(KITCHEN, '进了沙发下面') },
      ],
    ],
  },
  'space-scene': { results: [{ judge: 'false', reason: '两段文本的差异是“左边”和“右侧”。' }] },
  wsd: { senses: ['舀取；提取液体', '取得（泛指各种获取）'] },
  'explanation-rating': { fluency: 90, accuracy: 75 },
}

export const HITS: Record<string, Hit[]> = {
  'space-attribution': [
    { rule: 'few-roles', level: 'block', path: 'reasons[1]', message: { zh: '至少 2 个角色', en: 'at least 2 roles' } },
    {
      rule: 'p-has-verb',
      level: 'warn',
      path: 'reasons[1].fragments[1]',
      message: { zh: 'P 和 E 填反了？', en: 'P and E swapped?' },
    },
  ],
  'space-step': [
    { rule: 'particle', level: 'warn', path: 'outputs[4][9]', message: { zh: '片段中含“了”', en: 'contains 了' } },
    {
      rule: 'uncovered',
      level: 'info',
      path: '',
      message: { zh: '空间词“慢慢”没有被任何记录覆盖', en: 'no record covers 慢慢' },
    },
  ],
}

/** Twenty tuples over the long text. */
export function manyTuples(): Answer {
  return {
    outputs: Array.from({ length: 20 }, (_, i) => {
      const start = (i % 9) * 28
      const slots: (null | { text: string; idxes: number[] })[] = NAMES.map(() => null)
      slots[0] = at(LONG, ...range(start + (i % 2 ? 3 : 0), start + (i % 2 ? 5 : 2)))
      slots[2] = at(LONG, start + 5)
      slots[i % 3 === 0 ? 9 : 7] = at(LONG, ...range(start + 6, start + 11))
      if (i % 4 === 0) slots[10] = at(LONG, ...range(start + 12, start + 14))
      return slots
    }),
  }
}
