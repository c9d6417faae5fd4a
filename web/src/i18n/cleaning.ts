import { words } from './words'

export const cleaning = {
  tab: words('清理', 'Cleaning'),
  keys: words('M 编辑文本 · Ctrl+Enter 提交 · Esc 离开', 'M: edit the text · Ctrl+Enter: submit · Esc: leave it'),
  diff: words('改动', 'changes'),
  before: words('清理前', 'Before'),
  after: words('清理后', 'After'),
  left: words('留下', 'Left'),
  kept: words('保留', 'Kept'),
  mended: words('改正', 'Mended'),
  dropped: words('删去', 'Dropped'),
  undecided: words('未定', 'Undecided'),
  byKind: words('按来源', 'By kind of source'),
  byGenre: words('按体裁', 'By genre'),
  why: words('原因', 'Reasons'),
  total: words('合计', 'All'),
  notStated: words('未注明', 'Not stated'),
  download: words('下载清理后的语料', 'Download the cleaned corpus'),
  downloadText: words(
    '每行一条：编号、出处不变，改正前的文字记在 source.cleaned 里。',
    'A text per line with its id and place; how a mended text read before is kept in source.cleaned.',
  ),
  verdict: {
    keep: words('保留', 'keep'),
    drop: words('删去', 'drop'),
    mend: words('改正', 'mend'),
  },
  reason: {
    typo: words('错别字', 'wrong characters'),
    tag: words('分词或词性有误', 'wrong words or tags'),
    'not-spatial': words('没有空间义', 'nothing about space'),
    noise: words('杂质', 'noise'),
    logic: words('不通或有逻辑错误', 'not a sensible sentence'),
    length: words('过长或过短', 'too long or too short'),
    context: words('上下文不足', 'not enough context'),
    other: words('其他', 'something else'),
  },
}
