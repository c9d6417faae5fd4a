import { words } from './words'

export default {
  title: words('试一试', 'Try it'),
  lead: words(
    '粘贴一段中文，看看训练好的系统怎么说。文本不会保存。',
    'Paste a Chinese text and see what the trained systems say. Texts are not kept.',
  ),
  question: {
    judge: words('说得通吗', 'Acceptable?'),
    fragments: words('哪里不对', 'What is wrong?'),
    tuples: words('谁在哪里', 'Who is where?'),
    scene: words('同一场景吗', 'Same scene?'),
    senses: words('什么意思', 'Which sense?'),
  },
  task: words('子任务', 'subtask'),
  examples: words('例子', 'Examples'),
  paste: words('在这里粘贴或输入文本', 'Paste or type a text here'),
  select: words(
    '在句中选一个词（拖动，或双击一个词）：',
    'Choose a word in the sentence (drag over it or double-click):',
  ),
  ask: words('问系统', 'Ask the systems'),
  tooLong: words('每段不超过 {n} 字', 'at most {n} characters each'),
  baseline: words('小型基线', 'small baseline'),
  dev: words('开发集 {number}', 'dev {number}'),
  took: words('{ms} 毫秒', '{ms} ms'),
  sure: words('把握 {share}', '{share} sure'),
  notSure: words('不确定', 'Not sure'),
  leaning: words('稍偏向“{words}”（{share}）', 'leans to “{words}” ({share})'),
  weak: words(
    '这个系统只学过 {n} 题，不到 {enough} 题：答案只能看看样子。',
    'This system learned from {n} items, fewer than {enough}: its answers only show what answers look like.',
  ),
  when: words(
    '学过不到 {enough} 题，或把握不到 {share}，就说“不确定”。',
    'With fewer than {enough} items learned, or below {share}, the answer is “not sure”.',
  ),
  reading: words('怎样读这段话', 'How the text is read'),
  noSpatial: words('没有找到空间词。', 'No spatial words were found.'),
  site: words('“{old}”的位置还可能是：{others}', 'In the place of “{old}” there could be: {others}'),
  suspicious: words(
    '标出的是最可疑的词，数字是系统认为它有问题的概率。',
    'Marked are the most suspicious words with the probability that each is wrong.',
  ),
  alternatives: words('别的词', 'Other words'),
  instead: words('“{word}”处换成别的词，说得通的概率', 'With another word for “{word}”, probability that it is fine'),
  unknownWords: words('句中没有它认识的空间词', 'it knows none of the spatial words here'),
  can: words(
    '系统看方位词、处所词、趋向动词（上、里、进去……）用在这里合不合适；不懂事实、时间和数字，也不看整个故事。',
    'The systems see whether words of place and direction (上, 里, 进去 …) fit where they stand; they know nothing of facts, times and numbers, nor of the story as a whole.',
  ),
  noneWorth: words(
    '这个问题还没有学够 {enough} 题的系统，所以不给答案。',
    'No system has learned {enough} items for this question yet, so there is no answer to trust.',
  ),
  showWeak: words('看看小型基线怎么答（{n}）', 'See what small baselines say ({n})'),
  trust: words(
    '在没有见过的 {items} 句上：把握到 {from} 的占 {share}，其中 {accuracy} 判对。',
    'On {items} sentences it had not seen it was {from} sure of {share}; {accuracy} of those were right.',
  ),
  chosen: words('选中', 'chosen'),
  trained: words('用 {n} 题训练。', 'Trained on {n} items.'),
  measured: words('分数在 {n} 题上测得。', 'The score was measured on {n} items.'),
  noSuchWord: words('句中没有“{word}”这个词', 'The word “{word}” is not in the sentence'),
  caution: words(
    '系统会出错；分数越低、训练数据越少，越不可信。',
    'Systems err; the lower the score and the fewer the items, the more.',
  ),
  models: words('会回答的模型：{names}', 'Models that answer: {names}'),
  none: words('还没有可以试用的模型', 'There is no model to try yet'),
  noneHere: words('这个问题还没有模型', 'No model answers this question yet'),
  noneText: words(
    '用下面的命令训练一个，放进项目的 models 文件夹，本页随即可用：',
    "Train one with this command into the project's models folder; this page then has it:",
  ),
}
