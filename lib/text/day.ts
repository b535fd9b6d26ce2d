const DAY_MS = 86_400_000
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Whole UTC days since 1970 of an ISO date or date-time, or undefined when it is not one.
 * A date stays that date whatever the time zone; a time without an offset counts as UTC.
 */
export function utcDay(iso: string): number | undefined {
  // A date alone, which nearly all are: a question weighs a hundred cards, and a pattern and a Date for each would be felt.
  if (iso.length === 10) return dayOfDate(iso)
  const time = utcTime(iso)
  return time === undefined ? undefined : Math.floor(time / DAY_MS)
}

/** The same of ten characters. */
function dayOfDate(iso: string): number | undefined {
  let digits = 0
  for (let at = 0; at < 10; at += 1) {
    const code = iso.charCodeAt(at)
    if (at === 4 || at === 7) {
      if (code !== 0x2d) return undefined
    } else if (code < 0x30 || code > 0x39) return undefined
    else digits = digits * 10 + code - 0x30
  }
  const year = Math.floor(digits / 10_000)
  const month = Math.floor(digits / 100) % 100
  const day = digits % 100
  // As with a time behind it, a year below 100 is none.
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  // Years that begin in March have their leap day last.
  const years = month > 2 ? year : year - 1
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400) + ofYear - DAYS_TO_1970
}
/** From the first of March of the year 0 to the start of 1970. */
const DAYS_TO_1970 = 719_468

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
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
