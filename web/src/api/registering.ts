/** Texts that teams accept, and what else belongs to registering. */
import { answer, client, type Schemas } from './client'
import type { Team } from './competitions'

export type CompetitionText = Schemas['TextView']

export function setText(competition: number, body: Schemas['TextIn']): Promise<CompetitionText[]> {
  const params = { path: { competition } }
  return answer(client.PUT('/api/competitions/{competition}/texts', { params, body }))
}

export function acceptTexts(competition: number, accepted: string[]): Promise<Team> {
  const params = { path: { competition } }
  return answer(client.POST('/api/competitions/{competition}/texts/accept', { params, body: { accepted } }))
}
