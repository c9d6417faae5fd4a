import { afterEach, describe, expect, test } from 'vitest'
import { findCommand, keyName, type KeyGroup } from '@/composables/useKeys'

function press(
  key: string,
  change: Partial<KeyboardEventInit> = {},
  target: HTMLElement = document.body,
): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...change })
  Object.defineProperty(event, 'target', { value: target })
  return event
}

const run = () => {}
const groups: KeyGroup[] = [
  {
    title: 'work.title',
    commands: [
      { keys: 'enter', label: 'work.keys.submit', run },
      { keys: 'ctrl+enter', label: 'work.keys.submit', run, typing: true },
    ],
  },
  {
    title: 'review.title',
    commands: [
      { keys: '? f1', label: 'work.keys.guide', run },
      { keys: 'x', label: 'work.keys.skip', run, enabled: () => false },
    ],
  },
]

afterEach(() => document.body.replaceChildren())

test.each([
  ['Enter', {}, 'enter'],
  ['Enter', { ctrlKey: true }, 'ctrl+enter'],
  ['Enter', { metaKey: true }, 'ctrl+enter'],
  ['?', { shiftKey: true }, '?'],
  ['A', { shiftKey: true }, 'shift+a'],
  ['ArrowLeft', { altKey: true, shiftKey: true }, 'alt+shift+arrowleft'],
  [' ', {}, 'space'],
])('%s %j is called %s', (key, modifiers, name) => {
  expect(keyName(press(key, modifiers))).toBe(name)
})

describe('which command a key runs', () => {
  test('alternatives', () => expect(findCommand(groups, press('F1'))?.label).toBe('work.keys.guide'))
  test('none that is disabled', () => expect(findCommand(groups, press('x'))).toBeUndefined())

  test('not while somebody types, unless it says so', () => {
    const box = document.createElement('textarea')
    expect(findCommand(groups, press('Enter', {}, box))).toBeUndefined()
    expect(findCommand(groups, press('Enter', { ctrlKey: true }, box))?.label).toBe('work.keys.submit')
  })

  test('not while Chinese is being composed', () => {
    expect(findCommand(groups, press('Enter', { isComposing: true }))).toBeUndefined()
    expect(findCommand(groups, press('Enter', { keyCode: 229 }))).toBeUndefined()
  })

  test('not Enter on a button, which has its own meaning', () => {
    const button = document.createElement('button')
    document.body.append(button)
    expect(findCommand(groups, press('Enter', {}, button))).toBeUndefined()
  })

  test('not what a widget has used already', () => {
    const event = press('Enter')
    event.preventDefault()
    expect(findCommand(groups, event)).toBeUndefined()
  })
})
