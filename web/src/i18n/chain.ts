import { words } from './words'

export default {
  tab: words('接到下一步', 'Chain'),
  lead: words(
    '把已裁决的题交给下一个活动：评为异常的去归因，评为正常的与原句配成一对，未改动的原句做 STEP。出处随题带走；再做一次只补上后来裁决的。',
    'Hand decided items on to the next campaign: those rated abnormal to attribution, those rated normal as pairs with their original, untouched originals to STEP. Where they come from goes with them; doing it again adds only what was decided meanwhile.',
  ),
  nothing: words('还没有已裁决的题', 'Nothing is decided yet'),
  nothingText: words('题目裁决以后才能接到下一个活动。', 'Items can be handed on once they are decided.'),
  where: words('接到哪里', 'Where to'),
  to: {
    new: words('新活动', 'A new campaign'),
    existing: words('已有的活动', 'A campaign that exists'),
  },
  usualHere: words('常用', 'usual'),
  title: words('新活动的名称', 'Title of the new campaign'),
  choose: words('选一个活动', 'Choose a campaign'),
  which: words('哪些题', 'Which items'),
  choice: {
    usual: words('常用的选法', 'The usual choice'),
    own: words('自己选', 'My own'),
  },
  usualText: words('{choice}；成为{as}。', '{choice}; as {as}.'),
  everything: words('全部已裁决的题', 'all decided items'),
  noUsual: words(
    '这两种表单之间没有常用的选法，请自己选。',
    'There is no usual choice between these two forms; choose yourself.',
  ),
  ownText: words('一项里什么也不勾，就是不看这一项。', 'Where nothing is ticked, that is not looked at.'),
  genre: words('语体', 'Genre'),
  kind: words('来源', 'Source'),
  kinds: {
    web: words('网络', 'web'),
    professional: words('专业', 'professional'),
    dictionary: words('词典例句', 'dictionary examples'),
  },
  as: words('成为', 'As'),
  asItem: {
    text: words('题目本身', 'the text itself'),
    pair: words('与原句的一对', 'a pair with its original'),
    original: words('原句', 'the original'),
  },
  fits: words('按目标活动的表单', 'as the form asks'),
  preview: words('会怎样', 'What will happen'),
  decided: words('已裁决', 'Decided'),
  chosen: words('选中', 'Chosen'),
  added: words('新增', 'New'),
  already: words('已在其中', 'There already'),
  leftOut: words('未取', 'Left out'),
  why: {
    answer: words('答案不合 {n}', 'another answer {n}'),
    tier: words('等级不发布 {n}', 'a tier kept back {n}'),
    'no-original': words('没有原句 {n}', 'no original {n}'),
  },
  shared: words(
    '几道题可以有同一个原句，所以新增的可能比选中的少。',
    'Several items may share an original, so fewer may come than were chosen.',
  ),
  do: words('接过去', 'Hand them on'),
  done: words('已接过去 {n} 题', '{n} item handed on | {n} items handed on'),
  open: words('打开那个活动', 'Open that campaign'),
}

export const tier = {
  title: words('等级', 'Tiers'),
  about: words(
    '勾选的等级进入结果；默认是可以发布的。',
    'Ticked tiers are taken; as a rule those that may be released.',
  ),
  everything: words('全部，没有等级的也要', 'all, also items without a tier'),
  released: words('发布', 'released'),
  keptBack: words('留下', 'kept back'),
  kept: {
    ungraded: words('没有等级', 'without a tier'),
    'gloss-changed': words('释义改过，要重新裁决', 'the gloss has changed; to be decided anew'),
  },
}
