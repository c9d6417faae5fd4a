import type { GuidePair } from './types'

export const cleaning: GuidePair = {
  zh: {
    title: '清理规范',
    sections: [
      {
        title: '三个键',
        lines: ['一条一个决定，再按 Enter。'],
        rows: [
          ['1 保留', '通顺、完整、没有错字，读者不看别处也明白'],
          ['2 删去', '改不好，或者不值得改；选一个原因'],
          ['3 改正', '一两处小错：错字、多字、漏字；选原因，按 M 改文本，Ctrl+Enter 提交'],
        ],
      },
      {
        title: '看什么',
        lines: [
          '- 上下文够不够：单看这一段，说的是什么清楚吗？',
          '- 错别字、不通、前后矛盾。',
          '- 网址、外文、乱码、广告、残留的标记。',
          '- 空间段落：有没有说到处所、方向、移动；分词或词性把词认错了没有。',
          '- 例句：目标词在句中是一个词，不是别的词的一部分。',
        ],
      },
      {
        title: '改到什么程度',
        lines: ['只改错，不润色；意思、人名、数字不动。目标词不能改掉。改动显示在文本下面，提交前看一眼。'],
      },
    ],
  },
  en: {
    title: 'Guideline: cleaning',
    sections: [
      {
        title: 'Three keys',
        lines: ['One decision per text, then Enter.'],
        rows: [
          ['1 keep', 'whole, fluent, no wrong characters, understood by itself'],
          ['2 drop', 'beyond repair, or not worth it; choose a reason'],
          ['3 mend', 'one or two slips; choose a reason, M edits the text, Ctrl+Enter submits'],
        ],
      },
      {
        title: 'What to look at',
        lines: [
          '- Is there enough context to understand it alone?',
          '- Wrong characters, broken sentences, contradictions.',
          '- Addresses, foreign words, garbage, advertising, left-over markup.',
          '- Passages: do they say anything about places, directions, movement; were words cut or tagged wrongly?',
          '- Sentences: the target is a word of its own here.',
        ],
      },
      {
        title: 'How far to mend',
        lines: ['Errors only, no polishing; meaning, names and numbers stay, and so does the target word.'],
      },
    ],
  },
}
