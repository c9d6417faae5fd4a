import { words } from './words'

export const detail = {
  answer: words('答案', 'answer'),
  reason: words('理由', 'reason'),
  reason_code: words('原因', 'cause'),
  version: words('版本', 'version'),
  text: words('内容', 'text'),
  kind: words('种类', 'kind'),
  item_state: words('题目状态', 'item'),
  title: words('标题', 'title'),
  system: words('系统', 'system'),
  seconds: words('用时（秒）', 'seconds'),
}

export const relation = {
  disjoint: words('相离', 'excludes'),
  overlapping: words('重叠', 'overlaps'),
  includes: words('包含', 'includes'),
  word: words('词', 'Word'),
  first: words('释义甲（较宽）', 'First gloss (wider)'),
  second: words('释义乙', 'Second gloss'),
  none: words('还没有关系', 'There are no relations yet'),
  noGlosses: words('这个活动里还没有这个词的题。', 'No item of this campaign has this word.'),
  search: words('按词查找', 'Find a word'),
  sure: words('删除这条关系？', 'Delete this relation?'),
}

export const setting = {
  group: {
    answers: words('答案', 'Answers'),
    review: words('审核与反馈', 'Review and feedback'),
    queue: words('发题', 'Queue'),
    people: words('人员', 'People'),
  },
  value: {
    exact: words('完全相同', 'exactly the same'),
    threshold: words('足够相似', 'alike enough'),
    strict: words('评级相同', 'same rating'),
    binary: words('同为正常或异常', 'same side'),
    loose: words('相邻也算', 'neighbours count'),
    review: words('交审核员', 'a reviewer decides'),
    third: words('请第三人', 'ask a third person'),
    leave: words('都保留，不裁决', 'keep all, decide none'),
    nobody: words('不退回', 'nobody'),
    differing: words('退回答案不同的人', 'those who differ'),
    all: words('退回所有人', 'everybody'),
    given: words('按文件顺序', 'as in the file'),
    shuffled: words('打乱', 'shuffled'),
    everybody: words('所有标注员', 'every annotator'),
    test: words('通过测试的人', 'those who pass the test'),
    chosen: words('被选中的人', 'those who were chosen'),
  },
  names: words('如：A、B', 'such as A, B'),
  second_share: {
    title: words('多人题的比例', 'Share with more than one person'),
    about: words('其余的题一人即可；固定标注员时按组计', 'the other items get one; with fixed people: of the groups'),
  },
  second_genres: {
    title: words('总是多人的体裁', 'Genres with more than one person'),
    about: words('这些体裁的题不受比例限制', 'their items do not depend on the share'),
  },
  alone_levels: {
    title: words('可独立作答的等级', 'Levels that answer alone'),
    about: words('其余的题由这些等级的人先做时，一人即可', 'other items that such a person begins need nobody else'),
  },
  admits: {
    title: words('谁可以领题', 'Who gets items'),
    about: words('测试题和入选名单在“培训与入选”里', 'tests and lists are under “Training”'),
  },
  test_items: {
    title: words('每次测试的题数', 'Items per test'),
    about: words('从测试题中抽取；0 表示全部', 'drawn from all test items; 0: all of them'),
  },
  pass_share: {
    title: words('通过的正确率', 'Share to pass'),
    about: words('0 到 1', '0 to 1'),
  },
  attempts: {
    title: words('最多测试次数', 'Attempts'),
    about: words('', ''),
  },
  retake_hours: {
    title: words('再测间隔（小时）', 'Hours before a retake'),
    about: words('', ''),
  },
  person_least: {
    title: words('每人至少', 'Least per person'),
    about: words('0 表示不要求', '0: none'),
  },
  person_most: {
    title: words('每人至多', 'Most per person'),
    about: words('够数后不再发新题；已开始的组做完为止', 'after that nothing new; groups that were begun are finished'),
  },
  day_least: {
    title: words('每人每天至少', 'Least per person and day'),
    about: words('0 表示不要求', '0: none'),
  },
  day_most: {
    title: words('每人每天至多', 'Most per person and day'),
    about: words('0 表示不限', '0: no limit'),
  },
  answers: {
    title: words('每题人数', 'People per item'),
    about: words('几个人各自独立作答', 'each answers alone'),
  },
  test: {
    title: words('怎样算一致', 'When answers agree'),
    about: words('一致的题直接定下', 'agreed items are decided at once'),
  },
  threshold: {
    title: words('相似度下限', 'Least likeness'),
    about: words('“足够相似”时使用，0 到 1', 'for “alike enough”, 0 to 1'),
  },
  on_disagreement: {
    title: words('不一致时', 'When they disagree'),
    about: words('', ''),
  },
  audit_rate: {
    title: words('抽审比例', 'Audited share'),
    about: words('每人答案中由审核员查看的份额', 'of every person’s answers'),
  },
  audit_rate_first: {
    title: words('开始阶段抽审比例', 'Audited share at first'),
    about: words('与上一项取较高者', 'the higher of the two holds'),
  },
  audit_first: {
    title: words('开始阶段题数', 'How long “at first” is'),
    about: words('每人最初多少题算开始阶段', 'a person’s first so many items'),
  },
  control_rate: {
    title: words('质检题比例', 'Share of control items'),
    about: words('混入的已知答案的题', 'items whose answer is known'),
  },
  return_to: {
    title: words('审定后退回', 'Decisions go back to'),
    about: words('谁要看到审定结果并确认', 'who must see and confirm them'),
  },
  appeals: {
    title: words('允许申诉', 'Appeals'),
    about: words('由另一位审核员最终裁决', 'another reviewer decides finally'),
  },
  learn_days: {
    title: words('视为已学习的天数', 'Days until taken as learned'),
    about: words('退回多久没有回应就算确认；0 表示一直等', '0: waits for ever'),
  },
  blind: {
    title: words('匿名审核', 'Blind review'),
    about: words('审核员看不到是谁的答案', 'reviewers do not see whose answer it is'),
  },
  fixed_annotators: {
    title: words('每组固定标注员', 'Fixed people per group'),
    about: words('同组的题由同样的人标注', 'the same people for a whole group'),
  },
  finish_group: {
    title: words('做完一组再做下一组', 'Finish a group before the next'),
    about: words('', ''),
  },
  gate: {
    title: words('第一批比例', 'First part'),
    about: words(
      '每组先开放的份额，全部审定后再开放其余；1 表示不限',
      'share of a group opened before it is decided; 1: all',
    ),
  },
  order: {
    title: words('发题顺序', 'Order'),
    about: words('', ''),
  },
  lease_minutes: {
    title: words('时限（分钟）', 'Lease (minutes)'),
    about: words('领取后多久没有动静就收回', 'a silent job is taken back after this'),
  },
  skip_limit: {
    title: words('跳过上限', 'Skips'),
    about: words('多少人跳过后交审核员', 'after so many the item goes to review'),
  },
}

