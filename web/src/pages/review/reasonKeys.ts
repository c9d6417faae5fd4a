/** A letter for every reason: its first free one, so that the usual ones can be guessed. */
const TAKEN = 'erud' // edit, reject, uphold, dismiss

export function reasonKeys(codes: readonly string[]): Map<string, string> {
  const used = new Set(TAKEN)
  const keys = new Map<string, string>()
  for (const code of codes) {
    const letter = [...code, ...'abcdefghijklmnopqrstuvwxyz'].find((one) => /[a-z]/.test(one) && !used.has(one))
    if (letter === undefined) continue
    used.add(letter)
    keys.set(code, letter)
  }
  return keys
}
