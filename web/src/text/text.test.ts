import { describe, expect, it } from 'vitest'
import { difference } from './difference'
import { characters, fragment, joined, pieces, shownPieces } from './fragment'
import { hintCodes, typedHint } from './hints'
import { begun, changed, redone, undone } from './history'
import {
  NOTHING,
  cleared,
  dragged,
  extend,
  find,
  idxesOf,
  move,
  moveClause,
  moveKnown,
  reach,
  selectWord,
  stretch,
  takePiece,
} from './selection'
import positions from './positions.json'
import { type ReadText, readText } from './words'

const TEXT = '𠮷田先生把😀贴在冰箱门上，\r\n然后走出厨房。'

/** Cuts given by hand, so that no test depends on a browser's dictionary. */
function cut(words: string): ReadText {
  const parts = words.split('|')
  let at = 0
  const known = parts.map((part) => {
    const start = at
    at += characters(part).length
    return { start, end: at, class: 'f' }
  })
  return readText(parts.join(''), known)
}

describe('fragment', () => {
  // The same cases are checked in Python (tests/annotate/test_web_files.py).
  it.each(positions)('$fragment of $text', ({ text, idxes, fragment: expected }) => {
    expect(fragment(text, idxes)).toEqual({ text: expected, idxes })
  })

  it('joins pieces without taking a character twice', () => {
    expect(joined([4, 5], [1, 4, 2])).toEqual([4, 5, 1, 2])
  })

  it('gathers neighbours and keeps the order of pieces', () => {
    expect(pieces([7, 8, 2, 3, 5])).toEqual([[7, 8], [2, 3], [5]])
    expect(shownPieces('从东再到西', [0, 1, 3, 4])).toBe('从东 … 到西')
  })
})

describe('words', () => {
  it('never cuts a word the server knows, and cuts at its ends', () => {
    const text = readText('大门前有树', [{ start: 1, end: 3, class: 's' }])
    expect(text.words).toContainEqual({ start: 1, end: 3 })
    expect(text.words[0]).toEqual({ start: 0, end: 1 })
  })

  it('counts code points, not UTF-16 units', () => {
    const text = readText(TEXT)
    expect(text.chars).toHaveLength(characters(TEXT).length)
    expect(text.words.at(-1)?.end).toBe(text.chars.length)
    expect(text.words.some((word) => word.start === 5 && word.end === 6)).toBe(true)
  })

  it('begins a clause behind each run of marks', () => {
    expect(readText('他走了……。她来了，坐下').clauses).toEqual([0, 6, 10])
  })

  it('ignores known words that lie outside the text', () => {
    expect(readText('桌上', [{ start: 1, end: 9, class: 'f' }]).known).toEqual([])
  })
})

describe('selection', () => {
  const text = cut('她|把|书包|放|在|桌子|上')

  it('moves by whole words', () => {
    let now = move(text, NOTHING, 'word', 1)
    expect(idxesOf(now)).toEqual([0])
    now = move(text, move(text, now, 'word', 1), 'word', 1)
    expect(idxesOf(now)).toEqual([2, 3])
    expect(idxesOf(move(text, now, 'word', -1))).toEqual([1])
  })

  it('moves by characters inside a word', () => {
    const word = selectWord(text, NOTHING, 6)
    expect(idxesOf(move(text, word, 'char', -1))).toEqual([5])
    expect(idxesOf(move(text, cleared(word), 'char', -1))).toEqual([7])
  })

  it('grows, shrinks and turns round', () => {
    const word = selectWord(text, NOTHING, 4)
    const two = extend(text, word, 'word', 1)
    expect(idxesOf(two)).toEqual([4, 5])
    expect(idxesOf(extend(text, two, 'word', -1))).toEqual([4])
    expect(idxesOf(extend(text, word, 'word', -1))).toEqual([2, 3, 4])
    expect(idxesOf(extend(text, extend(text, word, 'word', -1), 'word', 1))).toEqual([4])
  })

  it('trims a word by characters', () => {
    const word = selectWord(text, NOTHING, 6)
    expect(idxesOf(extend(text, word, 'char', -1))).toEqual([6])
  })

  it('stays where the text ends', () => {
    const last = selectWord(text, NOTHING, 8)
    expect(move(text, last, 'word', 1)).toEqual(last)
    expect(extend(text, last, 'word', 1)).toEqual(last)
    const first = selectWord(text, NOTHING, 0)
    expect(idxesOf(extend(text, first, 'word', -1))).toEqual([0])
  })

  it('drops the blank when it gives back a word behind it', () => {
    const spaced = cut('东| |西')
    const whole = { ...NOTHING, anchor: 0, focus: 3 }
    expect(idxesOf(extend(spaced, whole, 'word', -1))).toEqual([0])
  })

  it('gives the same positions by mouse in either direction and by keys', () => {
    const read = readText(TEXT, [{ start: 8, end: 12, class: 's' }])
    const byKeys = extend(read, selectWord(read, NOTHING, 7), 'word', 1)
    expect(idxesOf(byKeys)).toEqual([7, 8, 9, 10, 11])
    expect(idxesOf(dragged(NOTHING, 7, 11))).toEqual(idxesOf(byKeys))
    expect(idxesOf(dragged(NOTHING, 11, 7))).toEqual(idxesOf(byKeys))
    expect(fragment(TEXT, idxesOf(byKeys)).text).toBe('在冰箱门上')
  })

  it('keeps pieces in the order they were taken', () => {
    const late = takePiece(selectWord(text, NOTHING, 5))
    const both = selectWord(text, late, 0)
    expect(idxesOf(both)).toEqual([5, 0])
    expect(idxesOf(cleared(both))).toEqual([])
  })

  it('jumps by clause, by known word and by what is typed', () => {
    const read = readText('他站在门外，她坐在屋里。', [
      { start: 3, end: 5, class: 's' },
      { start: 9, end: 11, class: 's' },
    ])
    expect(stretch(moveClause(read, selectWord(read, NOTHING, 0), 1)).start).toBe(6)
    expect(stretch(moveClause(read, selectWord(read, NOTHING, 7), -1)).start).toBe(6)
    const known = moveKnown(read, NOTHING, 1)
    expect(idxesOf(known)).toEqual([3, 4])
    expect(idxesOf(moveKnown(read, known, 1))).toEqual([9, 10])
    expect(idxesOf(moveKnown(read, moveKnown(read, known, 1), -1))).toEqual([3, 4])
    const first = find(read, NOTHING, '在')
    expect(idxesOf(first)).toEqual([2])
    expect(idxesOf(find(read, first, '在'))).toEqual([8])
    expect(idxesOf(find(read, find(read, first, '在'), '在'))).toEqual([2])
    expect(find(read, first, '猫')).toBe(first)
  })

  it('reaches a word on either side', () => {
    const word = selectWord(text, NOTHING, 4)
    expect(idxesOf(reach(word, { start: 6, end: 8 }))).toEqual([4, 5, 6, 7])
    expect(idxesOf(reach(word, { start: 1, end: 2 }))).toEqual([1, 2, 3, 4])
  })
})