export const step = {
  imported: words('导入', 'imported'),
  suggested: words('预标注', 'suggested'),
  control: words('设为质检题', 'made a control item'),
  unlocked: words('开放', 'opened'),
  claimed: words('领取', 'claimed'),
  submit: words('提交', 'submitted'),
  amend: words('修改', 'changed'),
  drafted: words('改动，还没有提交', 'began to change it'),
  correct: words('改正', 'mended by its author'),
  skipped: words('跳过', 'skipped'),
  expired: words('过期收回', 'expired'),
  'given-up': words('跳过太多，送审核', 'skipped too often'),
  differ: words('答案不一致', 'answers differ'),
  'third-asked': words('请第三人', 'a third person was asked'),
  agreed: words('答案一致，定下', 'agreed'),
  majority: words('多数一致，定下', 'majority'),
  undetermined: words('不一致，不裁决', 'undetermined'),
  'to-audit': words('抽审', 'drawn for audit'),
  'review-claimed': words('审核员领取', 'taken by a reviewer'),
  'review-expired': words('审核过期收回', 'review expired'),
  'passed-on': words('转交别人', 'passed on'),
  accepted: words('抽审通过', 'audit accepted'),
  mended: words('审核员修改', 'mended by the reviewer'),
  rejected: words('抽审不通过', 'audit rejected'),
  reviewed: words('审定', 'decided by review'),
  learned: words('已学习', 'learned'),
  overdue: words('逾期视为已学习', 'taken as learned'),
  appealed: words('申诉', 'appealed'),
  upheld: words('申诉成立', 'appeal upheld'),
  dismissed: words('申诉驳回', 'appeal dismissed'),
  escalate: words('送审核', 'sent to review'),
  withdraw: words('撤下', 'withdrawn'),
  reopen: words('重新审核', 'reviewed again'),
  'sent-back': words('退回已定的题', 'sent back after the decision'),
}

export default {
  official: {
    title: words('官方格式', 'Official format'),
    about: words(
      '{task} 的答案文件，只含已定的题；不适合的题和质检题不在其中。',
      'Answer file of {task} with decided items; unsuitable and control items are left out.',
    ),
  },
  provenance: {
    title: words('出处', 'Provenance'),
    about: words(
      '官方文件里每道题从哪里来：源文件与位置、原句、替换、活动、等级。',
      'Where every item of the official file comes from: source file and place, original, replacement, campaign, tier.',
    ),
  },
  history: {
    title: words('完整经过', 'Full history'),
    about: words(
      '每一步一行 JSON：谁、何时、做了什么、答案的每个版本。',
      'A line of JSON per step: who, when, what, every version of every answer.',
    ),
  },
  csv: {
    title: words('表格', 'Table'),
    about: words('每份答案一行，便于在电子表格里查看。', 'A line per answer, for spreadsheets.'),
  },
  get: words('下载', 'Download'),
  counts: words(
    '已裁决 {decided} 题：写出 {taken}，答案不入数据 {dropped}，分级留下 {kept}。',
    '{decided} decided: {taken} written, {dropped} dropped by their answer, {kept} kept back by tiers.',
  ),
  noTiers: words(
    '没有分级，写出全部已裁决的题；用 pingce quality tiers 分级以后，不该发布的会留下。',
    'No tiers: every decided item is written; pingce quality tiers keeps back what should not be.',
  ),
}
