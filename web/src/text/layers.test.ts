import { describe, expect, it } from 'vitest'
import { runsOf } from './layers'

describe('runs of a text with two layers', () => {
  it('puts every character into exactly one run, by code points', () => {
    const text = '𠮷在🙂上。'
    const runs = runsOf(text, [{ role: 'S', idxes: [0] }], [{ role: 'P', idxes: [1, 2, 3] }])
    expect(runs.map((run) => run.text)).toEqual(['𠮷', '在🙂上', '。'])
    expect(runs.map((run) => run.start)).toEqual([0, 1, 4])
    expect(runs.map((run) => [run.gold, run.said])).toEqual([
      [['S'], []],
      [[], ['P']],
      [[], []],
    ])
  })

  it('begins a new run where a role begins, where layers part and behind a gap', () => {
    const runs = runsOf(
      'abcdef',
      [
        { role: 'S', idxes: [0, 1] },
        { role: 'E', idxes: [2, 3, 5] },
      ],
      [{ role: 'S', idxes: [1, 2] }],
    )
    expect(runs.map((run) => run.text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(runs.map((run) => run.goldBegins.join())).toEqual(['S', '', 'E', '', '', 'E'])
    expect(runs.map((run) => run.saidBegins.join())).toEqual(['', 'S', '', '', '', ''])
  })

  it('names two roles on one character and passes over positions outside the text', () => {
    const runs = runsOf(
      'ab',
      [
        { role: 'S', idxes: [0, 9] },
        { role: 'S2', idxes: [0] },
        { role: 'S', idxes: [0] },
      ],
      [],
    )
    expect(runs[0]?.gold).toEqual(['S', 'S2'])
    expect(runs).toHaveLength(2)
  })
})
