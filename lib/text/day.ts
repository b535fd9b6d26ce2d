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
  const year = Number(match[1])
  const month = Number(match[2]) - 1
  const day = Number(match[3])
  const time = Date.UTC(year, month, day)
  // A day that the month does not have would count on into the next; a year below 100 would count from 1900.
  const date = new Date(time)
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month || date.getUTCFullYear() !== year) return undefined
  const hour = Number(match[4] ?? 0)
  const minute = Number(match[5] ?? 0)
  const second = Number(match[6] ?? 0)
  if (hour > 23 || minute > 59 || second > 60) return undefined
  return time + ((hour * 60 + minute) * 60 + second) * 1000 - offsetMs(match[7])
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
