/** Making and changing benchmarks. */
import { answer, client, type Schemas } from './client'
import type { Result } from '@/results/pages'
import { upload } from './upload'

export type StageForm = Schemas['StageForm']
export type SettingField = Schemas['SettingField']
export type StageSettings = Schemas['StageSettingsView']
export type Settings = Record<string, unknown>
export type Like = Schemas['BenchmarkIn']['like']

const at = (name: string) => ({ path: { name } })

export function makeBenchmark(name: string, like: Like) {
  return answer(client.POST('/api/benchmarks', { body: { name, like } }))
}

/** All that the page of a stage shows, asked for at once. */
export async function getStage(name: string, stage: string) {
  const params = { path: { name, stage } }
  const [benchmark, detail, forms, plan, runs, orders, files] = await Promise.all([
    answer(client.GET('/api/benchmarks/{name}', { params: at(name) })),
    answer(client.GET('/api/benchmarks/{name}/stages/{stage}', { params })),
    answer(client.GET('/api/benchmarks/{name}/forms', { params: at(name) })),
    answer(client.GET('/api/benchmarks/{name}/plan', { params: { ...at(name), query: { target: stage } } })),
    answer(client.GET('/api/benchmarks/{name}/runs', { params: { ...at(name), query: { stage, limit: 50 } } })),
    answer(client.GET('/api/benchmarks/{name}/orders', { params: { ...at(name), query: { limit: 5 } } })),
    answer(client.GET('/api/benchmarks/{name}/files', { params: at(name) })),
  ])
  return { benchmark, detail, forms, plan, runs, orders, files }
}

export function getForms(name: string): Promise<StageForm[]> {
  return answer(client.GET('/api/benchmarks/{name}/forms', { params: at(name) }))
}

export function changeStage(name: string, stage: string, body: Schemas['StageIn']): Promise<StageSettings> {
  return answer(client.PUT('/api/benchmarks/{name}/stages/{stage}', { params: { path: { name, stage } }, body }))
}

/** What other settings would do, tried on a little of the input. */
export async function previewStage(name: string, stage: string, body: Schemas['StageIn']): Promise<Result> {
  const params = { path: { name, stage } }
  const page = await answer(client.POST('/api/benchmarks/{name}/stages/{stage}/preview', { params, body }))
  return page as unknown as Result
}

export function addStage(name: string, body: Schemas['NewStageIn']): Promise<StageSettings> {
  return answer(client.POST('/api/benchmarks/{name}/stages', { params: at(name), body }))
}

export function removeStage(name: string, stage: string) {
  return answer(client.DELETE('/api/benchmarks/{name}/stages/{stage}', { params: { path: { name, stage } } }))
}

export interface Texts {
  source: string
  kind: string | null
  genre: string
  add: boolean
}

/** Files with their paths, as those of a chosen folder have. */
export function sendTexts(name: string, files: readonly File[], texts: Texts): Promise<Schemas['StoredTexts']> {
  const parts = {
    source: texts.source,
    kind: texts.kind ?? undefined,
    genre: texts.genre || undefined,
    add: String(texts.add),
  }
  const named = files.map((file) => ({ file, name: file.webkitRelativePath || file.name }))
  return upload(`/api/benchmarks/${encodeURIComponent(name)}/sources`, parts, named)
}

/** A file, or the name of the step of a model that answered. */
export interface Answers {
  file: File | null
  stage: string
}

/** Answers scored at once with a pack of the benchmark, and compared with others. */
export function sendAnswers(
  name: string,
  where: { pack: string; task: string; part: string; rules: string },
  first: Answers,
  second: Answers | null,
): Promise<Result[]> {
  return upload(`/api/benchmarks/${encodeURIComponent(name)}/answers`, {
    ...where,
    file: first.file ?? undefined,
    stage: first.file ? undefined : first.stage,
    other_file: second?.file ?? undefined,
    other_stage: second?.file ? undefined : second?.stage,
  })
}

export type Model = Schemas['BenchmarkModel']

export function getModels(name: string): Promise<Model[]> {
  return answer(client.GET('/api/benchmarks/{name}/models', { params: at(name) }))
}

export function getModelRemoval(name: string, stage: string) {
  return answer(client.GET('/api/benchmarks/{name}/models/{stage}/removal', { params: { path: { name, stage } } }))
}

export function deleteModel(name: string, stage: string) {
  return answer(client.DELETE('/api/benchmarks/{name}/models/{stage}', { params: { path: { name, stage } } }))
}

export function trainGrid(name: string, stage: string, body: Schemas['GridIn']) {
  const params = { path: { name, stage } }
  return answer(client.POST('/api/benchmarks/{name}/stages/{stage}/grid', { params, body }))
}

export type LexiconView = Schemas['LexiconView']
export type WordGroup = Schemas['WordGroup']

export function getLexicon(name: string, version?: number): Promise<LexiconView> {
  return answer(client.GET('/api/benchmarks/{name}/lexicon', { params: { ...at(name), query: { version } } }))
}

export function saveLexicon(name: string, body: Schemas['LexiconIn']): Promise<LexiconView> {
  return answer(client.PUT('/api/benchmarks/{name}/lexicon', { params: at(name), body }))
}

export type Release = Schemas['ReleaseView']

export function getRelease(name: string, stage: string): Promise<Release> {
  return answer(client.GET('/api/benchmarks/{name}/packs/{stage}', { params: { path: { name, stage } } }))
}

export function verifyRelease(name: string, stage: string) {
  return answer(client.POST('/api/benchmarks/{name}/packs/{stage}/verify', { params: { path: { name, stage } } }))
}

export function archiveAddress(name: string, stage: string, what: string): string {
  const [benchmark, pack, wanted] = [name, stage, what].map(encodeURIComponent)
  return `/api/benchmarks/${benchmark}/packs/${pack}/archive?what=${wanted}`
}

export function getFiles(name: string) {
  return answer(client.GET('/api/benchmarks/{name}/files', { params: at(name) }))
}

export async function readFile(name: string, file: string): Promise<string> {
  const params = { path: { name, file } }
  return (await answer(client.GET('/api/benchmarks/{name}/files/{file}', { params }))).text
}

export function writeFile(name: string, file: string, text: string) {
  return answer(client.PUT('/api/benchmarks/{name}/files/{file}', { params: { path: { name, file } }, body: { text } }))
}
