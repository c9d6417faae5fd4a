/** Words in the language of the page, with `{name}` replaced. */

import type { Words } from '@/api/form'
import { say } from '@/i18n'

export function sayWith(words: Words, values: Record<string, string | number>): string {
  return say(words).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
