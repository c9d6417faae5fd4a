/** Final deliveries: models, code, prompts, reports, and what organisers make of them. */
import { answer, client, type Schemas } from './client'
import { upload } from './upload'

export type Deliveries = Schemas['DeliveriesView']
export type DeliveryRule = Schemas['DeliveryRuleView']
export type DeliveryKind = DeliveryRule['kind']
export type TeamDeliveries = Schemas['TeamDeliveries']

export const DELIVERY_KINDS: readonly DeliveryKind[] = ['model', 'code', 'prompts', 'report']

function at(competition: number) {
  return { params: { path: { competition } } }
}

export function getDeliveries(competition: number): Promise<Deliveries> {
  return answer(client.GET('/api/competitions/{competition}/deliveries', at(competition)))
}

export function setDeliveryRules(competition: number, body: Schemas['DeliveryRulesIn']): Promise<Deliveries> {
  return answer(client.PUT('/api/competitions/{competition}/deliveries', { ...at(competition), body }))
}

export function deliver(
  competition: number,
  given: { kind: DeliveryKind; file?: File; link?: string; note?: string },
): Promise<Deliveries> {
  return upload(`/api/competitions/${competition}/deliveries`, given)
}

export function declareModel(competition: number, body: Schemas['DeclarationIn']): Promise<Deliveries> {
  return answer(client.PUT('/api/competitions/{competition}/declaration', { ...at(competition), body }))
}

export function noteReproduction(competition: number, team: number, body: Schemas['ReproductionIn']) {
  const params = { path: { competition, team } }
  return answer(client.POST('/api/competitions/{competition}/teams/{team}/reproductions', { params, body }))
}

export function disqualify(competition: number, team: number, reason: string): Promise<Deliveries> {
  const params = { path: { competition, team } }
  return answer(
    client.PUT('/api/competitions/{competition}/teams/{team}/disqualification', { params, body: { reason } }),
  )
}
