/** Dates as people write them, 2022-08-08 09:00, against the values that fields and files have, 2022-08-08T09:00. */

const DAY = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*[日号]?/
const HOUR = /^[T\s]*(\d{1,2})\s*(?::\s*(\d{1,2})|[时点]\s*(?:(\d{1,2})\s*分?)?)$/

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function value(date: Date): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return `${year}-${two(month)}-${two(day)}T${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}

/** What was written as a value, '' if nothing was, null if it is no date. A day alone begins at midnight; where it is the
 *  last day, it is whole, as calendars mean it. 24:00 is the end of a day. */
export function readDate(written: string, last = false): string | null {
  const text = written.normalize('NFKC').trim()
  if (!text) return ''
  const day = DAY.exec(text)
  if (!day) return null
  const rest = text.slice(day[0].length).trim()
  const hour = rest ? HOUR.exec(rest) : null
  if (rest && !hour) return null
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  const hours = hour ? Number(hour[1]) : last ? 24 : 0
  const minutes = Number(hour?.[2] ?? hour?.[3] ?? 0)
  const midnight = new Date(Date.UTC(year, month - 1, date))
  if (midnight.getUTCMonth() !== month - 1 || year < 1970) return null
  if (hours > 24 || minutes > 59 || (hours === 24 && minutes > 0)) return null
  return value(new Date(Date.UTC(year, month - 1, date, hours, minutes)))
}

/** The value as one would write it; a last day that ends at midnight ends at 24:00. */
export function writeDate(stored: string, last = false): string {
  const [day, hour = ''] = stored.slice(0, 16).split('T')
  if (!last || hour !== '00:00') return `${day} ${hour}`.trim()
  return `${value(new Date(Date.parse(`${day}T00:00Z`) - 1)).slice(0, 10)} 24:00`
}
