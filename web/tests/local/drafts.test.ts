import { beforeEach, describe, expect, test } from 'vitest'
import { dropDraft, dropOldDrafts, keepDraft, keptDraft, reconcile, type LocalDraft } from '@/local/drafts'

const mine = { rating: 'bad' }
const theirs = { rating: 'fine' }

function draft(change: Partial<LocalDraft> = {}): LocalDraft {
  return { answer: mine, version: 2, dirty: true, at: 0, ...change }
}

describe('which text is shown when a job is opened', () => {
  test.each([
    ['nothing kept here', null, theirs, 2, { kind: 'server' }],
    ['what is kept was acknowledged', draft({ dirty: false }), theirs, 5, { kind: 'server' }],
    ['both are the same', draft(), { rating: 'bad' }, 5, { kind: 'server' }],
    ['only this browser has it', draft(), theirs, 2, { kind: 'local', answer: mine }],
    ['the server has none at all', draft(), null, 5, { kind: 'local', answer: mine }],
    ['both went on from the same version', draft(), theirs, 3, { kind: 'conflict', mine, server: theirs }],
  ])('%s', (_, local, answer, version, expected) => {
    expect(reconcile(local, answer, version)).toEqual(expected)
  })
})

describe('drafts in this browser', () => {
  beforeEach(() => localStorage.clear())

  test('belong to one person and one job', () => {
    keepDraft(1, 10, draft())
    expect(keptDraft(1, 10)).toEqual(draft())
    expect(keptDraft(2, 10)).toBeNull()
    dropDraft(1, 10)
    expect(keptDraft(1, 10)).toBeNull()
  })

  test('are forgotten after thirty days', () => {
    const day = 24 * 3600 * 1000
    keepDraft(1, 10, draft({ at: 0 }))
    keepDraft(1, 11, draft({ at: 5 * day }))
    dropOldDrafts(31 * day)
    expect([keptDraft(1, 10), keptDraft(1, 11)?.at]).toEqual([null, 5 * day])
  })

  test('survive a value nobody can read', () => {
    localStorage.setItem('pingce.draft.1.10', '{broken')
    expect(keptDraft(1, 10)).toBeNull()
  })
})
