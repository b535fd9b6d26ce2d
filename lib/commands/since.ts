import { PmemError } from '../model/error.ts'
import { isoDate, utcDay, utcTime } from '../text/day.ts'

const AGE = /^(\d{1,4})\s*(d|w|m)$/
const DAYS = { d: 1, w: 7, m: 30 } as const

/** A whole UTC day for `2026-07-01`, `7d`, `2w` or `1m`. Throws USAGE. */
export function sinceDay(text: string, today: number): number {
  const day = dayIn(text, today)
  if (day === undefined)
    throw new PmemError('USAGE', `--since is a date such as 2026-07-01 or an age such as 7d, not ${JSON.stringify(text)}`)
  return day
}

/** What changes count from, as store/changes takes it: a moment for a date, date-time or age, else the commit as typed. */
export function sinceOf(text: string, today: number): string {
  const time = utcTime(text)
  if (time !== undefined) return new Date(time).toISOString().replace('.000Z', 'Z')
  const day = dayIn(text, today)
  return day === undefined ? text : `${isoDate(day)}T00:00:00Z`
}

/** Throws USAGE for a `--since` that git does not know. */
export function known<T>(found: T | undefined, since: string | undefined): T {
  if (found === undefined)
    throw new PmemError(
      'USAGE',
      `--since is a commit, a date such as 2026-07-01 or an age such as 7d, not ${JSON.stringify(since)}`,
    )
  return found
}

function dayIn(text: string, today: number): number | undefined {
  const age = AGE.exec(text.trim().toLowerCase())
  return age === null ? utcDay(text) : today - Number(age[1]) * DAYS[age[2] as keyof typeof DAYS]
}
