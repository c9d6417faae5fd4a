/** The keyboard of a form: who gets a key, in which order. `keys.ts` says what the keys do. */

import { type Ref, onBeforeUnmount, onMounted } from 'vue'
import type { FormField } from '@/api/form'
import { isTyping, keyName, useKeys } from '@/composables/useKeys'
import { t } from '@/i18n'
import { fragment } from '@/text/fragment'
import { cleared, idxesOf, isEmpty } from '@/text/selection'
import type { Desk } from './desk'
import { keys } from './keys'

interface Texts {
  hintKey: (key: string) => boolean
  textKey: (key: string) => boolean
}

interface Work {
  desk: Desk
  root: Ref<HTMLElement | undefined>
  texts: Ref<Texts | undefined>
  shown: Ref<FormField[]>
  selectable: Ref<boolean>
  listening: () => boolean
  submit: () => void
  undo: () => void
  redo: () => void
}

export function useKeyboard(work: Work): void {
  const { desk, root, texts, shown } = work
  const isActive = (field: FormField): boolean => field.name === desk.active.value
  const selected = (): boolean => !isEmpty(desk.selection.value)

  function onKeydown(event: KeyboardEvent): void {
    // 229 is a key the input method has taken.
    const busy = event.defaultPrevented || event.isComposing || event.keyCode === 229
    if (busy || !work.listening() || inDialog(event.target)) return
    const key = keyName(event)
    const used = isTyping(event.target) ? typingKey(key, event.target as HTMLElement) : formKey(key, event)
    if (used) event.preventDefault()
  }

  /** A dialog has its own keys, unless the form stands in it. */
  function inDialog(target: EventTarget | null): boolean {
    const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null
    return dialog !== null && !dialog.contains(root.value ?? null)
  }

  /** While somebody types: leave the field, submit, go on to the next number. */
  function typingKey(key: string, target: HTMLElement): boolean {
    if (!root.value?.contains(target)) return false
    if (key === 'ctrl+enter') work.submit()
    else if (key === 'escape') target.blur()
    else if (key === 'enter' && numbers().includes(target)) nextNumber(target)
    else return false
    return true
  }

  function numbers(): HTMLElement[] {
    return [...(root.value?.querySelectorAll<HTMLElement>('input[type="number"]') ?? [])]
  }

  function nextNumber(from: HTMLElement): void {
    const next = numbers()[numbers().indexOf(from) + 1]
    if (next) next.focus()
    else work.submit()
  }

  function formKey(key: string, event: KeyboardEvent): boolean {
    if (texts.value?.hintKey(key)) return true
    if (key === 'ctrl+z') work.undo()
    else if (key === 'ctrl+y' || key === 'ctrl+shift+z') work.redo()
    else if (key === 'ctrl+enter') work.submit()
    else if (key === 'enter') return enter(event)
    else if (key === 'shift+enter') return put(true)
    else if (key === 'space') return !onButton(event) && put(false)
    else if (key === 'ctrl+c') return copy()
    else return partKey(key) || (work.selectable.value && (texts.value?.textKey(key) ?? false))
    return true
  }

  /** A button reached by Tab keeps its Enter; a key held down submits once; a selection no slot takes yet waits. */
  function enter(event: KeyboardEvent): boolean {
    if (onButton(event)) return false
    if (!put(false) && !selected() && !event.repeat) work.submit()
    return true
  }

  function onButton(event: KeyboardEvent): boolean {
    return event.target instanceof Element && event.target.closest('button, a[href], summary') !== null
  }

  /** The active field takes the selection, or else the first field that can. */
  function put(append: boolean): boolean {
    if (!selected()) return false
    const piece = fragment(desk.text.value.chars, idxesOf(desk.selection.value))
    const order = [...shown.value].sort((a, b) => Number(isActive(b)) - Number(isActive(a)))
    const taker = order.find((field) => desk.parts.get(field.name)?.put?.(piece, append))
    if (!taker) return false
    desk.active.value = taker.name
    desk.selection.value = cleared(desk.selection.value)
    return true
  }

  function partKey(key: string): boolean {
    if (desk.parts.get(desk.active.value)?.onKey?.(key)) return true
    return shown.value.some((field) => !isActive(field) && (desk.parts.get(field.name)?.onStart?.(key) ?? false))
  }

  function copy(): boolean {
    if (!selected() || String(window.getSelection() ?? '') !== '') return false
    void navigator.clipboard?.writeText(fragment(desk.text.value.chars, idxesOf(desk.selection.value)).text)
    return true
  }

  // Before the page's own keys, which pass over what is used here.
  onMounted(() => window.addEventListener('keydown', onKeydown, true))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown, true))

  for (const group of keys) {
    const commands = group.keys.map((one) => ({ keys: one.keys, label: () => t(one.what) }))
    useKeys(commands, () => t(group.title))
  }
}
