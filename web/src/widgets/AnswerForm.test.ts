import { type DOMWrapper, type VueWrapper, enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { Answer, FormDescription, Hit, WidgetName, WorkItem } from '@/api/form'
import { afterKey } from '@/text/keys'
import { NOTHING } from '@/text/selection'
import { readText } from '@/text/words'
import AnswerForm from './AnswerForm.vue'
import forms from './forms.json'
import { WIDGETS } from './index'
import { SLOT_KEYS, keys } from './keys'
import { shapeOf } from './shapes'

const ALL = forms as unknown as Record<string, FormDescription>
const SENTENCE = '𠮷田把😀放在墙壁里，走出去了。'
/** Every word known, so that no test depends on a dictionary. */
const CUTS = ['𠮷田', '把', '😀', '放', '在', '墙壁', '里', '，', '走', '出去', '了', '。']

enableAutoUnmount(afterEach)

function item(texts: Record<string, string> = { text: SENTENCE }, extra: WorkItem['extra'] = {}): WorkItem {
  let start = 0
  const words = CUTS.map((word) => {
    const range = { start, end: (start += Array.from(word).length), class: 'n', text: 'text' }
    return range
  })
  return { texts, extra, words: 'text' in texts ? words : [] }
}

interface Shown {
  wrapper: VueWrapper
  press: (...names: string[]) => Promise<void>
  answer: () => Answer
  submitted: () => Answer[]
}

function show(
  form: string,
  options: { value?: Answer; item?: WorkItem; hits?: Hit[]; disabled?: boolean } = {},
): Shown {
  const { value = {}, hits = [], disabled = false } = options
  let latest = value
  const wrapper = mount(AnswerForm, {
    attachTo: document.body,
    props: {
      form: ALL[form] as FormDescription,
      item: options.item ?? item(),
      modelValue: value,
      hits,
      disabled,
      'onUpdate:modelValue': (next: Answer) => {
        latest = next
        void wrapper.setProps({ modelValue: next })
      },
    },
  })
  return {
    wrapper,
    answer: () => latest,
    submitted: () => (wrapper.emitted('submit') ?? []).map((args) => args[0] as Answer),
    async press(...names) {
      for (const name of names) {
        key(name)
        await nextTick()
        await nextTick()
      }
    },
  }
}

function key(name: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const parts = name === '+' ? ['+'] : name.split('+')
  const init: KeyboardEventInit = {
    key: parts.at(-1),
    ctrlKey: parts.includes('Control'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    bubbles: true,
    cancelable: true,
    ...more,
  }
  const event = new KeyboardEvent('keydown', init)
  const target = document.activeElement ?? document.body
  target.dispatchEvent(event)
  return event
}

function cell(wrapper: VueWrapper, index: number): DOMWrapper<Element> {
  return wrapper.find(`[data-main] [data-i="${index}"]`)
}

async function drag(wrapper: VueWrapper, from: number, to: number): Promise<void> {
  const at = (index: number): Element => cell(wrapper, index).element
  at(from).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
  at(to).dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
  window.dispatchEvent(new PointerEvent('pointerup'))
  await nextTick()
}

describe('widgets', () => {
  const used = new Set<WidgetName>(Object.values(ALL).flatMap((form) => form.fields.map((field) => field.widget)))

  it('are one for each name a form uses, and no more', () => {
    expect(Object.keys(WIDGETS).sort()).toEqual([...used].sort())
  })

  it.each(Object.keys(ALL))('%s is drawn with all its fields, empty and read-only', (name) => {
    const texts = Object.fromEntries((ALL[name] as FormDescription).texts.map((text) => [text.name, SENTENCE]))
    for (const disabled of [false, true]) {
      const { wrapper } = show(name, { item: item(texts), disabled })
      const fields = (ALL[name] as FormDescription).fields.map((field) => field.name)
      expect(wrapper.findAll('[data-field]').map((one) => one.attributes('data-field'))).toEqual(fields)
      wrapper.unmount()
    }
  })

  it('have keys for every slot of a tuple', () => {
    for (const form of Object.values(ALL)) {
      for (const field of form.fields.filter((one) => one.widget === 'tuples')) {
        expect(shapeOf(field, 'tuples').slots.length).toBeLessThanOrEqual(SLOT_KEYS.length)
      }
    }
  })

  it('say in the help only keys that do something in a text', () => {
    const text = readText('他站在门外，她坐在屋里。', [{ start: 3, end: 5, class: 's' }])
    const own = new Set([';', ':', '/', 'escape'])
    const idle = (keys[0]?.keys ?? []).flatMap((one) => one.keys.split(' ')).filter((name) => !own.has(name))
    expect(idle.filter((name) => !afterKey(text, NOTHING, name))).toEqual([])
  })
})

describe('rating', () => {
  it('takes two keys', async () => {
    const { press, submitted } = show('space-rating')
    await press('4', 'Enter')
    expect(submitted()).toEqual([{ rating: 'bad' }])
  })

  it('takes the same key back', async () => {
    const { press, answer } = show('space-rating')
    await press('4', '4')
    expect(answer()).toEqual({})
  })

  it('puts a selection into the optional fragment before it submits', async () => {
    const { press, submitted } = show('space-rating')
    await press('4', 'ArrowRight', 'Enter')
    expect(submitted()).toEqual([])
    await press('Enter')
    expect(submitted()).toEqual([{ rating: 'bad', span: { text: '𠮷田', idxes: [0, 1] } }])
  })

  it('does not submit again while Enter is held down', async () => {
    const { submitted } = show('space-rating')
    key('Enter', { repeat: true })
    expect(submitted()).toEqual([])
  })

  it('leaves keys of the input method alone', async () => {
    const { answer, submitted } = show('space-rating')
    key('4', { isComposing: true })
    key('Enter', { isComposing: true })
    await nextTick()
    expect([answer(), submitted()]).toEqual([{}, []])
  })

  it('leaves digits to a field one types in; Ctrl+Enter submits from there', async () => {
    const { wrapper, answer, submitted } = show('space-rating', { value: { rating: 'fine' } })
    const area = wrapper.find('textarea')
    area.element.focus()
    key('4')
    await area.setValue('备注４')
    key('Control+Enter')
    await nextTick()
    expect(answer()).toEqual({ rating: 'fine', comment: '备注４' })
    expect(submitted()).toEqual([{ rating: 'fine', comment: '备注４' }])
  })

  it('does nothing when it may only be read', async () => {
    const { press, answer, submitted } = show('space-rating', { disabled: true })
    await press('4', 'Enter')
    expect([answer(), submitted()]).toEqual([{}, []])
  })
})

describe('attribution', () => {
  const A = {
    outcome: 'anomaly',
    reasons: [
      {
        fragments: [
          { role: 'text1', text: '墙壁', idxes: [6, 7] },
          { role: 'text2', text: '里', idxes: [8] },
        ],
        type: 'A',
      },
    ],
  }

  it('of type A is filled by keys, the outcome with it', async () => {
    const { press, submitted } = show('space-attribution')
    await press('a', '.', '.', '.', '.', '.', '.', 'Enter', 'ArrowRight', 'Enter', 'Enter')
    expect(submitted()).toEqual([A])
  })

  it('is the same by mouse', async () => {
    const { wrapper, press, answer } = show('space-attribution')
    await press('a')
    await drag(wrapper, 7, 6)
    await wrapper.find('[data-slot="text1"]').trigger('click')
    await drag(wrapper, 8, 8)
    await wrapper.find('[data-slot="text2"]').trigger('click')
    expect(answer()).toEqual(A)
  })

  it('jumps by hints', async () => {
    const { wrapper, press, answer } = show('space-attribution')
    await press('a', ';')
    const code = cell(wrapper, 6).element.parentElement?.querySelector('.hint')?.textContent ?? ''
    expect(code).not.toBe('')
    await press(...code, 'Enter')
    expect(answer().reasons).toEqual([{ fragments: [{ role: 'text1', text: '墙壁', idxes: [6, 7] }], type: 'A' }])
  })

  it('finds what is typed with an input method, without submitting', async () => {
    const { wrapper, press, submitted } = show('space-attribution')
    await press('/')
    const box = wrapper.find<HTMLInputElement>('input.find')
    expect(document.activeElement).toBe(box.element)
    await box.setValue('墙')
    key('Enter', { isComposing: true })
    await nextTick()
    expect(wrapper.findAll('.cell.selected')).toHaveLength(0)
    await press('Enter')
    expect(wrapper.findAll('.cell.selected').map((one) => one.text())).toEqual(['墙'])
    expect(submitted()).toEqual([])
  })

  it('joins pieces in the order they were taken, before and after putting', async () => {
    const { press, answer } = show('space-attribution')
    await press('c', 'End', '+', 'Home', 'Enter')
    expect(answer().reasons).toEqual([{ fragments: [{ role: 'S', text: '。𠮷田', idxes: [14, 0, 1] }], type: 'C' }])
    await press('1', 'Alt+ArrowRight', 'Shift+Enter')
    expect(answer().reasons).toEqual([
      { fragments: [{ role: 'S', text: '。𠮷田把', idxes: [14, 0, 1, 2] }], type: 'C' },
    ])
  })

  it('keeps a selection no slot can take yet, instead of submitting', async () => {
    const { press, answer, submitted } = show('space-attribution')
    await press('ArrowRight', 'Enter')
    expect(submitted()).toEqual([])
    await press('a', 'Enter')
    expect(answer().reasons).toEqual([{ fragments: [{ role: 'text1', text: '𠮷田', idxes: [0, 1] }], type: 'A' }])
  })

  it('drops reasons from what is sent when nothing is wrong, and undo brings them back', async () => {
    const { wrapper, press, answer } = show('space-attribution', { value: A as unknown as Answer })
    await wrapper.find('[data-field="outcome"] [data-value="fine"]').trigger('click')
    expect(answer()).toEqual({ outcome: 'fine' })
    await press('Control+z')
    expect(answer()).toEqual(A)
    await press('Control+y')
    expect(answer()).toEqual({ outcome: 'fine' })
  })

  it('shows hits beside the slot they concern', () => {
    const hit = (path: string): Hit => ({ rule: path, level: 'warn', path, message: { zh: path, en: path } })
    const { wrapper } = show('space-attribution', {
      value: A as unknown as Answer,
      hits: [hit('reasons[0].fragments[1].text'), hit('reasons[0]'), hit('')],
    })
    expect(wrapper.find('[data-slot="text2"] [data-rule]').attributes('data-rule')).toBe('reasons[0].fragments[1].text')
    expect(wrapper.find('[data-slot="text1"] [data-rule]').exists()).toBe(false)
    expect(wrapper.findAll('[data-rule]')).toHaveLength(3)
  })

  it('starts anew with an answer from outside, and keeps its place with its own', async () => {
    const { wrapper, press, answer } = show('space-attribution')
    await press('b', 'ArrowRight', 'Enter')
    expect(wrapper.find('.slot-box.active').attributes('data-slot')).toBe('P1')
    await wrapper.setProps({ modelValue: { outcome: 'fine' } })
    await press('Control+z')
    expect(wrapper.findAll('[data-field]')).toHaveLength(2)
    expect(answer().outcome).toBe('anomaly')
  })
})

describe('STEP', () => {
  it('walks from the entity to the event to the place', async () => {
    const { press, submitted } = show('space-step')
    await press('n', ...'...', 'Enter', '.', 'Enter', '.', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter', 'Enter')
    const tuple = new Array<unknown>(18).fill(null)
    tuple[0] = { text: '😀', idxes: [3] }
    tuple[2] = { text: '放', idxes: [4] }
    tuple[7] = { text: '在墙壁里', idxes: [5, 6, 7, 8] }
    expect(submitted()).toEqual([{ outputs: [tuple] }])
  })

  it('sets labels by keys and says which rule is broken', async () => {
    const { wrapper, press, answer } = show('space-step')
    await press('n', 'ArrowRight', 'Enter', '4', '7', '6')
    const tuple = (answer().outputs as unknown[][])[0] ?? []
    expect([tuple[3], tuple[6]]).toEqual(['假', '之后'])
    const rules = wrapper.findAll('.tuple-slots [data-rule]').map((one) => one.attributes('data-rule'))
    expect(rules).toEqual(['no-place', 'slot-label'])
  })

  it('goes on from a label, and leaves a slot of labels by Escape', async () => {
    const { wrapper, press } = show('space2023/task2')
    const active = (): string | undefined => wrapper.find('.slot-box.active').attributes('data-slot')
    await press('n', '4')
    expect(active()).toBe('处所')
    await press('5', '3')
    expect(active()).toBe('时间')
    await press('Escape')
    expect(active()).toBe('处所')
  })

  it('clones, moves and deletes records', async () => {
    const { press, answer } = show('space-step')
    const names = (): unknown[] => (answer().outputs as { text: string }[][]).map((tuple) => tuple[0]?.text)
    await press('n', 'ArrowRight', 'Enter', 'd', 'ArrowRight', 'Enter')
    expect(names()).toEqual(['𠮷田', '把'])
    await press('Alt+ArrowUp')
    expect(names()).toEqual(['把', '𠮷田'])
    await press('x')
    expect(names()).toEqual(['𠮷田'])
    await press('Control+z')
    expect(names()).toEqual(['把', '𠮷田'])
  })

  it('writes role objects where the task does', async () => {
    const { press, answer } = show('space2023/task2')
    await press('n', 'ArrowRight', 'Enter', '5', '3', 'ArrowRight', 'Enter')
    expect(answer().results).toEqual([
      [
        { role: '空间实体', fragment: { text: '𠮷田', idxes: [0, 1] } },
        { role: '时间', fragment: { text: '把', idxes: [2] }, label: '将来' },
      ],
    ])
  })

  it('collects coreference sets in the field that has the keyboard', async () => {
    const { wrapper, press, answer } = show('space-step')
    await wrapper.find('[data-field="corefs"]').trigger('focusin')
    await press('ArrowRight', 'Enter', 'End', 'Enter', 'n', 'Home', 'Enter')
    expect(answer().corefs).toEqual([
      [
        { text: '𠮷田', idxes: [0, 1] },
        { text: '。', idxes: [14] },
      ],
      [{ text: '𠮷田', idxes: [0, 1] }],
    ])
  })

  it('draws the scene while one works', async () => {
    const { wrapper, press } = show('space-step')
    await press('n', 'ArrowRight', 'Enter')
    expect(wrapper.find('.scene .entity text').text()).toContain('𠮷田')
  })
})

describe('2023 anomaly', () => {
  it('takes up to three candidates', async () => {
    const { press, answer } = show('space-anomaly')
    await press('n', 'ArrowRight', '2', 'Enter', 'n', 'n', 'n')
    expect(answer()).toEqual({ outcome: 'anomaly', results: [[{ role: 'P1', text: '𠮷田', idxes: [0, 1] }], [], []] })
  })
})

describe('options', () => {
  const asked = (kind: string): WorkItem =>
    item(
      { text: '甲在乙左边。', question: '()在左边。' },
      { options: { A: '甲', B: '乙', C: '丙' }, option_kind: kind },
    )

  it('are chosen by their letters, several where several are right', async () => {
    const { press, answer, submitted } = show('space2025/spr-zh', { item: asked('multiple') })
    await press('c', 'a')
    expect(answer()).toEqual({ answer: ['A', 'C'] })
    await press('c', 'd', 'Enter')
    expect(submitted()).toEqual([{ answer: ['A'] }])
  })

  it('replace each other where one is right', async () => {
    const { wrapper, press, answer } = show('space2025/spr-zh', { item: asked('single') })
    await press('c', 'b')
    expect(answer()).toEqual({ answer: ['B'] })
    expect(wrapper.findAll('[role=radio]').map((one) => one.attributes('aria-checked'))).toEqual([
      'false',
      'true',
      'false',
    ])
  })
})

describe('senses', () => {
  const extra = {
    glosses: [
      { id: 'g1', text: '敲击' },
      { id: 'g2', text: '舀取' },
      { id: 'g3', text: '取得' },
    ],
    relations: [
      { kind: 'includes', a: 'g3', b: 'g2' },
      { kind: 'disjoint', a: 'g1', b: 'g2' },
    ],
  }
  const wsd = item({ sentence: '他打水', word: '打' }, extra)

  it('marks the target and keeps the relations', async () => {
    const { wrapper, press, answer } = show('wsd', { item: wsd })
    expect(wrapper.findAll('.cell.target').map((one) => one.text())).toEqual(['打'])
    await press('2')
    expect(answer()).toEqual({ senses: ['舀取', '取得'] })
    await press('1')
    expect(answer()).toEqual({ senses: ['舀取', '取得'] })
    expect(wrapper.find('.note.refused').text()).toContain('相离')
  })

  it('takes a special case instead', async () => {
    const { press, submitted } = show('wsd', { item: wsd })
    await press('2', 'n', 'Enter')
    expect(submitted()).toEqual([{ special: 'none' }])
  })
})

describe('scene pairs', () => {
  const pair = item({ text1: '船在桥的左边。', text2: '船在桥的右边。' })

  it('show what differs and begin the explanation', async () => {
    const { wrapper, press, answer } = show('space-scene', { item: pair })
    const shown = wrapper.findAll('.cell.different').map((one) => one.text())
    expect(shown.join('')).toMatch(/^左边?右边?$/)
    await press('2')
    const [verdict] = answer().results as { judge: string; reason: string }[]
    expect(Object.keys(verdict ?? {})).toEqual(['judge', 'reason'])
    expect(verdict?.judge).toBe('false')
    expect(verdict?.reason).toMatch(/^两段文本的差异是“左边?”和“右边?”/)
  })

  it('keep words somebody has written when the judgement changes', async () => {
    const { wrapper, press, answer } = show('space-scene', { item: pair })
    await press('1')
    await wrapper.find('[data-field="verdicts"] textarea').setValue('我的解释')
    await press('Escape', '2')
    expect(answer().results).toEqual([{ judge: 'false', reason: '我的解释' }])
  })
})

describe('rating of explanations', () => {
  it('shows what is rated and takes numbers', async () => {
    const { wrapper, answer } = show('explanation-rating', {
      item: item({ text1: '船在左', text2: '船在右' }, { judge: 'false', explanation: '左右相反' }),
    })
    expect(wrapper.find('blockquote').text()).toBe('左右相反')
    await wrapper.find('[data-field="fluency"] input[type="number"]').setValue('90')
    expect(answer()).toEqual({ fluency: 90 })
  })
})

describe('cleaning a text', () => {
  it('keeps with one key, and drops with a key for the reason', async () => {
    const kept = show('clean-passages')
    await kept.press('1', 'Enter')
    expect(kept.submitted()).toEqual([{ verdict: 'keep' }])
    kept.wrapper.unmount()
    const dropped = show('clean-passages')
    await dropped.press('2', 'w', 'Enter')
    expect(dropped.submitted()).toEqual([{ verdict: 'drop', reason: 'tag' }])
  })

  it('mends the text it shows, and tells what was changed', async () => {
    const { wrapper, press, answer, submitted } = show('clean-passages')
    await press('3', 'q', 'm')
    const box = wrapper.find<HTMLTextAreaElement>('textarea.mended')
    expect(document.activeElement).toBe(box.element)
    expect(box.element.value).toBe(SENTENCE)
    await box.setValue(SENTENCE.replace('墙壁里', '墙壁上'))
    expect(wrapper.find('del').text()).toBe('里')
    expect(wrapper.find('ins').text()).toBe('上')
    expect(answer().mended).toBe(SENTENCE.replace('墙壁里', '墙壁上'))
    await press('Control+Enter')
    expect(submitted()).toEqual([{ verdict: 'mend', reason: 'typo', mended: SENTENCE.replace('墙壁里', '墙壁上') }])
  })

  it('says nothing of a text that reads as it did', async () => {
    const { wrapper, press, answer } = show('clean-passages')
    await press('3')
    await wrapper.find('textarea.mended').setValue(SENTENCE)
    expect(answer().mended ?? null).toBe(null)
    expect(wrapper.find('del').exists()).toBe(false)
  })
})
