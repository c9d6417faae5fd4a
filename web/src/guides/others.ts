import { SPE_EN, SPE_ZH } from './attribution'
import type { GuidePair } from './types'

export const anomaly: GuidePair = {
  zh: {
    title: '异常识别规范',
    sections: [
      {
        title: '填几个片段',
        lines: ['不分类型，只填 S1 P1 E1（与 S2 P2 E2），1 到 6 个；最多三个候选答案。'],
        rows: [
          ['4–6 个', '两组 S-P-E 冲突；4 个时必须 2+2'],
          ['2–3 个', '一组：场景可以想象，但违背上下文或常识；缺的要素文中没有'],
          ['1 个', '不存在的组合：成处所的放 P1（地面边）；“方位词+名词”放 S1（边脚掌）'],
        ],
      },
      ...SPE_ZH,
      {
        title: '不收的字',
        lines: [
          '- 着了过、不没未、把被不收；P 和 E 不带“的”。',
          '- 动词后的介词、趋向词连同处所归 P：E 放 + P 在冰箱里。',
          '- 趋向词单独出现：没有别的 P 时归 P（E 跑，P 出来），否则归 E。',
          '- 靠组合本身就能说明错误时 S 可空；场景奇怪时文中有 S 就必填。',
        ],
      },
    ],
  },
  en: {
    title: 'Guideline: anomalous fragments',
    sections: [
      {
        title: 'How many fragments',
        lines: ['No kinds; S1 P1 E1 (and S2 P2 E2), 1 to 6; at most three candidates.'],
        rows: [
          ['4–6', 'two groups conflict; 4 means 2+2'],
          ['2–3', 'one group against context or common sense'],
          ['1', 'a combination that does not exist: a place in P1, “localizer+noun” in S1'],
        ],
      },
      ...SPE_EN,
      {
        title: 'Left out',
        lines: [
          '- 着了过, 不没未, 把被; no 的 in P or E.',
          '- Post-verbal preposition + place → P; a directional alone → P if there is no other.',
        ],
      },
    ],
  },
}

export const scene: GuidePair = {
  zh: {
    title: '场景异同规范',
    sections: [
      {
        title: '判断',
        lines: [
          '两段文本只差一处（已标出）。问：它们**能不能**描述同一个空间场景？能就是“可以相同”。',
          '- 只看空间：人物情绪、色彩等差别不算。',
          '- 参照点不同而位置相同（在树的东边 / 在房子的西边）要结合全文。',
        ],
      },
      {
        title: '解释写三件事',
        lines: [
          '- 两处差异各是什么（引用原文）。',
          '- 涉及哪些空间实体。',
          '- 场景里它们的关系为什么相同或不同。',
          '选定判断后从模板开始写，把空引号填满。',
        ],
      },
      { title: '特殊情况', lines: ['文本本身有错、读不懂：选“不适合”，写备注。'] },
    ],
  },
  en: {
    title: 'Guideline: same scene?',
    sections: [
      {
        title: 'Judgement',
        lines: ['The texts differ in one place. **Can** they describe the same spatial scene? Only space counts.'],
      },
      {
        title: 'The explanation says',
        lines: [
          '- what the two places are (quoted);',
          '- which entities are concerned;',
          '- why their relations are the same or not. Start from the template.',
        ],
      },
      { title: 'Special', lines: ['A faulty text: unsuitable, with a comment.'] },
    ],
  },
}

export const wsd: GuidePair = {
  zh: {
    title: '词义标注规范',
    sections: [
      {
        title: '怎样选',
        lines: [
          '- 读完整句，逐条看释义，选**句中**的意思；按数字键，再按一次取消。',
          '- 可以多选：释义重叠、句子确实同时用到时。',
          '- 两个释义**相离**就不能同选；选了被包含的释义，包含它的也要选上（自动补上）。',
        ],
      },
      {
        title: '特殊情况（单独使用，不与释义同选）',
        lines: [],
        rows: [
          ['A 有歧义', '两种读法都成立，分不出'],
          ['F 句子有错', '错字、缺字，影响理解'],
          ['N 没有合适的', '词典没有收这个意思；人名、地名等也在此列，请写备注'],
        ],
      },
      {
        title: '不一致之后',
        lines: [
          '两人不同的题由审核员定，退回给两人：明白了就点“明白了”；不同意就申诉，由另一位审核员最终裁决。每个词先做三成，全部定下后再做其余。',
        ],
      },
    ],
  },
  en: {
    title: 'Guideline: word senses',
    sections: [
      {
        title: 'Choosing',
        lines: [
          '- Read the sentence, choose the sense **in it**; digits choose and take back.',
          '- Several when the sentence uses several.',
          '- Disjoint glosses never together; a narrower one brings the wider.',
        ],
      },
      {
        title: 'Special (alone)',
        lines: [],
        rows: [
          ['A ambiguous', 'two readings, no way to tell'],
          ['F faulty', 'the sentence is broken'],
          ['N none', 'no gloss fits; names too, with a comment'],
        ],
      },
      {
        title: 'After disagreement',
        lines: [
          'A reviewer decides, both learn of it: understood, or appeal; another reviewer decides finally. Of each word 30 % come first.',
        ],
      },
    ],
  },
}

export const explanation: GuidePair = {
  zh: {
    title: '解释评分规范',
    sections: [
      {
        title: '四个方面，各 0–100 分',
        lines: ['看不到是哪个系统写的，也看不到别人的分。判断错的解释总分按 0 计，这里仍按内容打分。'],
        rows: [
          ['流畅', '语句通顺，没有病句和重复'],
          ['解释准确', '差异指得对，结论与判断一致，说理成立'],
          ['空间实体', '该提的实体都提到，没有张冠李戴'],
          ['空间关系', '关系描述完整、正确'],
        ],
      },
      {
        title: '尺度',
        lines: [
          '90 以上：可以直接采用；70：有小毛病；50：一半对；30：大部分不对；0：无关或空白。先看几条再定自己的尺度，前后一致。',
        ],
      },
    ],
  },
  en: {
    title: 'Guideline: rating explanations',
    sections: [
      {
        title: 'Four aspects, 0–100 each',
        lines: ['You see neither the system nor the other raters.'],
        rows: [
          ['fluency', 'reads well'],
          ['accuracy', 'the difference is named, the reasoning holds'],
          ['entities', 'all that matter, none mixed up'],
          ['relations', 'complete and right'],
        ],
      },
      {
        title: 'Scale',
        lines: [
          '90 and more: usable as it is; 70: small faults; 50: half right; 30: mostly wrong; 0: empty or beside the point. Keep your scale.',
        ],
      },
    ],
  },
}

/** For a form made from a task of the catalogue, which has no guideline of its own. */
export const plain: GuidePair = {
  zh: {
    title: '规范',
    sections: [
      {
        title: '没有专门的规范',
        lines: ['这个表单直接来自任务的答案格式。按任务说明填写；拿不准就跳过并写明原因，负责人会看到。'],
      },
    ],
  },
  en: {
    title: 'Guideline',
    sections: [
      {
        title: 'No guideline of its own',
        lines: [
          'This form is the answer format of the task. Follow the task’s description; if unsure, skip with a reason.',
        ],
      },
    ],
  },
}
