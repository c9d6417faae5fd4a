import { words } from './words'

export default {
  affiliation: words('单位类型', 'Kind of organisation'),
  affiliations: {
    university: words('高校', 'university'),
    institute: words('科研院所', 'research institute'),
    company: words('企业', 'company'),
    individual: words('个人', 'individual'),
    other: words('其他', 'other'),
  },
  phone: words('联系电话（可不填，不公开）', 'Phone (optional, not shown)'),
  text: {
    agreement: words('参赛协议', 'Agreement'),
    licence: words('数据使用许可', 'Data licence'),
  },
  version: words('第 {n} 版', 'version {n}'),
  accept: words('我们已阅读并接受《{what}》（第 {n} 版）', 'We have read and accept the {what} (version {n})'),
  changed: words('文本有改动', 'The texts were changed'),
  changedText: words('下载和提交之前，请阅读并接受新的文本。', 'Read and accept the new texts before you go on.'),
  acceptNow: words('接受', 'Accept'),
  accepted: words('已接受', 'Accepted'),
  acceptedAt: words('{what} 第 {n} 版，{when}', '{what} version {n}, {when}'),
  texts: words('报名时要接受的文本', 'Texts accepted at registration'),
  textsText: words(
    '改动后是新的一版，已报名的队伍要再接受一次；谁在何时接受了哪一版都有记录。留空就没有这个文本。',
    'A change makes a new version, which teams that are registered accept again; who accepted which version when is kept. Leave a text empty to have none.',
  ),
  export: words('导出报名表', 'Export the list'),
}
