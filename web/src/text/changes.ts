/** What was changed in a text, character by character (code points): the least that goes and comes. */

export interface Piece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Beyond this many comparisons the middle is told as one change. */
const MOST = 4_000_000

export function changes(before: string, after: string): Piece[] {
  const a = [...before]
  const b = [...after]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const middle = differing(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const ends: [Piece, Piece] = [
    { kind: 'same', text: a.slice(0, head).join('') },
    { kind: 'same', text: a.slice(a.length - tail).join('') },
  ]
  return joined([ends[0], ...middle, ends[1]])
}

function differing(a: string[], b: string[]): Piece[] {
  if (a.length * b.length > MOST) {
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ]
  }
  const common = lengths(a, b)
  const pieces: Piece[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ kind: 'same', text: a[i++] ?? '' })
      j++
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      pieces.push({ kind: 'gone', text: a[i++] ?? '' })
    } else {
      pieces.push({ kind: 'new', text: b[j++] ?? '' })
    }
  }
  return pieces
}

/** Of every two ends of the texts, how many characters they have in common in order. */
function lengths(a: string[], b: string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = rows[i]
      if (row) row[j] = a[i] === b[j] ? at(rows, i + 1, j + 1) + 1 : Math.max(at(rows, i + 1, j), at(rows, i, j + 1))
    }
  return rows
}

function at(rows: Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}

/** Neighbours of one kind together; of a change first what went. */
function joined(pieces: Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) last.text += piece.text
    else whole.push({ ...piece })
  }
  return whole
}
