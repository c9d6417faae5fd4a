/** One text of the pages in both languages; the texts of the server come in the same form. */
import type { Words } from '@/api/form'

export function words(zh: string, en: string): Words {
  return { zh, en }
}
