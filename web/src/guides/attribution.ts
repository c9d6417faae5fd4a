import type { GuidePair, GuideSection } from './types'

export const SPE_ZH: GuideSection[] = [
  {
    title: 'S、P、E 是什么',
    lines: [],
    rows: [
      [
        'S 空间实体',
        '文中说明了它在哪里或朝哪里的东西。“从冰箱里拿出啤酒”的 S 只有啤酒。直接承受者才是 S：行驶、碰撞的是车，不是司机',
      ],
      [
        'P 空间方位',
        'S 的处所、起点、终点、路径、方向、朝向；**带上标明关系的介词或趋向动词**（在大树旁、到大树旁、进山洞）。车辆、身体的部位也入 P',
      ],
      ['E 相关事件', '说明 S 怎样、为何处于 P 的谓词；方式先于目的（站 先于 等人）。感知、领有动词不是 E'],
    ],
  },
  {
    title: '四条原则（先后：完整 > 平行 > 简明 > 邻近）',
    lines: [
      '- **要素完整**：文中找得到就填；每格是完整的词或短语，不切断词。',
      '- **要素邻近**：三个要素取自同一标点句；句内没有才到最近处去取，介词不跨句取。',
      '- **语义简明**：没有歧义的最短形式；去掉多余修饰、副词、着了过。',
      '- **平行比对**（两组相对时）：意思相同形式就相同，意思不同形式就不同；第一组取自前面的句子。',
    ],
  },
]

export const SPE_EN: GuideSection[] = [
  {
    title: 'S, P, E',
    lines: [],
    rows: [
      ['S entity', 'what the text places or directs; the direct undergoer (the vehicle, not the driver)'],
      [
        'P place',
        'place, start, end, path, direction, orientation of S, **with the preposition or directional verb** that marks it; parts of vehicles and bodies too',
      ],
      [
        'E event',
        'the predicate that says how or why S is at P; manner before purpose; not verbs of perceiving or having',
      ],
    ],
  },
  {
    title: 'Four principles (completeness > parallel > short > near)',
    lines: [
      '- **Complete**: fill what the text has; whole words or phrases only.',
      '- **Near**: all three from one clause; leave it only when the clause lacks one; never fetch a preposition.',
      '- **Short**: the shortest unambiguous form; no needless modifiers, adverbs, 着了过.',
      '- **Parallel** (two groups): same sense, same form; the first group is the earlier one.',
    ],
  },
]

export const attribution: GuidePair = {
  zh: {
    title: '异常归因规范',
    sections: [
      {
        title: '先定结论',
        lines: [
          '- **存在异常**：写出原因，可以多条。',
          '- **并无异常**：不再填别的。宁可说没有异常，也不要硬编原因。',
          '- **不适合**：可以单独用；异常不是空间性的，或片段无法选准时，也可与原因并用。',
        ],
      },
      {
        title: '三类原因（按 A → B → C 考虑）',
        lines: ['先想是哪些片段，再想是哪一类。确定无疑标一条；几类都说得通就标几条。'],
        rows: [
          [
            'A 搭配不当',
            '两个空间表达在**任何语境**都不能这样组合。去掉上下文单读，能说就不是 A。填片段一、片段二，按文中顺序',
          ],
          ['B 语义冲突', '文中**字面上**有两处空间信息，各有事件，不能同时成立。填两组 S P E，至少 4 格'],
          ['C 不合常识', '只有一处空间信息，冲突的另一方要靠推断。填 S P E，至少 2 格'],
        ],
      },
      ...SPE_ZH,
      {
        title: '片段的细则',
        lines: [
          '- A 的片段够用就好：“民居群｜下”，不要“在一片民居群｜下”；也不能太小：“沉入｜黑水前”。',
          '- 同一标点句内名词优于代词；跨句取最近的，不做指代推理。',
          '- 方位词要带上它的名词（衬衣四面），除非名词在句外而对比已经清楚（里面、前面）。',
          '- 不连续的片段可以拼接：先选一段按 +，再选下一段。',
          '- 至少有一个高亮的空间词在所选片段里；最好盖住被替换的词。',
          '- 两半都像错的，用 B，不要写成两条 C。并列项中只标离得最近、错误靠后的一对。',
        ],
      },
      {
        title: '例',
        lines: [],
        rows: [
          ['把头放在地面边', 'A：地面 ｜ 边'],
          ['他们睡在帐篷里，一醒来就跑进帐篷', 'B：他们/在帐篷里/睡 — 他们/进帐篷/跑'],
          ['教室前一片寂静（上文在教室里）', 'C：P 教室前，E 一片寂静'],
        ],
      },
    ],
  },
  en: {
    title: 'Guideline: attribution',
    sections: [
      {
        title: 'The outcome first',
        lines: [
          '- **Something is wrong**: give the reasons, several if arguable.',
          '- **Nothing is wrong**: nothing else is filled; better than an invented reason.',
          '- **Unsuitable**: alone, or with a reason when the anomaly is not spatial or the span cannot be selected.',
        ],
      },
      {
        title: 'Three kinds (consider A → B → C)',
        lines: [],
        rows: [
          ['A collocation', 'two expressions that cannot combine in **any** context; two pieces in text order'],
          [
            'B conflict',
            'two statements, both **literally** in the text, that cannot both hold; two groups S P E, at least 4 slots',
          ],
          ['C common sense', 'one statement against what one infers; S P E, at least 2 slots'],
        ],
      },
      ...SPE_EN,
      {
        title: 'Spans',
        lines: [
          '- A: as short as suffices, but not so short that it is fine by itself.',
          '- A name beats a pronoun inside a clause; across clauses the nearest.',
          '- A localizer comes with its noun unless the contrast is clear without.',
          '- Discontinuous pieces: select, press +, select the next.',
          '- At least one highlighted word must be inside; cover the odd word.',
          '- Both halves look wrong: B, not two Cs.',
        ],
      },
    ],
  },
}
