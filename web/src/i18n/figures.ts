import { words } from './words'

export default {
  agreement: words('一致性', 'Agreement'),
  accuracy: words('准确率', 'Accuracy'),
  passed: words('通过率', 'Pass rate'),
  first_passed: words('初通率', 'First-pass rate'),
  appealed: words('申诉率', 'Appealed'),
  upheld: words('申诉成立率', 'Appeals upheld'),
  controls: words('质检题正确率', 'Controls right'),
  appeals: words('申诉成立 / 申诉', 'Upheld / appeals'),
  of: words('{part} / {whole}', '{part} of {whole}'),
  answers: words('{n} 份答案', '{n} answers'),
  hits: words('规则的提醒', 'What rules point out'),
  hitsText: words(
    '现有答案里，每条规则提醒了多少份。',
    'Of the answers as they stand: how many each rule has something to say about.',
  ),
  noPairs: words('还没有成对的答案。', 'There are no pairs of answers yet.'),
  doubled: words(
    '{whole} 题有答案，其中 {part} 题有两份以上，一致性由这些题算出。',
    '{part} of {whole} items have two answers or more; agreement is computed on these.',
  ),
  test: words('按活动的标准', 'by the campaign’s test'),
  ratingLevels: words(
    '评级的“严格”：选了同一档；“二分”：同在正常一边或异常一边；“宽松”：相邻的两档也算一致。',
    'Of ratings, strict: the same one; binary: both on the side of right or of wrong; loose: neighbours agree, too.',
  ),
  level: {
    strict: words('严格', 'strict'),
    binary: words('二分', 'binary'),
    loose: words('宽松', 'loose'),
    exact: words('完全相同', 'exact'),
  },
  when: {
    agreement: words('首次答案', 'first answers'),
    agreement_now: words('改正后', 'after correction'),
    before_gate: words('第一批', 'first part'),
    after_gate: words('其余', 'the rest'),
    before_feedback: words('反馈前', 'before feedback'),
    after_feedback: words('反馈后', 'after feedback'),
  },
  about: {
    accuracy: words('首次答案与审定答案一致的份额', 'First answers that equal what was decided'),
    passed: words('抽审的答案中，最后判为通过的份额', 'Audited answers whose last verdict lets them stay'),
    first_passed: words(
      '抽审的答案中，第一次就通过且未再改动的份额',
      'Audited answers accepted at the first look and never touched again',
    ),
    appealed: words('审核员定下并退回的题中，有人申诉的份额', 'Decided and returned items somebody objected to'),
    upheld: words('已裁决的申诉中，成立的份额', 'Decided appeals that were right'),
    controls: words('质检题答对的份额', 'Control items answered rightly'),
  },
}
