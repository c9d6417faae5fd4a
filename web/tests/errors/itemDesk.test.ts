/** What is wrong with an answer stands on the page once, and of two submissions all answers stand together. */
import { RouterLinkStub, enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer, FormDescription, Words } from '@/api/form'
import type { Beside } from '@/answers/read'
import ItemDesk from '@/pages/errors/ItemDesk.vue'
import type { Difference } from '@/pages/errors/load'
import { makeField, makeForm } from '../builders'

enableAutoUnmount(afterEach)

const words = (text: string): Words => ({ zh: text, en: text })
const labels = [
  { wire: 1, value: '1', title: words('正常') },
  { wire: 0, value: '0', title: words('异常') },
] as never
const judging = makeForm(makeField('choice', { labels }, 'judge'))
const cases = [{ type: 'A', title: words('搭配不当'), roles: [{ name: 'S1', title: words('实体') }] }] as never
const marking = makeForm(makeField('typed-spans', { cases }, 'reasons'))
const wrongLabel: Difference = { kind: 'label', role: 'judge', gold: '0', said: '1', gold_at: [], said_at: [] }
const missed: Difference = { kind: 'missed', role: 'S1', gold: '猫', said: '', gold_at: [0], said_at: [] }
const reasons: Answer = { reasons: [{ type: 'A', fragments: [{ role: 'S1', text: '猫', idxes: [0] }] }] }

function desk(form: FormDescription, gold: Answer, said: Answer, errors: Difference[], beside?: Beside[]) {
  const current = { id: 'q1', texts: { text: '猫在桌子上' }, gold }
  const shown = { said, errors }
  const list = { form, lines: [], total: 1, page: 1, current, shown }
  const props = beside ? { ...list, beside, saidName: 'A' } : list
  return mount(ItemDesk, { props, global: { stubs: { RouterLink: RouterLinkStub } } })
}

/** Lines of open tables that are about a difference. */
function told(wrapper: ReturnType<typeof desk>, text: string): number {
  return wrapper.findAll('table tbody tr').filter((row) => !row.element.closest('details') && row.text().includes(text))
    .length
}

describe('what is wrong', () => {
  it('of a label is a line of the answers side by side', () => {
    const wrapper = desk(judging, { judge: 0 }, { judge: 1 }, [wrongLabel])
    expect(told(wrapper, '异常')).toBe(1)
    expect(wrapper.find('tr.differs').text()).toContain('正常')
  })

  it('of what is marked is a line with its kind; the whole answers are folded', () => {
    const wrapper = desk(marking, reasons, { reasons: [] }, [missed])
    expect(told(wrapper, '猫')).toBe(1)
    expect(wrapper.find('tbody button').text()).toBe('漏标')
    expect(wrapper.find('details summary').text()).toBe('完整的答案')
    expect(wrapper.find('details table').text()).toContain('猫')
  })

  it('is nothing where the answer is right', () => {
    expect(desk(judging, { judge: 0 }, { judge: 0 }, []).text()).toContain('没有错误')
  })
})

describe('two submissions', () => {
  it('stand in one table with gold, and the one that is shown is framed', () => {
    const beside = [
      { name: 'A', answer: { judge: 1 } },
      { name: 'B', answer: { judge: 0 } },
    ]
    const wrapper = desk(judging, { judge: 0 }, { judge: 1 }, [wrongLabel], beside)
    expect(wrapper.findAll('thead th').map((head) => head.text())).toEqual(['项目', '标准答案', 'A', 'B'])
    expect(wrapper.findAll('tr.differs td').map((cell) => cell.text())).toEqual(['异常', '正常', '异常'])
    expect(wrapper.find('thead th.chosen').text()).toBe('A')
  })
})
