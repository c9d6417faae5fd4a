import { words } from './words'

export default {
  title: words('收件箱', 'Inbox'),
  lead: words(
    '审核后退回的题：看看为什么，学习或申诉。',
    'What came back after review: see why, learn from it or appeal.',
  ),
  none: words('没有退回的题', 'Nothing came back'),
  noneText: words('审核员退回的题和理由会出现在这里。', 'Items that reviewers return appear here with their reasons.'),
  rejected: words(
    '抽审没有通过，请按意见改正后再提交。',
    'The audit did not accept this answer: mend it and submit it again.',
  ),
  mend: words('去改正', 'Correct it'),
  learned: words('明白了', 'Understood'),
  learnedDone: words('已确认', 'Noted'),
  appeal: words('申诉', 'Appeal'),
  appealText: words(
    '不同意的话可以申诉，由另一位审核员最终裁决。',
    'If you disagree, appeal: another reviewer decides finally.',
  ),
  noAppeals: words('这个活动不设申诉。', 'This campaign has no appeals.'),
  appealReason: words(
    '为什么你的答案是对的？请引用文本或规范。',
    'Why is your answer right? Quote the text or the guideline.',
  ),
  sendAppeal: words('提交申诉', 'Send the appeal'),
  appealDone: words('申诉已提交', 'The appeal was sent'),
  news: {
    waiting: words('申诉正在等待裁决。', 'The appeal waits for a decision.'),
    adopted: words(
      '审核员采纳了你的答案；别人的答案不同，退回给了他们。不用回应。',
      'The reviewer decided for your answer; others had answered differently. Nothing is asked of you.',
    ),
    upheld: words('申诉成立，最终答案已改。', 'The appeal was right; the final answer was changed.'),
    dismissed: words('申诉被驳回，维持审定答案。', 'The appeal was dismissed; the decision stands.'),
  },
  keys: {
    next: words('下一条', 'Next'),
    previous: words('上一条', 'Previous'),
    learned: words('明白了', 'Understood'),
    appeal: words('申诉', 'Appeal'),
  },
}
