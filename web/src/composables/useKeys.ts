/** Keyboard commands: every page says which keys it has, one listener runs them, `?` shows them all. */
import { computed, onBeforeUnmount, onMounted, shallowReactive, toValue, type MaybeRefOrGetter } from 'vue'
import type { TextKey } from '@/i18n'

export interface KeyCommand {
  /** `enter`, `ctrl+enter`, `alt+s`, `?`, `f2` …; several alternatives are separated by a blank. */
  keys: string
  /** Key of the i18n text that says what it does, or the text itself. */
  label: KeyText
  /** Left out for keys that a part handles itself and only wants listed. */
  run?: (event: KeyboardEvent) => void
  /** Works while somebody is typing into a text field, too. */
  typing?: boolean
  enabled?: MaybeRefOrGetter<boolean>
}

export type KeyText = TextKey | (() => string)

export interface KeyGroup {
  title: KeyText
  commands: KeyCommand[]
}

const groups = shallowReactive<KeyGroup[]>([])

/** Commands one can use now; two ways to do the same are one line. */
function merged(commands: readonly KeyCommand[]): KeyCommand[] {
  const lines: KeyCommand[] = []
  for (const command of commands) {
    if (toValue(command.enabled) === false) continue
    const same = lines.find((line) => line.label === command.label)
    if (same) same.keys += ` ${command.keys}`
    else lines.push({ ...command })
  }
  return lines
}

/** All groups that are on the page now, for the overlay. */
export const keyGroups = computed(() =>
  groups.map((group) => ({ ...group, commands: merged(group.commands) })).filter((group) => group.commands.length > 0),
)

/** The name of a pressed key: modifiers in fixed order, then the key in lower case. */
export function keyName(event: KeyboardEvent): string {
  const parts: string[] = []
  if (event.ctrlKey || event.metaKey) parts.push('ctrl')
  if (event.altKey) parts.push('alt')
  const key = event.key.toLowerCase()
  // A shifted sign such as ? is named by the sign itself.
  if (event.shiftKey && (key.length > 1 || /[a-z]/.test(key))) parts.push('shift')
  parts.push(key === ' ' ? 'space' : key)
  return parts.join('+')
}

const TYPING = new Set(['INPUT', 'TEXTAREA', 'SELECT'])

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type)) return false
  return TYPING.has(target.tagName) || target.isContentEditable
}

/** Enter on a button or link already means something. */
function ownsEnter(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], [role="button"], summary') !== null
}

export function findCommand(all: readonly KeyGroup[], event: KeyboardEvent): KeyCommand | undefined {
  // Chinese input: Enter that takes a candidate is not ours.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return undefined
  const name = keyName(event)
  if (name === 'enter' && ownsEnter(event.target)) return undefined
  const typing = isTyping(event.target)
  for (const group of [...all].reverse()) {
    for (const command of group.commands) {
      if (!command.run || !command.keys.split(' ').includes(name)) continue
      if (typing && !command.typing) continue
      if (toValue(command.enabled) === false) continue
      return command
    }
  }
  return undefined
}

function onKeydown(event: KeyboardEvent): void {
  const command = findCommand(groups, event)
  if (!command?.run) return
  event.preventDefault()
  command.run(event)
}

let listeners = 0

/** Registers commands while the component is on the page; later ones win. */
export function useKeys(commands: KeyCommand[], title: KeyText = 'keys.page'): void {
  const group: KeyGroup = { title, commands }
  onMounted(() => {
    groups.push(group)
    if (listeners++ === 0) window.addEventListener('keydown', onKeydown)
  })
  onBeforeUnmount(() => {
    const at = groups.indexOf(group)
    if (at >= 0) groups.splice(at, 1)
    if (--listeners === 0) window.removeEventListener('keydown', onKeydown)
  })
}
