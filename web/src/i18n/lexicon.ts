import { words } from './words'

export default {
  title: words('空间词表', 'Spatial lexicon'),
  lead: words(
    '同一组里的词可以互相替换；不成组的词只计权重，不替换。',
    'Words of a group may replace each other; words in no group are counted, never replaced.',
  ),
  ours: words(
    '现在用的是自带的词表；保存后这个基准有自己的一份。',
    'This is ours; once saved, the benchmark has its own.',
  ),
  own: words('这个基准自己的词表', 'The benchmark’s own'),
  groups: words('{n} 组', '{n} group | {n} groups'),
  group: words('组名', 'Group'),
  model: words('模型', 'Model'),
  words: words('词', 'Words'),
  addGroup: words('加一组', 'Add a group'),
  removeGroup: words('删去这一组', 'Delete this group'),
  search: words('找词或组', 'Find a word or group'),
  loose: words('不成组的词（用空格隔开）', 'Words in no group (separated by blanks)'),
  steps: words('用在这些步骤', 'Used by these steps'),
  stepsHelp: words('用了它的步骤会变成要重做。', 'Steps that use it become out of date.'),
  history: words('改动记录', 'History'),
  noHistory: words('还没有改过。', 'It was never changed.'),
  original: words('自带的词表', 'our lexicon'),
  added: words('加 {words}', 'added {words}'),
  removed: words('删 {words}', 'removed {words}'),
  same: words('词没有变', 'the same words'),
  open: words('取回这一版', 'Take this version'),
  taken: words('已取回第 {n} 版，保存后生效', 'Version {n} is here; save to let it hold'),
  class: words('词类', 'Class'),
}
