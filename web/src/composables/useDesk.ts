/** Somebody works through a campaign's items, annotating or reviewing: fetches the campaign, then opens an item. */
import { onMounted, ref, watch } from 'vue'
import { getCampaign } from '@/api/jobs'
import { useLoad } from './useLoad'
import { usePageTitle } from './usePageTitle'

/** `open` opens the item of the address or the next one; a change of `address` begins anew. */
export function useDesk(campaign: () => number, open: () => Promise<void>, address: () => unknown) {
  const { data, error, reload } = useLoad(() => getCampaign(campaign()))
  /** Whether the guideline is shown. */
  const guide = ref(false)

  async function start(): Promise<void> {
    await reload()
    if (!error.value) await open()
  }

  watch(address, start)
  usePageTitle(() => data.value?.title)
  onMounted(start)

  return { data, error, guide, start }
}

export type CampaignDesk = ReturnType<typeof useDesk>
