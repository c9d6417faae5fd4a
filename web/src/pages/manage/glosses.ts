/** The glosses of a word, as one of its items has them. */
import { answer, client } from '@/api/client'

export interface Gloss {
  id: string
  text: string
}

function isGloss(value: unknown): value is Gloss {
  return typeof value === 'object' && value !== null && 'id' in value && 'text' in value
}

export async function glossesOf(campaign: number, word: string): Promise<Gloss[]> {
  if (!word) return []
  const params = { path: { campaign }, query: { search: word, limit: 5 } }
  const page = await answer(client.GET('/api/campaigns/{campaign}/items', { params }))
  for (const row of page.rows) {
    const item = await answer(client.GET('/api/items/{item}', { params: { path: { item: row.id } } }))
    const glosses = item.extra.glosses
    if (item.texts.word === word && Array.isArray(glosses)) return glosses.filter(isGloss)
  }
  return []
}
