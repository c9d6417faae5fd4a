/** Searching a guideline and cutting its lines into runs; `**…**` is the only markup it knows. */
import type { GuideSection } from './types'

export interface TextRun {
  text: string
  found: boolean
  strong: boolean
}

function has(text: string, query: string): boolean {
  return text.replaceAll('**', '').toLowerCase().includes(query)
}

/** Sections with a hit; a hit in the title keeps the whole section, else only the lines with one. */
export function searchGuide(sections: readonly GuideSection[], query: string): GuideSection[] {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return [...sections]
  return sections.flatMap((section) => {
    if (has(section.title, wanted)) return [section]
    const lines = section.lines.filter((line) => has(line, wanted))
    const rows = section.rows?.filter((row) => row.some((cell) => has(cell, wanted)))
    return lines.length > 0 || (rows && rows.length > 0) ? [{ ...section, lines, rows }] : []
  })
}

function mark(text: string, strong: boolean, wanted: string): TextRun[] {
  if (!wanted) return [{ text, found: false, strong }]
  const found: TextRun[] = []
  const lower = text.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) found.push({ text: text.slice(from, at), found: false, strong })
    found.push({ text: text.slice(at, at + wanted.length), found: true, strong })
    from = at + wanted.length
  }
  if (from < text.length) found.push({ text: text.slice(from), found: false, strong })
  return found
}

export function runs(text: string, query: string): TextRun[] {
  const wanted = query.trim().toLowerCase()
  return text.split('**').flatMap((piece, i) => (piece ? mark(piece, i % 2 === 1, wanted) : []))
}
