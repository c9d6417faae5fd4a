import { words } from './words'

/** Spatial words by class; each has a line of its own, so that the colour is not the only sign. */
export const wordClass = {
  f: words('方位词', 'localizer'),
  s: words('处所词', 'place word'),
  dv: words('趋向动词', 'directional verb'),
  p: words('介词', 'preposition'),
  d: words('副词', 'adverb'),
}

/** Roles beside the lines of a scene: there is little room, so they are shorter than the titles of the form. */
export const sceneRole = {
  处所: words('处所', 'place'),
  部件处所: words('部件处所', 'part at'),
  起点: words('起点', 'start'),
  路径: words('路径', 'path'),
  方向: words('方向', 'direction'),
  终点: words('终点', 'end'),
  朝向: words('朝向', 'facing'),
  距离: words('距离', 'distance'),
}

/** The marks of roles whose short name is Chinese. */
export const roleMark = {
  处: words('处', 'at'),
  起: words('起', 'from'),
  终: words('终', 'to'),
  向: words('向', 'dir'),
  朝: words('朝', 'face'),
  部: words('部', 'p.at'),
  位: words('位', 'part'),
  形: words('形', 'form'),
  路: words('路', 'via'),
  距: words('距', 'dist'),
}

export default {
  addCandidate: words('新增候选', 'Add a candidate'),
  addRecord: words('新增记录', 'Add a record'),
  addSet: words('新增一组', 'Add a set'),
  atLeast: words('至少填 {count} 项', 'fill at least {count}'),
  atMost: words('最多 {count} 条', 'at most {count}'),
  candidate: words('候选 {n}', 'Candidate {n}'),
  clear: words('清空', 'Clear'),
  clone: words('克隆', 'Clone'),
  countSaid: words('{count} 字', '{count} characters'),
  remove: words('删除', 'Delete'),
  disjoint: words(
    '“{a}”与“{b}”相离，不能同选；若都说得通，请选“有歧义”。',
    '“{a}” and “{b}” exclude each other. If both fit, the word is ambiguous here.',
  ),
  down: words('下移', 'Move down'),
  drawing: words('空间场景示意图', 'Drawing of the scene'),
  drawingEmpty: words(
    '填入空间实体和方位后，这里画出场景。',
    'The scene is drawn here once an entity and a place are filled in.',
  ),
  explanation: words('解释', 'Explanation'),
  noOptions: words('这道题没有选项。', 'This item has no options.'),
  oneRight: words('单选：一个选项正确', 'One option is right'),
  severalRight: words('多选：两个或更多选项正确', 'Two options or more are right'),
  someRight: words('选出全部正确的选项', 'Choose every option that is right'),
  find: words('查找', 'Find'),
  given: words('待评的判断与解释', 'Judgement and explanation to be rated'),
  included: words('包含于 {ids}，已一并选上', 'lies within {ids}: chosen as well'),
  includes: words('包含 {ids}', 'includes {ids}'),
  withinOf: words('包含于 {ids}', 'within {ids}'),
  disjointOf: words('与 {ids} 相离', 'excludes {ids}'),
  overlapsOf: words('与 {ids} 重叠', 'overlaps {ids}'),
  judgedAs: words('判断：', 'Judgement: '),
  legend: words('空间词', 'Spatial words'),
  noGlosses: words(
    '这一条没有释义，请联系管理员补充词表。',
    'This item has no glosses; please tell the people who run the campaign.',
  ),
  noReasons: words(
    '按 A / B / C 选择异常类型，再在文中选片段。',
    'Choose a type (A, B, C), then mark fragments in the text.',
  ),
  noCandidates: words('按 N 新增候选，再在文中选片段。', 'Press N for a candidate, then mark fragments in the text.'),
  noRecords: words('还没有记录。按 N 新增一条，先选空间实体。', 'No records yet. Press N, then mark the entity.'),
  noSets: words(
    '没有需要标出的。选中第一个片段后按 Enter。',
    'Nothing marked. Select a first fragment and press Enter.',
  ),
  optional: words('可选', 'optional'),
  instead: words('与“{other}”二选一', 'or “{other}”'),
  reason: words('原因 {n}', 'Reason {n}'),
  record: words('记录 {n}', 'Record {n}'),
  redo: words('重做', 'Redo'),
  sameScene: words('可以相同', 'may be the same'),
  otherScene: words('不同', 'different'),
  selected: words('已选', 'Selected'),
  selectThenPut: words('在文中选中后按 Enter 填入', 'select in the text, then press Enter'),
  sets: words('第 {n} 组', 'Set {n}'),
  undo: words('撤销', 'Undo'),
  up: words('上移', 'Move up'),
}
