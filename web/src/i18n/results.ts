import { words } from './words'

export default {
  items: words('题', 'Items'),
  seeItems: words('看是哪些题', 'See which items'),
  allItems: words('{n} 条', '{n} in all'),
  someItems: words('列出 {n} 条，共 {all} 条', '{n} of {all}'),
  filter: words('筛选', 'Filter'),
  table: words('表', 'Table'),
  bar: words('图', 'Bar'),
  all: words('全部 {n} 行', 'All {n} rows'),
  compare: words('与之比较', 'Compared with'),
  none: words('不比较', 'nothing'),
  noPage: words('这次运行没有留下结果的页面。', 'This run left no page of its result.'),
}
