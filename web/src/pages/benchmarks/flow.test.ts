import { describe, expect, it } from 'vitest'
import { STANDING_TAGS, shownStanding } from './flow'

describe('how a stage stands', () => {
  it('tells what was made before its inputs changed from what was never made', () => {
    const never = shownStanding({ standing: 'run', run: null })
    const before = shownStanding({ standing: 'run', run: 7 })
    expect([never, before]).toEqual(['run', 'outdated'])
    expect(STANDING_TAGS[never]).not.toBe(STANDING_TAGS[before])
    expect(shownStanding({ standing: 'fresh', run: 7 })).toBe('fresh')
  })
})
