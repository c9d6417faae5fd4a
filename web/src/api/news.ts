/** Announcements and questions. */
import { answer, client, type Schemas } from './client'

export type News = Schemas['NewsView']
export type Question = Schemas['QuestionView']

function at(competition: number) {
  return { params: { path: { competition } } }
}

export function listNews(competition: number): Promise<News[]> {
  return answer(client.GET('/api/competitions/{competition}/news', at(competition)))
}

export function addNews(competition: number, body: Schemas['NewsIn']): Promise<News[]> {
  return answer(client.POST('/api/competitions/{competition}/news', { ...at(competition), body }))
}

export function changeNews(competition: number, item: number, body: Schemas['NewsIn']): Promise<News[]> {
  const params = { path: { competition, item } }
  return answer(client.PUT('/api/competitions/{competition}/news/{item}', { params, body }))
}

export function removeNews(competition: number, item: number): Promise<News[]> {
  return answer(
    client.DELETE('/api/competitions/{competition}/news/{item}', { params: { path: { competition, item } } }),
  )
}

export function mailNews(competition: number, item: number): Promise<Schemas['MailedView']> {
  const params = { path: { competition, item } }
  return answer(client.POST('/api/competitions/{competition}/news/{item}/mail', { params }))
}

export function listQuestions(competition: number): Promise<Question[]> {
  return answer(client.GET('/api/competitions/{competition}/questions', at(competition)))
}

export function askQuestion(competition: number, text: string): Promise<Question[]> {
  return answer(client.POST('/api/competitions/{competition}/questions', { ...at(competition), body: { text } }))
}

export function answerQuestion(
  competition: number,
  question: number,
  body: Schemas['QuestionAnswerIn'],
): Promise<Question[]> {
  const params = { path: { competition, question } }
  return answer(client.PUT('/api/competitions/{competition}/questions/{question}', { params, body }))
}
