/** Who is signed in, for the whole page. */
import { shallowRef } from 'vue'
import { answer, client, setCsrf, whenSignedOut, type Schemas } from '@/api/client'
import { ApiError } from '@/api/error'
import { type Lang, setLang, suggestLang } from '@/i18n'

export type Me = Schemas['MeView']
export type Role = Me['roles'][number]

export const me = shallowRef<Me | null>(null)
/** What this server is: known once the first page asked. */
export const about = shallowRef<Pick<Schemas['AboutView'], 'demo' | 'help'> | null>(null)
let asked = false

whenSignedOut(() => {
  me.value = null
})

function become(person: Me): void {
  me.value = person
  asked = true
  setCsrf(person.csrf)
  suggestLang(person.lang)
}

/** Asks once who we are; later calls answer from memory. */
export async function ensureMe(): Promise<Me | null> {
  if (me.value || asked) return me.value
  const { me: person, ...rest } = await answer(client.GET('/api/about'))
  about.value = rest
  asked = true
  if (person) become(person)
  return me.value
}

export async function signIn(name: string, password: string): Promise<void> {
  become(await answer(client.POST('/api/login', { body: { name, password } })))
}

export async function signInDemo(name: string): Promise<void> {
  become(await answer(client.POST('/api/demo/login', { body: { name } })))
}

export async function join(token: string, body: Schemas['JoinIn']): Promise<void> {
  become(await answer(client.POST('/api/join/{key}', { params: { path: { key: token } }, body })))
}

export async function signOut(): Promise<void> {
  try {
    await answer(client.POST('/api/logout'))
  } finally {
    me.value = null
    setCsrf('')
  }
}

export async function changeMe(body: Schemas['MeIn']): Promise<void> {
  // Somebody may choose a language and leave the page at once.
  become(await answer(client.PATCH('/api/me', { body, keepalive: true })))
}

/** In this browser at once; in the account as well, so that the next browser knows. A lost request loses nothing. */
export async function chooseLang(next: Lang): Promise<void> {
  setLang(next)
  if (!me.value) return
  try {
    await changeMe({ lang: next })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Annotating is nobody's by rank: administrators judge and manage, they do not have to answer. */
export function isAnnotator(): boolean {
  return me.value?.roles.includes('annotator') ?? false
}

/** Teams take part in shared tasks; campaigns are not for them. */
export function worksHere(): boolean {
  return me.value?.roles.some((role) => role !== 'team') ?? false
}

/** Whether somebody has a role in general; an administrator has them all. */
export function can(role: Role): boolean {
  const roles = me.value?.roles ?? []
  return roles.includes(role) || roles.includes('admin')
}
