import { words } from './words'

export const vote = {
  tab: words('投票', 'Votes'),
  word: words('词', 'Word'),
  votes: words('意见', 'Votes'),
  how: words('怎样定的', 'How'),
  result: words('结果', 'Result'),
  differ: words('只看不一致的', 'Only where they differ'),
  download: words('下载不选的词（CSV）', 'Download the words left out (CSV)'),
  downloadText: words('给 pingce corpus words --exclude 用', 'for pingce corpus words --exclude'),
  summary: words(
    '{voted} 个词有两票以上，{agreed} 个意见相同；不选 {excluded} 个。',
    '{voted} words with two votes, {agreed} alike; {excluded} left out.',
  ),
  keep: words('保留', 'keep'),
  exclude: words('不选', 'leave out'),
  reason: {
    'one-sense': words('今天只用一个义项', 'only one sense is alive'),
    rare: words('罕用', 'rare'),
    name: words('专名或术语', 'a name or term'),
    grammar: words('虚词', 'a function word'),
    glosses: words('释义不可用', 'the glosses are no good'),
    other: words('其他', 'something else'),
  },
  outcome: {
    agreed: words('一致', 'agreed'),
    majority: words('多数', 'majority'),
    reviewed: words('第三人定', 'a third person'),
    undetermined: words('不一致，保留', 'they differ, kept'),
  },
}
