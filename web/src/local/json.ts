/** Equality of JSON values; the order of keys does not count, the order of a list does. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => sameJson(value, b[i]))
  }
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  const names = Object.keys(left).filter((name) => left[name] !== undefined)
  if (names.length !== Object.keys(right).filter((name) => right[name] !== undefined).length) return false
  return names.every((name) => name in right && sameJson(left[name], right[name]))
}

/** A plain copy without Vue's proxies. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
