/** What one looks at is in the address, so that it can be sent to a colleague and survives a reload. */
import { computed } from 'vue'
import { useRoute, useRouter, type LocationQuery } from 'vue-router'

function text(query: LocationQuery, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

export function useQuery() {
  const route = useRoute()
  const router = useRouter()

  /** A filter changed: the list begins anew unless the page itself was changed. */
  async function change(next: Record<string, string | number | null>): Promise<void> {
    const query: LocationQuery = { ...route.query }
    if (!('page' in next) && !('item' in next)) delete query.page
    if (!('item' in next)) delete query.item
    for (const [name, value] of Object.entries(next)) {
      if (value === null || value === '' || (name === 'page' && value === 1)) delete query[name]
      else query[name] = String(value)
    }
    await router.replace({ query })
  }

  return {
    change,
    of: (name: string) => computed(() => text(route.query, name)),
    page: computed(() => Math.max(1, Number(text(route.query, 'page')) || 1)),
  }
}
