import { words } from './words'

export default {
  title: words('词典对照', 'Dictionaries side by side'),
  lead: words(
    '一个词在这个基准的几部词典里怎样释义，并排看。词典是基准里的 .json 和 .jsonl 文件：最上层的、dictionaries 里的、设置里指名的。',
    'How the dictionaries of this benchmark explain a word, side by side. Dictionaries are its .json and .jsonl files: at the top, in dictionaries, and those that settings name.',
  ),
  none: words('这个基准里还没有词典。', 'This benchmark has no dictionary yet.'),
  word: words('词', 'Word'),
  show: words('对照', 'Compare'),
}
