/** The generated client with what every call needs: the CSRF header, errors as ApiError, a word on whether the
 *  server answers at all. */
import createClient, { type Middleware } from 'openapi-fetch'
import { noteAnswer } from '@/composables/useOnline'
import { ApiError, offlineError, strangeError, type ErrorBody } from './error'
import type { components, paths } from './schema'

export type Schemas = components['schemas']

let csrf = ''
let onSignedOut: () => void = () => {}

export function setCsrf(token: string): void {
  csrf = token
}

export function whenSignedOut(action: () => void): void {
  onSignedOut = action
}

const SAFE = new Set(['GET', 'HEAD'])

const everyCall: Middleware = {
  onRequest({ request }) {
    if (csrf && !SAFE.has(request.method)) request.headers.set('X-CSRF-Token', csrf)
    return request
  },
}

export const client = createClient<paths>({
  baseUrl: '/',
  // openapi-fetch throws what fetch throws; a server that is away is an error people can act on.
  fetch: async (request: Request) => {
    try {
      const response = await fetch(request)
      noteAnswer(![502, 503, 504].includes(response.status))
      return response
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      noteAnswer(false)
      throw offlineError()
    }
  },
})
client.use(everyCall)

function isBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'hint' in value
}

interface Outcome<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The data of a call, or the server's refusal as an ApiError. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call
  if (response.ok) return data as T
  if (response.status === 401) onSignedOut()
  throw isBody(error) ? new ApiError(response.status, error) : strangeError(response.status)
}
