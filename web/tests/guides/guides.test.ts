import { expect, test } from 'vitest'
import { GUIDES, guideOf } from '@/guides'
import { runs, searchGuide } from '@/guides/search'
import { TEXTS } from '@/i18n/texts'

test('every form of ours has a guideline', () => {
  expect(Object.keys(GUIDES).sort()).toEqual(Object.keys(TEXTS.form).sort())
})

test('a form made from any other task says that it has none', () => {
  expect(guideOf('space2021/task1', 'zh').sections[0]?.title).toBe('没有专门的规范')
})

const sections = [
  { title: '起点', lines: ['从、由', '移动'] },
  {
    title: '其他',
    lines: ['起点不是方向', '别的'],
    rows: [
      ['终点', '到'],
      ['路径', '沿'],
    ],
  },
]

test.each([
  [
    '',
    [
      ['起点', 2, 0],
      ['其他', 2, 2],
    ],
  ],
  [
    '起点',
    [
      ['起点', 2, 0],
      ['其他', 1, 0],
    ],
  ],
  [' 沿 ', [['其他', 0, 1]]],
  ['没有的', []],
])('searching for %j', (query, expected) => {
  expect(searchGuide(sections, query).map((one) => [one.title, one.lines.length, one.rows?.length ?? 0])).toEqual(
    expected,
  )
})

test('what is found is marked, also inside bold', () => {
  expect(runs('先问**起点**再问', '点')).toEqual([
    { text: '先问', found: false, strong: false },
    { text: '起', found: false, strong: true },
    { text: '点', found: true, strong: true },
    { text: '再问', found: false, strong: false },
  ])
})
