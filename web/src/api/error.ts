/** What the server says when it refuses, and what we say when it cannot be reached. */
import type { Hit, Words } from './form'

export interface Problem {
  where: string
  message: Words
}

export interface ErrorBody {
  code: string
  message: Words
  hint: Words
  request: string
  hits?: Hit[]
  problems?: Problem[]
}

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly words: Words
  readonly hint: Words
  readonly request: string
  readonly hits: Hit[]
  readonly problems: Problem[]

  constructor(status: number, body: ErrorBody) {
    super(body.message.en)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.words = body.message
    this.hint = body.hint
    this.request = body.request
    this.hits = body.hits ?? []
    this.problems = body.problems ?? []
  }
}

export function offlineError(): ApiError {
  return new ApiError(0, {
    code: 'offline',
    message: { zh: '连不上服务器。', en: 'The server cannot be reached.' },
    hint: {
      zh: '请检查网络；写下的内容已保存在本机。',
      en: 'Check the network; what you wrote is kept in this browser.',
    },
    request: '',
  })
}

/** An answer that is not ours, e.g. a proxy's page while the server restarts. */
export function strangeError(status: number): ApiError {
  return new ApiError(status, {
    code: 'unexpected',
    message: { zh: `服务器回复异常（${status}）。`, en: `Unexpected answer from the server (${status}).` },
    hint: {
      zh: '请稍后再试；若一直如此，请告诉管理员。',
      en: 'Try again shortly; if it stays so, tell the administrator.',
    },
    request: '',
  })
}

/** No answer, or one from a proxy whose server is away: worth trying again by itself. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status))
}
