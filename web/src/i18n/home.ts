import { words } from './words'

export default {
  hello: words('{name}，你好', 'Hello, {name}'),
  lead: words('选一个活动继续工作；按 ? 查看快捷键。', 'Choose a campaign and go on; press ? for the keys.'),
  flow: words('评测的七个阶段', 'The seven stages'),
  campaigns: words('标注活动', 'Campaigns'),
  closed: words('已结束', 'Closed'),
  none: words('还没有活动', 'There are no campaigns yet'),
  noneBuilder: words(
    '用预设流程和一个题目文件，几分钟就能建好一个活动。',
    'With a preset and a file of items a campaign is made in a few minutes.',
  ),
  noneOther: words('有人把你加入活动后，它会出现在这里。', 'When somebody adds you to a campaign it appears here.'),
  noneTeam: words(
    '参赛队不参加标注；报名、提交和榜单在“评测”里。',
    'Teams do not annotate; registration, submissions and boards are under Competitions.',
  ),
  decided: words('已定比例', 'Share decided'),
  decidedOf: words('已定 {n} / {all} 题', '{n} of {all} items decided'),
  mine: words('我答过的比例', 'Share I have answered'),
  mineOf: words('我答了 {n} 题，共 {all} 题', 'I answered {n} of {all} items'),
  waiting: words('{n} 件等你处理', '{n} waiting for you'),
  annotate: words('开始标注', 'Annotate'),
  review: words('审核', 'Review'),
  appeals: words('申诉', 'Appeals'),
  manage: words('管理', 'Manage'),
  refusedTitle: words(
    '{n} 份离线答案未被接受，内容仍保存在本机',
    '{n} offline answers were not accepted; they are still kept here',
  ),
  forget: words('不再保留', 'Forget'),
  filling: words('正在准备演示的语料、报告、发布包和系统', 'Preparing the demo’s corpus, reports, pack and systems'),
  fillingStopped: words('演示数据没有准备完', 'The demo’s data is incomplete'),
  fillingAgain: words('重新启动服务器会接着做；详情见', 'Starting the server again goes on; details are in'),
}
