/** Keys that move the selection in a text. Names as in `keyName`. */

import {
  type Selection,
  cleared,
  extend,
  isEmpty,
  move,
  moveClause,
  moveKnown,
  selectWord,
  takePiece,
} from './selection'
import type { ReadText } from './words'

type Step = (text: ReadText, now: Selection) => Selection

const STEPS: Record<string, Step> = {
  arrowright: (text, now) => move(text, now, 'word', 1),
  arrowleft: (text, now) => move(text, now, 'word', -1),
  'alt+arrowright': (text, now) => move(text, now, 'char', 1),
  'alt+arrowleft': (text, now) => move(text, now, 'char', -1),
  'shift+arrowright': (text, now) => extend(text, now, 'word', 1),
  'shift+arrowleft': (text, now) => extend(text, now, 'word', -1),
  'alt+shift+arrowright': (text, now) => extend(text, now, 'char', 1),
  'alt+shift+arrowleft': (text, now) => extend(text, now, 'char', -1),
  arrowdown: (text, now) => moveClause(text, now, 1),
  arrowup: (text, now) => moveClause(text, now, -1),
  home: (text, now) => selectWord(text, now, text.words[0]?.start ?? 0),
  end: (text, now) => selectWord(text, now, (text.words.at(-1)?.end ?? 1) - 1),
  '.': (text, now) => moveKnown(text, now, 1),
  ',': (text, now) => moveKnown(text, now, -1),
  '+': (_, now) => takePiece(now),
  '=': (_, now) => takePiece(now),
}

/** The selection after the key; undefined for keys that mean nothing to a text. Ctrl serves as Alt does. */
export function afterKey(text: ReadText, now: Selection, key: string): Selection | undefined {
  if (key === 'escape') return isEmpty(now) ? undefined : cleared(now)
  return STEPS[key.replace(/^ctrl\+/, 'alt+')]?.(text, now)
}
