/** Copying to the clipboard, and saying so. */
import { useMessage } from 'naive-ui'
import { t } from '@/i18n'

export function useCopy(): { copy: (text: string) => Promise<void> } {
  const message = useMessage()

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      message.success(t('action.copied'))
    } catch {
      message.info(t('action.copyByHand')) // without https browsers give no clipboard
    }
  }
  return { copy }
}
