import type { GuidePair } from './types'

export const vote: GuidePair = {
  zh: {
    title: '选词规范',
    sections: [
      {
        title: '要不要这个词',
        lines: ['看释义，想今天的书面语：至少两个义项常用，普通读者分得清，才值得标注。'],
        rows: [
          ['1 保留', '两个以上义项都活着'],
          ['2 不选', '选一个原因：只用一个义项（如“等待”）、罕用、专名、虚词、释义不可用；其他请备注'],
        ],
      },
      {
        title: '不一致时',
        lines: ['两人各自判断，互不商量；不一致的词由第三人看着双方的理由定，或按活动的设置再请一人、保留。'],
      },
    ],
  },
  en: {
    title: 'Guideline: choosing words',
    sections: [
      {
        title: 'Is the word worth it?',
        lines: ['Judge by the glosses: at least two senses in use today that ordinary readers can tell apart.'],
        rows: [
          ['1 keep', 'two senses or more are alive'],
          ['2 leave out', 'choose a reason: one living sense, rare, a name, a function word, useless glosses'],
        ],
      },
      {
        title: 'When you differ',
        lines: ['Both judge alone; a third person decides with both reasons, or as the campaign says.'],
      },
    ],
  },
}

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
