/** A change somebody asks for with a button: busy while it runs, a word when it is done or refused. */
import { useMessage } from 'naive-ui'
import { ref } from 'vue'
import { ApiError } from '@/api/error'
import { textOf, whereOf } from '@/api/problems'
import { t } from '@/i18n'

export function useAct() {
  const message = useMessage()
  const busy = ref(false)

  /** Runs it and says whether it worked. While one is under way, a double click begins no second one. */
  async function act(what: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    try {
      await what()
      if (done) message.success(done)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const details = error.problems.slice(0, 5).map((problem) => `${whereOf(problem)} ${textOf(problem)}`)
      message.error([t(error.words), t(error.hint), ...details].filter(Boolean).join('\n'), { duration: 8000 })
      return false
    } finally {
      busy.value = false
    }
  }

  return { act, busy }
}
