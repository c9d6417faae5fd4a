import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import type { GlossPair } from '@/api/dictionaries'
import PairDesk from './PairDesk.vue'

const { decidePair } = vi.hoisted(() => ({ decidePair: vi.fn(() => Promise.resolve()) }))
vi.mock('@/api/dictionaries', () => ({ decidePair }))
enableAutoUnmount(afterEach)

function pair(word: string): GlossPair {
  const alike = { gloss: '盛东西的口袋', like: '盛东西的袋子', similarity: 80, same: false, decided: true }
  return { word, ...alike, gloss_examples: [], like_examples: [] }
}

/** The list of pairs that were decided: each is one sense. */
function desk(...words: string[]) {
  const props = { name: 'walk', pairs: words.map(pair), base: 'a.json', additions: 'b.json' }
  const wrapper = mount(PairDesk, { props, global: { stubs: { RouterLink: true } } })
  async function press(label: string): Promise<void> {
    await wrapper
      .findAll('button')
      .find((button) => button.text().includes(label))
      ?.trigger('click')
    await flushPromises()
  }
  return { wrapper, press }
}

it('does not go on to the next list while a decision is taken back', async () => {
  const { wrapper, press } = desk('包', '袋')
  await press('收回')
  expect(decidePair).toHaveBeenLastCalledWith('walk', expect.objectContaining({ word: '包' }), null)
  await press('下一对')
  await press('不同义项')
  expect(wrapper.emitted('done')).toBeUndefined()
  expect(wrapper.emitted('decided')).toEqual([[-1], [0]])
})

it('goes on when the last pair is decided and all others are', async () => {
  const { wrapper, press } = desk('包', '袋')
  await press('下一对')
  await press('不同义项')
  expect(wrapper.emitted('done')).toHaveLength(1)
})

it('offers no decision where nothing is changed, by button or by key', async () => {
  decidePair.mockClear()
  const props = { name: 'walk', pairs: ['包', '袋'].map(pair), base: 'a.json', additions: 'b.json', fixed: true }
  const wrapper = mount(PairDesk, { props, global: { stubs: { RouterLink: true } }, attachTo: document.body })
  expect(wrapper.findAll('button').map((button) => button.text())).toEqual(['← 上一对', '下一对 →'])
  for (const key of ['1', '2', 'Backspace']) window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await flushPromises()
  expect(decidePair).not.toHaveBeenCalled()
  await wrapper.setProps({ fixed: false })
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }))
  await flushPromises()
  expect(decidePair).toHaveBeenCalledOnce()
})
