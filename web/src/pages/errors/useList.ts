/** A list with one row looked at; j and k go through it, over the ends of its pages. */
import { computed, type ComputedRef } from 'vue'
import { useKeys } from '@/composables/useKeys'

/** A row of the list beside the item. */
export interface Line {
  id: string
  text: string
  score: string
  /** Short notes behind the text: kinds of error, or who is right. */
  tags: string[]
}

interface Listed<T> {
  total: number
  rows: T[]
}

export const SIZE = 20

export function useList<T extends { id: string }>(
  data: () => Listed<T> | null,
  item: ComputedRef<string>,
  page: ComputedRef<number>,
  change: (next: Record<string, string | number | null>) => Promise<void>,
) {
  const rows = computed(() => data()?.rows ?? [])
  const pages = computed(() => Math.max(1, Math.ceil((data()?.total ?? 0) / SIZE)))
  /** The one named in the address; the last one when one came back over a page's beginning. */
  const at = computed(() => {
    if (item.value === 'last') return rows.value.length - 1
    const found = rows.value.findIndex((row) => row.id === item.value)
    return found < 0 ? 0 : found
  })
  const current = computed(() => rows.value[at.value] ?? null)

  function open(id: string): void {
    void change({ item: id })
  }

  function step(by: 1 | -1): void {
    const next = rows.value[at.value + by]
    if (next) open(next.id)
    else if (by === 1 && page.value < pages.value) void change({ page: page.value + 1, item: null })
    else if (by === -1 && page.value > 1) void change({ page: page.value - 1, item: 'last' })
  }

  useKeys(
    [
      { keys: 'j arrowdown', label: 'errors.keys.next', run: () => step(1) },
      { keys: 'k arrowup', label: 'errors.keys.previous', run: () => step(-1) },
    ],
    'errors.title',
  )

  return { rows, current, open, pages }
}
