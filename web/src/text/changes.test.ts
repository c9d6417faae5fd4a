import { describe, expect, it } from 'vitest'
import { changes } from './changes'

function told(before: string, after: string): string {
  const marks = { same: '', gone: '-', new: '+' } as const
  return changes(before, after)
    .map((piece) => (piece.kind === 'same' ? piece.text : `[${marks[piece.kind]}${piece.text}]`))
    .join('')
}

describe('changes of a text', () => {
  it('tells a replaced, a lost and an added character', () => {
    expect(told('小猫跳到桌字上。', '小猫跳到桌子上。')).toBe('小猫跳到桌[-字][+子]上。')
    expect(told('他打开了门门。', '他打开了门。')).toBe('他打开了门[-门]。')
    expect(told('小猫跳桌上', '小猫跳到桌上')).toBe('小猫跳[+到]桌上')
  })

  it('tells several changes apart and keeps what is between them', () => {
    expect(told('甲乙丙丁戊', '甲己丙庚戊')).toBe('甲[-乙][+己]丙[-丁][+庚]戊')
  })

  it('counts code points, and nothing changed is one piece', () => {
    expect(told('𠀀𠀁', '𠀀𠀂')).toBe('𠀀[-𠀁][+𠀂]')
    expect(changes('一样', '一样')).toEqual([{ kind: 'same', text: '一样' }])
    expect(told('', '新')).toBe('[+新]')
  })

  it('tells very long differing texts as one change', () => {
    const pieces = changes('甲'.repeat(3000), '乙'.repeat(3000))
    expect(pieces.map((piece) => piece.kind)).toEqual(['gone', 'new'])
  })
})
