import { words } from './words'

export default {
  title: words('阶段', 'Stage'),
  pack: words('用哪个发布包', 'Pack'),
  noPack: words(
    '还没有做好的发布包。先在一个基准里运行“打包”，就可以在这里给答案打分。',
    'No pack has been made yet. Run the step “pack” of a benchmark, and answers can be scored here.',
  ),
  noSteps: words('这个基准没有这一阶段的步骤。', 'This benchmark has no steps of this stage.'),
  lead: {
    corpus: words(
      '从原始文本和词典出发：筛出说到空间的段落，替换空间词，合并释义表，选词选句。得到的就是可以标注的题目。',
      'From raw text and dictionaries: passages that speak of space, replaced words, a merged inventory of senses, chosen words and sentences. What comes out can be annotated.',
    ),
    annotate: words(
      '两人以上独立作答，一致的直接定，不一致的审核；可以申诉、抽审，质检题混在其中。',
      'Two or more people answer independently; what agrees is decided, the rest is reviewed; appeals, audits and control items are part of it.',
    ),
    quality: words(
      '标注员之间有多一致，每个人有多准，哪些题可靠；数据里有没有不读文本就能猜对的捷径，各部分之间有没有泄漏。',
      'How far annotators agree, how accurate each of them is, which items are reliable; shortcuts that need no reading, leaks between parts.',
    ),
    release: words(
      '按原句划分训练、开发、测试集，题目与答案分开存放，带数据说明、校验和与划分的证明。',
      'Training, dev and test parts split by original sentence, answers apart from questions, with a data card, checksums and a proof of the split.',
    ),
    systems: words(
      '训练基线系统，让它们作答；训练好的系统可以在浏览器里试用。',
      'Train baselines and let them answer; trained systems can be tried in the browser.',
    ),
    score: words(
      '与官方脚本一致的分数，带置信区间；提交之前检查，两个系统之间成对比较。',
      'The official scripts’ scores with intervals; checks before handing in, paired comparison of systems.',
    ),
    leaderboard: words(
      '报名、分阶段提交、排队评分、总排名；同样的发布包既能下载也能评分。',
      'Teams, phases, submissions scored in a queue, the overall ranking; all from the same pack.',
    ),
  },
  way: {
    newCampaign: words('用题目文件建活动', 'Make a campaign from a file'),
    campaigns: words('去标注', 'Annotate'),
    manage: words('管理活动', 'Manage campaigns'),
    figures: words('各活动的一致性', 'Agreement by campaign'),
    competitions: words('评测与榜单', 'Competitions and boards'),
    try: words('试用系统', 'Try the systems'),
  },
  reports: words('报告', 'Reports'),
  models: words('训练好的系统', 'Trained systems'),
  model: words('名称', 'Name'),
  system: words('做法', 'How'),
  task: words('任务', 'Task'),
  trainedOn: words('训练题数', 'Trained on'),
  measure: words('指标', 'Measure'),
  dev: words('开发集', 'Dev'),
  measured: words('所有系统与测得的成绩', 'All systems and what they were measured to be worth'),
  measuredText: words(
    '在官方训练数据按原句留出的 15 % 上测得（词义消歧是 val）；公布的成绩是官方测试集上的，只可参照。',
    'Measured on the 15 % of the official training data held out by original (word senses: on val); published scores are on the official test sets: near, not the same.',
  ),
  score: words('得分', 'Score'),
  balanced: words('平衡准确率', 'Balanced accuracy'),
  notMeasured: words('未测量', 'not measured'),
  training: words('训练（CPU 分钟）', 'Training (CPU minutes)'),
  budget: words('预算 {n}', 'budget {n}'),
  speed: words('每秒文本', 'Texts per second'),
  published: words('公布：{who}', 'Published: {who}'),
  follows: words('做法同 {system}', 'method of {system}'),
  files: words('文件', 'Files'),
  allFiles: words('显示全部 {n} 个', 'Show all {n}'),
  publicOnly: words(
    '这里只有公开的一半；未公布的答案不经过服务器。',
    'Only the public half is here; answers that are held back never go through the server.',
  ),
  none: words('这个阶段还没有内容', 'Nothing in this stage yet'),
  noneText: words(
    '新建一个基准，在它的页面上做这一步；写进项目文件夹的报告和文件也会出现在这里。',
    'Make a benchmark and do this step on its page; reports and files in the project’s folder appear here, too.',
  ),
  forBuilders: words(
    '报告和文件由建设者与管理员查看，其中可能有题目的答案。',
    'Reports and files are for builders and administrators, as they may show answers.',
  ),
  yourself: words('同样的事用命令做', 'The same with commands'),
  chapter: words('详细说明', 'Read more'),
}
