import { words } from './words'

export default {
  putAway: words('归档或删除', 'Archive or delete'),
  archive: words('归档', 'Archive'),
  delete: words('删除', 'Delete'),
  restore: words('恢复', 'Restore'),
  archived: words('已归档', 'Archived'),
  deleted: words('已删除，三十天内可以恢复', 'Deleted; it can be brought back for thirty days'),
  restored: words('已恢复', 'Restored'),
  takesAlong: words(
    '这项活动有 {items} 题、{answers} 份答案（{people} 人）、{decided} 题已定。',
    'This campaign has {items} items, {answers} answers (by {people} people), {decided} of them decided.',
  ),
  text: words(
    '归档：不再发题，不在列表里，还能看和导出。删除：谁都看不到；三十天内可以在活动列表下面恢复。',
    'Archived: no more work, out of the lists, still there to read and export. Deleted: gone for everybody; for thirty days it can be restored below the list of campaigns.',
  ),
  competitionHas: words(
    '这次评测有 {teams} 支队伍、{submissions} 次提交。',
    'This competition has {teams} teams and {submissions} submissions.',
  ),
  isPublished: words('榜单已经公布。', ' Its board is public.'),
  competitionText: words(
    '归档：不再报名和提交，不在列表里，网页还能看。删除：谁都看不到；三十天内可以在评测列表下面恢复。',
    'Archived: no more registrations and submissions, out of the list, its pages can still be read. Deleted: gone for everybody; for thirty days it can be restored below the list of competitions.',
  ),
  typeTitle: words('要删除，请写出标题“{title}”：', 'To delete it, type its title “{title}”:'),
  title: words('标题', 'Title'),
  isArchived: words('已归档：不再报名和提交。', 'Archived: nothing is taken any more.'),
  competitions: words('已归档和已删除的评测（{n}）', 'Archived and deleted competitions ({n})'),
  benchmarkHas: words(
    '会收起：{runs} 次运行的记录、结果和设置。留在原处：文件夹里的全部文件，{campaigns} 项标注活动、{competitions} 次评测（各自可以归档或删除）。',
    'Hidden: records, results and settings of {runs} runs. Left where they are: all files of the folder, {campaigns} campaigns and {competitions} competitions (each can be archived or deleted on its own).',
  ),
  benchmarkText: words(
    '归档：不在列表里，不再运行和改动，还能看。删除：谁都看不到；三十天内可以在基准列表下面恢复。文件夹从不删除。',
    'Archived: out of the list, nothing is run or changed, it can still be read. Deleted: gone for everybody; for thirty days it can be restored below the list of benchmarks. The folder is never deleted.',
  ),
  benchmarkArchived: words(
    '已归档：只能查看，不再运行和改动。',
    'Archived: it can be read; nothing is run or changed.',
  ),
  benchmarks: words('已归档和已删除的基准（{n}）', 'Archived and deleted benchmarks ({n})'),
  typeName: words('要删除，请写出名字“{name}”：', 'To delete it, type its name “{name}”:'),
  name: words('名字', 'Name'),
  notNow: words('现在还不行：', 'Not now. '),
  cannot: words('不能删除：', 'It cannot be deleted. '),
  list: words('已归档和已删除的活动（{n}）', 'Archived and deleted campaigns ({n})'),
  until: words('可恢复到 {at}', 'can be restored until {at}'),
}
