import { describe, expect, it } from 'vitest'
import { asTable, csvOf, numberIn, shownRows } from './pages'

const rows = [
  ['甲', '1,200', '10.0 %'],
  ['乙', '30', '9.5 %'],
  ['丙', '–', '100.0 %'],
]

describe('tables of results', () => {
  it('reads the number a cell begins with', () => {
    expect(numberIn('1,200')).toBe(1200)
    expect(numberIn('9.5 %')).toBe(9.5)
    expect(numberIn('-0.25')).toBe(-0.25)
    expect(numberIn('–')).toBeNull()
  })
  it('sorts by number, not by letters', () => {
    expect(shownRows(rows, '', { column: 2, down: false })).toEqual([1, 0, 2])
    expect(shownRows(rows, '', { column: 2, down: true })).toEqual([2, 0, 1])
    expect(shownRows(rows, '', null)).toEqual([0, 1, 2])
  })
  it('filters by any cell', () => {
    expect(shownRows(rows, '30', null)).toEqual([1])
    expect(shownRows(rows, ' 丙 ', null)).toEqual([2])
  })
  it('writes CSV that no spreadsheet takes for a formula', () => {
    expect(csvOf(['a', 'b'], [['=1+1', 'x,"y"']])).toBe('\ufeffa,b\r\n\'=1+1,"x,""y"""\r\n')
    expect(csvOf(['n'], [['-3']])).toBe('\ufeffn\r\n-3\r\n')
  })
  it('makes a table of bars', () => {
    const words = (text: string) => ({ zh: text, en: text })
    const bar = { name: words('f1'), numbers: [0.5], n: 4, interval: null, code: 'f1', main: true, drawn: true }
    const table = asTable({
      type: 'bartable',
      title: words('t'),
      columns: [],
      bars: [bar],
      n_title: words('n'),
      note: null,
      behind: [['', 'all', 'right']],
    })
    expect(table.behind).toEqual([['', 'all', 'right']])
    expect(table.rows[0]?.map((cell) => cell.en)).toEqual(['f1', '4', '0.5000'])
    expect(table.strong).toEqual([0])
  })
})