describe('hints', () => {
  const words = Array.from({ length: 150 }, (_, i) => ({ start: i, end: i + 1 }))

  it('gives every word a code, and no code begins another', () => {
    const codes = hintCodes(words, words.slice(10, 22))
    expect(codes.size).toBe(150)
    const all = [...codes.keys()]
    expect(all.filter((code) => all.some((other) => other !== code && other.startsWith(code)))).toEqual([])
    expect(all.filter((code) => code.length === 1)).toHaveLength(12)
  })

  it('gives up one-letter codes where the others would not fit', () => {
    const codes = hintCodes(words, words)
    expect(codes.size).toBe(150)
    expect(Math.max(...[...codes.keys()].map((code) => code.length))).toBe(2)
  })

  it('says what the letters mean so far', () => {
    const codes = hintCodes(words.slice(0, 3), [words[1] as (typeof words)[0]])
    expect(typedHint(codes, 'f')).toEqual({ kind: 'word', word: words[1] })
    expect(typedHint(codes, 'j')).toEqual({ kind: 'open' })
    expect(typedHint(codes, 'z')).toEqual({ kind: 'none' })
  })
})

describe('history', () => {
  it('goes back and forth', () => {
    const history = changed(changed(begun(1), 2), 3)
    expect(undone(history).present).toBe(2)
    expect(undone(undone(undone(history))).present).toBe(1)
    expect(redone(undone(history)).present).toBe(3)
    expect(changed(undone(history), 4).future).toEqual([])
  })

  it('takes typing in one field as one step', () => {
    const history = changed(changed(changed(begun(''), '在', 'comment'), '在桌', 'comment'), '在桌上', 'comment')
    expect(undone(history).present).toBe('')
    const apart = changed(changed(begun(''), 'a', 'one'), 'b', 'two')
    expect(undone(apart).present).toBe('a')
  })

  it('keeps the same object when nothing changed', () => {
    const history = begun(1)
    expect(changed(history, 1)).toBe(history)
    expect(undone(history)).toBe(history)
    expect(redone(history)).toBe(history)
  })
})

describe('difference', () => {
  it.each([
    ['one word', '书|在|桌子|上', '书|在|桌子|下', '上', '下'],
    ['widened to whole words', '他|走|进来|了', '他|走|出来|了', '进来', '出来'],
    ['one side longer', '猫|在|树|上', '猫|在|树|旁边', '上', '旁边'],
    ['something added', '她|坐|下', '她|坐|在|下', '', '在'],
  ])('%s', (_, a, b, first, second) => {
    const [one, two] = [cut(a), cut(b)]
    const found = difference(one, two)
    expect(found && one.chars.slice(found.first.start, found.first.end).join('')).toBe(first)
    expect(found && two.chars.slice(found.second.start, found.second.end).join('')).toBe(second)
  })

  it('is nothing for equal texts', () => {
    expect(difference(cut('同|样'), cut('同|样'))).toBeUndefined()
  })
})
