import type { GuidePair } from './types'

export const step: GuidePair = {
  zh: {
    title: 'STEP 标注规范',
    sections: [
      {
        title: '一条记录说什么',
        lines: [
          '实体 **S** 在时间 **T** 通过事件 **E** 具有空间信息 **P**；**F** 说明它是不是假的。',
          '顺序：通读 → 找出有空间信息的句子 → S → P → E → T → 同指 → 事实性。按文中顺序全部标出，每件事只在第一次出现时标一次。',
        ],
      },
      {
        title: '空间实体',
        lines: [
          '- 有 P 的名词短语才是 S；照片里、想象中的也算。中心名词必填，修饰语只在区分时要。',
          '- 并列而 P 相同：分成多条，只有 S 不同。P 不同：本来就是不同的记录。',
          '- **空间实体2** 只与距离同用，两个实体按文中顺序。',
        ],
      },
      {
        title: '各个 P 槽',
        lines: [],
        rows: [
          ['处所', '静止的位置；多以“在、于”开头。方位词缺名词而名词在别处，取来按逻辑顺序拼接（在+医院+外面）'],
          ['起点 / 终点', '移动的开始与结束。从、由、自 → 起点；到、至、在、进、入 → 终点。“往工作队走”是方向'],
          ['方向', '只给移动的 S：往南、上去、由东向西'],
          ['朝向', '有正面的东西面对哪里：床头朝东、背对镜子'],
          ['部件处所', 'S 是部件，P 说它在整体的哪里'],
          ['部位', 'S 的一部分（货车右前部）；填了它，其余 P 说的是这一部分'],
          ['形状', '一字排开、品字形'],
          ['路径', '沿…路；S 本身是路时，两端也填路径，不填起点终点'],
          ['距离', '恰好两个实体，单独一条，不与其他 P 同用。文本（200米）或标签（远、近、变远、变近）'],
        ],
      },
      {
        title: '事件、时间、事实性',
        lines: [
          '- **E** 是使 S 处于 P 的动词（放、挂、藏）；“可以看见”“像是”不是。没有就不填。不以“来去上下进出”结尾。',
          '- **时间**：原文时间 > 参照事件+之前/之后/之时/之间 > 说话时/过去/将来；两类不同用。之间要两个参照事件。非必要不填。',
          '- **事实性**：S–P 被否定或能推知为假才填“假”；否定词不放进 P 和 E。',
        ],
      },
      {
        title: '同指与异指',
        lines: [
          '- 只涉及 S 和 P 里的实体；形式相同默认同指，不标。',
          '- 异形同指：把各个说法放进一组（阿曾、她）。同形异指：放进“异指”组。',
        ],
      },
      {
        title: '片段',
        lines: [
          '- 首尾不带标点；不以 把 被 将 的 开头；不以 着 了 过 结尾；P 和 E 不以 的 结尾；单独一个介词不成片段。',
          '- 各 P 槽有不能用的开头：处所不以 从到沿往 开头，终点不以 从沿往 开头，等等，右侧会提示。',
        ],
      },
      {
        title: '例',
        lines: [],
        rows: [
          ['从水里捞出来的人手上戴着戒指', '（人，捞，起点 从水里，方向 出来）；（戒指，戴，处所 人手上）'],
          ['两个汉子把她按跪在地上', '（她，按，终点 在地上）；（她，跪，处所 在地上）'],
          ['她注视着几米外那支枪口', '（她，注视，朝向 枪口）；（她＋枪口，距离 几米）'],
        ],
      },
    ],
  },
  en: {
    title: 'Guideline: STEP',
    sections: [
      {
        title: 'A record',
        lines: [
          'Entity **S**, at time **T**, through event **E**, has place information **P**; **F** says whether that is false.',
          'Read all → clauses with spatial information → S → P → E → T → coreference → facticity. Mark everything once, in text order, at its first mention.',
        ],
      },
      {
        title: 'Slots',
        lines: [],
        rows: [
          [
            'S',
            'a noun phrase that has P; head noun needed, modifiers only to tell apart. Same P for several: one record each',
          ],
          ['second entity', 'only with distance, in text order'],
          ['处所', 'static place (在, 于); a missing noun is fetched and spliced in logical order'],
          ['起点 / 终点', 'start and end of a movement'],
          ['方向', 'only for moving S'],
          ['朝向', 'where a sided thing faces'],
          ['部件处所', 'S is a part: where in the whole'],
          ['部位', 'a part of S; the other slots then speak of the part'],
          ['形状', 'shape'],
          ['路径', 'path; also both ends of an S that is itself a path'],
          ['距离', 'exactly two entities, alone; words or label'],
          ['E', 'the verb that brings S to P; none is fine'],
          ['T', 'words of the text > reference event + label > 说话时/过去/将来; only if needed'],
          ['F', '假 only where S–P is denied; negation words stay out of P and E'],
        ],
      },
      {
        title: 'Coreference',
        lines: [
          '- Only entities in S or P. Different forms, one referent: one set. Same form, two referents: a “not the same” set.',
        ],
      },
      {
        title: 'Spans',
        lines: [
          '- No punctuation at the ends; not starting with 把被将的, not ending in 着了过; P and E not ending in 的; no lone preposition.',
        ],
      },
    ],
  },
}
