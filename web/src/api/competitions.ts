/** Calls of the competition pages, with the names the pages use. */
import { answer, client, type Schemas } from './client'
import { upload } from './upload'

export type Competition = Schemas['CompetitionDetail']
export type CompetitionBrief = Schemas['CompetitionBrief']
export type Phase = Schemas['PhaseView']
export type Kind = Phase['kind']
export type Board = Schemas['Board']
export type TaskBoard = Schemas['TaskBoard']
export type ScoredKind = Board['phase']
export type Submission = Schemas['SubmissionView']
export type Entry = Schemas['EntryView']
export type Score = Schemas['ScoreView']
export type Team = Schemas['TeamView']
export type NewTeam = Schemas['TeamIn']

export const KINDS: readonly Kind[] = ['registration', 'dev', 'test', 'published']

function at(competition: number) {
  return { params: { path: { competition } } }
}

export function listCompetitions(): Promise<CompetitionBrief[]> {
  return answer(client.GET('/api/competitions'))
}

export function getCompetition(competition: number): Promise<Competition> {
  return answer(client.GET('/api/competitions/{competition}', at(competition)))
}

export function changeCompetition(competition: number, body: Schemas['CompetitionChange']): Promise<Competition> {
  return answer(client.PATCH('/api/competitions/{competition}', { ...at(competition), body }))
}

export function setPhases(competition: number, phases: Schemas['PhaseIn'][], reason = ''): Promise<Competition> {
  const body = { phases, reason }
  return answer(client.PUT('/api/competitions/{competition}/phases', { ...at(competition), body }))
}

export function getBoard(competition: number, phase: ScoredKind): Promise<Board> {
  const params = { path: { competition }, query: { phase } }
  return answer(client.GET('/api/competitions/{competition}/board', { params }))
}

export function getHistory(competition: number, phase: ScoredKind, task: string) {
  const params = { path: { competition }, query: { phase, task } }
  return answer(client.GET('/api/competitions/{competition}/history', { params }))
}

export function listTeams(competition: number): Promise<Schemas['PublicTeam'][]> {
  return answer(client.GET('/api/competitions/{competition}/teams', at(competition)))
}

export function listRegistrations(competition: number): Promise<Team[]> {
  return answer(client.GET('/api/competitions/{competition}/registrations', at(competition)))
}

export function decideTeam(competition: number, team: number, body: Schemas['TeamDecision']): Promise<Team> {
  const params = { path: { competition, team } }
  return answer(client.PATCH('/api/competitions/{competition}/teams/{team}', { params, body }))
}

export function registerTeam(competition: number, body: NewTeam): Promise<Team> {
  return answer(client.POST('/api/competitions/{competition}/teams', { ...at(competition), body }))
}

export function signUp(competition: number, body: Schemas['SignUpIn']): Promise<Team> {
  return answer(client.POST('/api/competitions/{competition}/signup', { ...at(competition), body }))
}

export function addBaseline(competition: number, body: NewTeam): Promise<Team> {
  return answer(client.POST('/api/competitions/{competition}/baselines', { ...at(competition), body }))
}

export function acceptAgreement(competition: number, phase: Phase): Promise<Team> {
  const body = { phase: phase.kind, sha256: phase.agreement_sha256 }
  return answer(client.POST('/api/competitions/{competition}/agreements', { ...at(competition), body }))
}

export function whatIsLeft(competition: number): Promise<Schemas['LeftView'][]> {
  return answer(client.GET('/api/competitions/{competition}/left', at(competition)))
}

export function listSubmissions(competition: number, offset: number, limit: number) {
  const params = { path: { competition }, query: { offset, limit } }
  return answer(client.GET('/api/competitions/{competition}/submissions', { params }))
}

export function getWarnings(submission: number, task: string): Promise<Schemas['WarningsView']> {
  const params = { path: { submission }, query: { task } }
  return answer(client.GET('/api/submissions/{submission}/warnings', { params }))
}

export function getSubmission(submission: number): Promise<Submission> {
  return answer(client.GET('/api/submissions/{submission}', { params: { path: { submission } } }))
}

export function describeSubmission(submission: number, description: string): Promise<Submission> {
  const params = { path: { submission } }
  return answer(client.PATCH('/api/submissions/{submission}', { params, body: { description } }))
}

export function withdrawSubmission(submission: number, reason: string): Promise<Submission> {
  const params = { path: { submission } }
  return answer(client.POST('/api/submissions/{submission}/withdraw', { params, body: { reason } }))
}

export interface HandIn {
  file: File
  /** The same for every attempt to send the same thing, so that it is received once. */
  key: string
  system: string
  description: string
  task: string
  team?: number
  phase?: ScoredKind
}

export function handIn(competition: number, given: HandIn): Promise<Submission> {
  return upload(`/api/competitions/${competition}/submissions`, {
    file: given.file,
    key: given.key,
    system: given.system,
    description: given.description,
    task: given.task || undefined,
    team: given.team === undefined ? undefined : String(given.team),
    phase: given.phase,
  })
}

export function rescore(competition: number, body: Schemas['RescoreIn']): Promise<Schemas['QueuedView']> {
  return answer(client.POST('/api/competitions/{competition}/rescore', { ...at(competition), body }))
}

export function addFile(
  competition: number,
  file: File,
  what: { task: string; part: string; content: string; reason: string },
): Promise<Schemas['ImportedFilesView']> {
  return upload(`/api/competitions/${competition}/files`, { file, ...what })
}

export function addPack(competition: number, file: File): Promise<Schemas['ImportedFilesView']> {
  return upload(`/api/competitions/${competition}/pack`, { file })
}

export function choosePack(competition: number, name: string): Promise<Schemas['ImportedFilesView']> {
  return answer(client.POST('/api/competitions/{competition}/packs', { ...at(competition), body: { name } }))
}

export function listPacks(): Promise<Schemas['PackView'][]> {
  return answer(client.GET('/api/packs'))
}

export function addTable(competition: number, file: File, phase: ScoredKind): Promise<Schemas['ImportedRowsView']> {
  return upload(`/api/competitions/${competition}/table`, { file, phase })
}

export function getRating(competition: number, phase: ScoredKind, task: string): Promise<Schemas['RatingView']> {
  const params = { path: { competition }, query: { phase, task } }
  return answer(client.GET('/api/competitions/{competition}/ratings', { params }))
}

export function startRating(competition: number, body: Schemas['RatingIn']): Promise<Schemas['RatingView']> {
  return answer(client.POST('/api/competitions/{competition}/ratings', { ...at(competition), body }))
}

export function collectRatings(competition: number, body: Schemas['RatingKeyIn']): Promise<Schemas['RatingView']> {
  return answer(client.POST('/api/competitions/{competition}/ratings/collect', { ...at(competition), body }))
}
