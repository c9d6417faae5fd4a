/** Benchmarks: what they are made of, what is to be done, runs and orders. */
import { answer, client, type Schemas } from './client'

export type StagePlan = Schemas['StagePlanView']
export type RecipeStage = Schemas['RecipeStageView']
export type RunBrief = Schemas['RunBrief']
export type Order = Schemas['OrderView']

const at = (name: string) => ({ path: { name } })

/** All that the page of a benchmark shows, asked for at once. */
export async function getBenchmark(name: string) {
  const params = at(name)
  const [benchmark, plan, runs, orders, counts] = await Promise.all([
    answer(client.GET('/api/benchmarks/{name}', { params })),
    answer(client.GET('/api/benchmarks/{name}/plan', { params })),
    answer(client.GET('/api/benchmarks/{name}/runs', { params: { ...params, query: { limit: 30 } } })),
    answer(client.GET('/api/benchmarks/{name}/orders', { params: { ...params, query: { limit: 5 } } })),
    answer(client.GET('/api/benchmarks/{name}/counts', { params })),
  ])
  return { benchmark, plan, runs, orders, counts }
}

export function getTables(name: string) {
  return answer(client.GET('/api/benchmarks/{name}/tables', { params: at(name) }))
}

export function getMembers(name: string) {
  return answer(client.GET('/api/benchmarks/{name}/members', { params: at(name) }))
}

export function addMember(name: string, user: number) {
  return answer(client.POST('/api/benchmarks/{name}/members', { params: at(name), body: { user } }))
}

export function removeMember(name: string, user: number) {
  return answer(client.DELETE('/api/benchmarks/{name}/members/{user}', { params: { path: { name, user } } }))
}

export function orderMake(name: string, target: string | null): Promise<Order> {
  return answer(client.POST('/api/benchmarks/{name}/make', { params: at(name), body: { target } }))
}

export function cancelOrder(name: string, order: number): Promise<Order> {
  const params = { path: { name, order } }
  return answer(client.POST('/api/benchmarks/{name}/orders/{order}/cancel', { params }))
}

export function cancelRun(name: string, run: number): Promise<RunBrief> {
  return answer(client.POST('/api/benchmarks/{name}/runs/{run}/cancel', { params: { path: { name, run } } }))
}

export function getRun(name: string, run: number) {
  return answer(client.GET('/api/benchmarks/{name}/runs/{run}', { params: { path: { name, run } } }))
}

/** The lines of a log from one on. */
export function getLog(name: string, run: number, start: number) {
  const params = { path: { name, run }, query: { start } }
  return answer(client.GET('/api/benchmarks/{name}/runs/{run}/log', { params }))
}
