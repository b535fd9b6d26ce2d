const DAY_MS = 86_400_000
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Whole UTC days since 1970 of an ISO date or date-time, or undefined when it is not one.
 * A date stays that date whatever the time zone; a time without an offset counts as UTC.
 */
export function utcDay(iso: string): number | undefined {
  const time = utcTime(iso)
  return time === undefined ? undefined : Math.floor(time / DAY_MS)
}

/** Milliseconds since 1970, UTC, of an ISO date or date-time, or undefined when it is not one. */
export function utcTime(iso: string): number | undefined {
  const match = ISO.exec(iso.trim())
  if (match === null) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const date = Date.UTC(year, month - 1, day)
  if (month < 1 || month > 12 || day < 1 || isoDate(Math.floor(date / DAY_MS)) !== match[0].slice(0, 10)) return undefined
  if (hour > 23 || minute > 59 || second > 60) return undefined
  return date + ((hour * 60 + minute) * 60 + second) * 1000 - offsetMs(match[7])
}

/** `2026-07-03` for a whole UTC day. */
export const isoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The whole UTC day of a moment in milliseconds. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0
  const digits = zone.replace(':', '')
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
