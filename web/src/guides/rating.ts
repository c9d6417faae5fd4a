import type { GuidePair } from './types'

export const rating: GuidePair = {
  zh: {
    title: '正误评级规范',
    sections: [
      {
        title: '先问：能不能用',
        lines: [
          '有确定无疑的错别字、全文没有空间义、缺少专业知识就看不懂、政治违法色情恐怖内容、文言或诗词：选 **5 不适合**，可标出片段、写备注。',
          '开头被截断一两个字、结尾是“说：”、小的标点毛病，只要其余读得懂，都**不是**理由。分词或词性高亮不准也不算错别字。',
        ],
      },
      {
        title: '四个等级',
        lines: ['在脑中把整段话搭成场景：这个场景在现实世界里能存在，就是正常。'],
        rows: [
          ['1 完全正常', '空间信息对，没有人会争议'],
          ['2 尚能说通', '大体成立；有更准确自然的说法，或场面、说法少见。第一反应“对”，随后有点疑问'],
          ['3 比较牵强', '勉强能接受，还不至于不可理解。第一反应“错”，随后找到一条出路'],
          ['4 显然异常', '明显错误，没有人会争议'],
        ],
      },
      {
        title: '看全文',
        lines: [
          '- 局部通顺、但与别处冲突的，是**显然异常**。',
          '- **假方位词**（条件下、营业中、天亮前）：用得正常就忽略它，只判断其余空间词；它本身就不成话（心情旁、天亮上），判显然异常。',
          '- 交通文本里“由西向南”不一定错，要与转弯方向和其他车辆对照。',
          '- 不必为多样性硬找理由，也不必查地图：专名的真实位置不作依据。',
        ],
      },
      {
        title: '例',
        lines: [],
        rows: [
          ['门边靠着一把旧伞', '完全正常'],
          ['琴声从一间木屋边传出来', '尚能说通：“木屋里”更自然'],
          ['带着狗到树林旁去打猎', '比较牵强：少见，但关系可以想象'],
          ['自行车下座上绑着一只箩筐', '显然异常：只有后座'],
          ['由北向南行驶的客车右转弯后由西向东行驶', '显然异常：右转后应向西'],
          ['沿者小路散步', '不适合：错别字'],
        ],
      },
      { title: '按键', lines: ['按 1–5 评级，Enter 提交并打开下一题。标片段：在文中选中后按 Enter 填入。'] },
    ],
  },
  en: {
    title: 'Guideline: rating',
    sections: [
      {
        title: 'First: can it be used?',
        lines: [
          'An undisputed typo, no spatial sense at all, not understandable without an expert, political, illegal, pornographic or terror content, classical Chinese or verse: choose **5 unsuitable**; a fragment and a comment may say why.',
          'A beginning cut by a character or two, an end such as “说：”, small faults of punctuation are **no** reason if the rest can be understood; nor are wrong highlights.',
        ],
      },
      {
        title: 'Four levels',
        lines: ['Build the scene of the whole text: it is normal if it can exist in the world.'],
        rows: [
          ['1 fine', 'right; nobody would dispute it'],
          [
            '2 acceptable',
            'roughly holds; a more exact wording exists, or it is uncommon. First “right”, then a doubt',
          ],
          ['3 far-fetched', 'hardly holds, still conceivable. First “wrong”, then a way out'],
          ['4 plainly wrong', 'nobody would dispute that it is wrong'],
        ],
      },
      {
        title: 'The whole text',
        lines: [
          '- A locally fine phrase that conflicts with another part is **plainly wrong**.',
          '- **Fake localizers** (在…条件下, 营业中, 天亮前): ignore a normal use and judge the rest; a broken one (心情旁) is plainly wrong.',
          '- Traffic: “由西向南” is not wrong by itself; compare with turns and other vehicles.',
          '- No maps: where a named place really is does not count.',
        ],
      },
      {
        title: 'Keys',
        lines: ['1–5 rate, Enter submits and opens the next. A fragment: select it, Enter puts it in.'],
      },
    ],
  },
}
