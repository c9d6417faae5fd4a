/** Which columns somebody chose for a form: kept in this browser, offered again for a file with the same columns. */
import type { Columns, ImportPreview } from './itemsFile'

const KEY = 'pingce.columns'
const MOST = 50

type Remembered = Record<string, Columns>

function all(): Remembered {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Remembered) : {}
  } catch {
    return {}
  }
}

function keyOf(form: string, preview: ImportPreview): string {
  return JSON.stringify([form, ...preview.columns.map((column) => column.name)])
}

export function recallColumns(form: string, preview: ImportPreview): Columns | null {
  return all()[keyOf(form, preview)] ?? null
}

export function rememberColumns(form: string, preview: ImportPreview): void {
  if (!preview.mapping) return
  const key = keyOf(form, preview)
  const others = Object.entries(all()).filter(([other]) => other !== key)
  const now = { ...Object.fromEntries(others.slice(1 - MOST)), [key]: preview.mapping }
  localStorage.setItem(KEY, JSON.stringify(now))
}
