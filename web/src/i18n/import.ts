import { words } from './words'

export default {
  text: words(
    '自己的句子（TXT 每行一句或按段落，CSV、TSV、Excel、JSON）、Label Studio 和 doccano 的导出、{task} 的官方文件或数据包，都可以。先看预览，确认后才会建立。题目也可以以后再加。',
    'Sentences of your own (TXT by line or paragraph, CSV, TSV, Excel, JSON), exports of Label Studio and doccano, official files or packs of {task}. You see a preview first; nothing is made before you confirm. Items may be added later.',
  ),
  samples: words('样例文件：', 'Sample files:'),
  more: words('分组与质检', 'Groups and control items'),
  chooseMember: words('数据包里有几个文件，请选一个', 'The pack holds several files: choose one'),
  chooseColumn: words('选一列', 'choose a column'),
  numbered: words('按文件名编号', 'numbered by the file name'),
  header: words('第一行是列名', 'the first row names the columns'),
  required: words('必填', 'required'),
  optional: words('可不选', 'optional'),
  perWhat: words('怎样切分', 'How to cut it'),
  perLine: words('每行一题', 'an item per line'),
  perParagraph: words('空行分段，每段一题', 'an item per paragraph (blank lines between)'),
  readAsOwn: words('不是官方格式，自己选列', 'Not the official format: choose columns'),
  count: words('{n} 题', '{n} item | {n} items'),
  first: words('前几题', 'The first items'),
  problems: words(
    '{n} 处问题，改好后再选一次文件',
    '{n} problem: mend it and choose the file again | {n} problems: mend them and choose the file again',
  ),
  moreProblems: words('……另有 {n} 处', '… and {n} more'),
  layout: {
    official: words('官方格式', 'The official format'),
    lines: words('文本，每行一题', 'A text, an item per line'),
    paragraphs: words('文本，每段一题', 'A text, an item per paragraph'),
    table: words('表格', 'A table'),
    records: words('JSON 记录', 'JSON records'),
    'label-studio': words('Label Studio 导出（不带答案）', 'An export of Label Studio (without its answers)'),
    doccano: words('doccano 导出（不带答案）', 'An export of doccano (without its answers)'),
  },
}
