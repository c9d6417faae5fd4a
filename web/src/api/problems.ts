/** Problems of a file as people read them: every place once, in their language. */
import { t } from '@/i18n'
import type { Problem } from './error'

/** `task3.jsonl:7`: a file and a line of it; without a line it is about the whole file. */
export function placeOf(problem: Problem): { file: string; line: number | null } {
  const found = /^(.*):(\d+)$/.exec(problem.where)
  return found ? { file: found[1] ?? '', line: Number(found[2]) } : { file: problem.where, line: null }
}

/** The place by itself; lines of a file whose name everybody knows are counted in the reader's language. */
export function whereOf(problem: Problem): string {
  const line = /^line (\d+)$/.exec(problem.where)?.[1]
  return line ? t('error.line', { n: line }) : problem.where
}

/** The message without the place at its beginning, which is shown beside it. */
export function textOf(problem: Problem): string {
  const text = t(problem.message)
  if (!problem.where || !text.startsWith(problem.where)) return text
  return text.slice(problem.where.length).replace(/^\s*[:：]?\s*/, '')
}
