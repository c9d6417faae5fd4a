import { words } from './words'

export default {
  title: words('查找', 'Find'),
  placeholder: words(
    '题目文字或编号、人、活动、基准、评测',
    'Text or id of an item, a person, campaign, benchmark, competition',
  ),
  none: words('没有找到。', 'Nothing was found.'),
  kind: {
    campaign: words('活动', 'Campaigns'),
    benchmark: words('基准', 'Benchmarks'),
    competition: words('评测', 'Competitions'),
    person: words('人员', 'People'),
    item: words('题目', 'Items'),
  },
}
