/** Subtasks of submissions are called by their titles, not by the names that commands take. */
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Competition, Entry, Submission } from '@/api/competitions'
import { setLang } from '@/i18n'
import EntryCard from '@/pages/competitions/EntryCard.vue'
import SubmissionsTable from '@/pages/competitions/SubmissionsTable.vue'

enableAutoUnmount(afterEach)
beforeEach(() => setLang('zh'))

const entry = {
  id: 1,
  task: 'space2022/task1',
  title: { zh: '正误判断', en: 'Judgement' },
  name: 'a.jsonl',
  records: 20,
  size: 400,
  state: 'scored',
  hidden: false,
  scores: [{ id: 1, current: true, value: 0.8235, numbers: {}, intervals: {}, items: 20, answered: 20 }],
} as unknown as Entry
const submission = {
  id: 7,
  competition: 3,
  phase: 'dev',
  system: '系统甲',
  created_at: 1,
  withdrawn_at: null,
  entries: [entry],
} as unknown as Submission
const routes = [{ path: '/:all(.*)', component: { render: () => null } }]
const global = { plugins: [createRouter({ history: createMemoryHistory(), routes })] }

describe.each([
  ['zh', '正误判断'],
  ['en', 'Judgement'],
] as const)('in %s', (lang, title) => {
  it('the list of submissions says the title and the score', () => {
    setLang(lang)
    const competition = { organiser: false } as Competition
    const props = { competition, rows: [submission], busy: false, total: 1, page: 1 }
    const table = mount(SubmissionsTable, { props, global })
    expect(table.find('.entry').text()).toBe(`${title} 0.8235`)
    expect(table.text()).not.toContain('task1')
  })

  it('the card of a subtask has its title alone', () => {
    setLang(lang)
    const props = { entry, submission, others: [], explores: false }
    const card = mount(EntryCard, { props, global })
    expect(card.find('h2').text()).toBe(title)
    expect(card.text()).not.toContain('task1')
  })
})
