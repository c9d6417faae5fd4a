import { words } from './words'

export default {
  new: words('新建测试或复核', 'New test or audit'),
  lead: words(
    '从已公布的、有答案的数据里按体裁和标签抽一份样本，请人来答（测试），或请人修改公布的答案（复核）。',
    'Draw a sample of released data with answers, by genre and label, and have people answer it (a test) or mend the published answers (an audit).',
  ),
  kind: words('做什么', 'What for'),
  kinds: {
    test: words('人类测试', 'Human test'),
    audit: words('答案复核', 'Audit of answers'),
  },
  kindText: {
    test: words(
      '每个人都答全部的题，看不到公布的答案；算出正确率、彼此的 κ 和谁不计入。',
      'Everybody answers every item without seeing the published answers; accuracy, κ among people and who is left out come of it.',
    ),
    audit: words(
      '公布的答案已经填在表单上，每个人各自增、删、改；算出改了多少和两两的 F1。',
      'The published answers stand on the form and everybody mends them alone; the edits are counted and pairs of people compared.',
    ),
  },
  data: words('从哪份数据里抽', 'Which data'),
  task: words('任务', 'Task'),
  dataText: words('有答案的数据，任务的官方格式。', "Released data with answers, in the task's own format."),
  genresText: words(
    '体裁不在记录里时，再给出旁边的 .provenance.jsonl。',
    'Where genres do not stand in the records, give the .provenance.jsonl beside the file, too.',
  ),
  sample: words('抽多少，怎样抽', 'How many, and how'),
  items: words('题数', 'Items'),
  by: words('保持比例', 'Keep the shares of'),
  bys: {
    genre: words('体裁', 'genres'),
    kind: words('来源（网络、专业）', 'sources (web, professional)'),
    nothing: words('不分', 'nothing'),
  },
  labels: words('标签', 'Labels'),
  label: {
    equal: words('一样多', 'equal parts'),
    'as-they-are': words('照原来的比例', 'as they are'),
  },
  seed: words('种子', 'Seed'),
  available: words('数据中', 'In the data'),
  wanted: words('应抽', 'Wanted'),
  drawn: words('抽出', 'Drawn'),
  genre: words('体裁', 'Genre'),
  total: words('合计', 'All'),
  people: words('谁来做', 'Who takes part'),
  asked: words('每题几人', 'People per item'),
  create: words('抽样并新建活动', 'Draw and make the campaign'),
  published: words('起点：公布的答案', 'starting from the published answers'),
  tab: words('结果', 'Results'),
  standing: words('{n} 题，每题 {asked} 人', '{n} items, {asked} people each'),
  answered: words('答了', 'Answered'),
  person: words('谁', 'Who'),
  nobody: words('还没有人作答', 'Nobody has answered yet'),
  nobodyText: words(
    '把人加为标注员，开放活动，结果会出现在这里。',
    'Add people as annotators and open the campaign; results appear here.',
  ),
  rules: words('谁不计入', 'Who is left out'),
  rule: {
    pingce: words('pingce 的规则', "pingce's rules"),
    'space2022-report': words('SpaCE2022 报告的做法', 'as in the SpaCE2022 report'),
  },
  leaveOut: words('另外不计入', 'Leave out besides'),
}
