/** Prizes, winners and certificates. */
import { answer, client, type Schemas } from './client'

export type Prizes = Schemas['PrizesView']
export type PrizeIn = Schemas['PrizeIn']
export type Certificate = Schemas['CertificateView']

function at(competition: number) {
  return { params: { path: { competition } } }
}

export function getPrizes(competition: number): Promise<Prizes> {
  return answer(client.GET('/api/competitions/{competition}/prizes', at(competition)))
}

export function listPrizePresets(): Promise<Schemas['PrizePresetView'][]> {
  return answer(client.GET('/api/prizes'))
}

export function setPrizes(competition: number, prizes: PrizeIn[]): Promise<Prizes> {
  return answer(client.PUT('/api/competitions/{competition}/prizes', { ...at(competition), body: { prizes } }))
}

export function awardByRank(competition: number): Promise<Prizes> {
  return answer(client.POST('/api/competitions/{competition}/prizes/by-rank', at(competition)))
}

export function givePrize(competition: number, team: number, body: Schemas['AwardIn']): Promise<Prizes> {
  const params = { path: { competition, team } }
  return answer(client.PUT('/api/competitions/{competition}/teams/{team}/prize', { params, body }))
}

export function issueCertificates(competition: number, everybody: boolean): Promise<Prizes> {
  return answer(
    client.POST('/api/competitions/{competition}/certificates', { ...at(competition), body: { everybody } }),
  )
}

export function revokeCertificate(competition: number, number: string, reason: string): Promise<Prizes> {
  const body = { number, reason }
  return answer(client.POST('/api/competitions/{competition}/certificates/revoke', { ...at(competition), body }))
}

export function verifyCertificate(number: string): Promise<Certificate> {
  return answer(client.GET('/api/certificates/{number}', { params: { path: { number } } }))
}
