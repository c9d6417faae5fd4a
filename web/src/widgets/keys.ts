/** The keyboard of the forms, as shown in the help. Tests compare it with what the handlers understand. */

import type { Words } from '@/api/form'

export interface KeyHelp {
  /** Alternatives, separated by a blank; names as in `keyName`. */
  keys: string
  what: Words
}

export interface KeyHelpGroup {
  title: Words
  keys: KeyHelp[]
}

const help = (keys: string, zh: string, en: string): KeyHelp => ({ keys, what: { zh, en } })

export const keys: KeyHelpGroup[] = [
  {
    title: { zh: '在文中选择', en: 'Selecting in the text' },
    keys: [
      help('arrowright arrowleft', '下一个 / 上一个词', 'next / previous word'),
      help('alt+arrowright alt+arrowleft', '下一个 / 上一个字', 'next / previous character'),
      help('shift+arrowright shift+arrowleft', '按词扩展或收缩', 'extend or shrink by a word'),
      help('alt+shift+arrowright alt+shift+arrowleft', '按字扩展或收缩', 'extend or shrink by a character'),
      help('arrowdown arrowup', '下一个 / 上一个标点句', 'next / previous clause'),
      help('. ,', '下一个 / 上一个空间词', 'next / previous spatial word'),
      help(';', '给每个词标上字母，键入字母即选中', 'letters over the words: type them to select'),
      help(':', '同上，但扩展到那个词', 'the same, extending up to that word'),
      help('/', '查找字词', 'find characters'),
      help('+ =', '记下这一段，再选下一段（不连续片段）', 'keep this piece and select another'),
      help('escape', '取消选择；离开标签槽位', 'drop the selection; leave a slot of labels'),
    ],
  },
  {
    title: { zh: '填写', en: 'Filling in' },
    keys: [
      help('enter space', '把所选填入当前槽位，转到下一个', 'put the selection into the slot, go on'),
      help('shift+enter', '把所选拼接到当前槽位之后', 'join the selection to what the slot holds'),
      help('backspace delete', '清空当前槽位', 'empty the slot'),
      help(
        '1 2 3 4 5 6 7 8 9 0',
        '选择选项、释义、槽位或当前槽位的标签',
        'choose an option, a gloss, a slot or a label',
      ),
      help('q w e r t y u i', '第 11 个起的槽位', 'slots from the eleventh on'),
      help('a b c', '新增该类型的原因', 'add a reason of that type'),
      help('n', '新增记录、候选或一组', 'add a record, a candidate or a set'),
      help('d', '克隆当前记录', 'clone the record'),
      help('x', '删除当前记录', 'delete the record'),
      help('[ ]', '上一条 / 下一条记录', 'previous / next record'),
      help('alt+arrowup alt+arrowdown', '上移 / 下移记录', 'move the record up / down'),
      help('tab', '下一个字段', 'next field'),
    ],
  },
  {
    title: { zh: '整个答案', en: 'The whole answer' },
    keys: [
      help('enter', '没有选区时提交', 'submit, when nothing is selected'),
      help('ctrl+enter', '提交（输入文字时也可以）', 'submit, also while typing'),
      help('ctrl+z', '撤销', 'undo'),
      help('ctrl+y ctrl+shift+z', '重做', 'redo'),
    ],
  },
]

/** Keys of the slots of a tuple, in the order of the task. */
export const SLOT_KEYS = '1234567890qwertyui'
