/** Calendars of competitions: dates of files and events, calendars of past editions. */
import { answer, client, type Schemas } from './client'

export type Calendar = Schemas['CalendarView']
export type CalendarIn = Schemas['CalendarIn']
export type DatedFile = Schemas['DatedFile']
export type Download = DatedFile['what']

export const DOWNLOADS: readonly Download[] = [
  'train',
  'dev questions',
  'dev answers',
  'test questions',
  'test answers',
]

function at(competition: number) {
  return { params: { path: { competition } } }
}

export function getCalendar(competition: number): Promise<Calendar> {
  return answer(client.GET('/api/competitions/{competition}/calendar', at(competition)))
}

export function setCalendar(competition: number, body: CalendarIn): Promise<Calendar> {
  return answer(client.PUT('/api/competitions/{competition}/calendar', { ...at(competition), body }))
}

export function listCalendars(): Promise<Schemas['CalendarPresetView'][]> {
  return answer(client.GET('/api/calendars'))
}

export function applyCalendar(competition: number, body: Schemas['CalendarPresetIn']): Promise<Calendar> {
  return answer(client.POST('/api/competitions/{competition}/calendar/preset', { ...at(competition), body }))
}
