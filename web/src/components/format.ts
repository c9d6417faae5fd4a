/** Times, durations and shares as people read them. The server's times are seconds since 1970. */
import { lang, t } from '@/i18n'

function locale(): string {
  return lang.value === 'zh' ? 'zh-CN' : 'en-GB'
}

export function dateTime(seconds: number | null | undefined): string {
  if (!seconds) return '–'
  const format = new Intl.DateTimeFormat(locale(), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
  return format.format(new Date(seconds * 1000))
}

export function percent(share: number | null | undefined): string {
  return share === null || share === undefined || Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`
}

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–'
  if (seconds < 90) return t('unit.seconds', { n: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) })
  if (seconds < 5400) return t('unit.minutes', { n: (seconds / 60).toFixed(seconds < 600 ? 1 : 0) })
  return t('unit.hours', { n: (seconds / 3600).toFixed(1) })
}

export function whole(n: number | null | undefined): string {
  return n === null || n === undefined ? '–' : new Intl.NumberFormat(locale()).format(n)
}

export function fileSize(bytes: number): string {
  return bytes > 1_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`
}

export function date(seconds: number | null | undefined): string {
  if (!seconds) return '–'
  return new Intl.DateTimeFormat(locale(), { year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(seconds * 1000),
  )
}

const CHECKSUMS = /^[0-9a-f]{12,}(-[0-9a-f]+)*$/
const HEAD = 6
const TAIL = 4

/** An id as one reads it: of checksums, which replaced texts have for ids, both ends; what people wrote stays. */
export function shortId(id: string): string {
  return CHECKSUMS.test(id) ? `${id.slice(0, HEAD)}…${id.slice(-TAIL)}` : id
}
