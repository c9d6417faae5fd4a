/** What this browser keeps by itself. localStorage, because it is written at once: a tab that is closed or a
 *  machine that is switched off the next moment loses nothing, which an IndexedDB transaction cannot promise. */

const PREFIX = 'pingce.'

export function put(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
    return true
  } catch {
    return false // full, or forbidden in private mode: the server still has the draft
  }
}

export function get<T>(key: string): T | null {
  const raw = localStorage.getItem(PREFIX + key)
  if (raw === null) return null
  try {
    return JSON.parse(raw) as T
  } catch {
    return null
  }
}

export function remove(key: string): void {
  localStorage.removeItem(PREFIX + key)
}

export function keys(prefix: string): string[] {
  const found: string[] = []
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i)
    if (key?.startsWith(PREFIX + prefix)) found.push(key.slice(PREFIX.length))
  }
  return found.sort()
}
