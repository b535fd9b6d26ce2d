import { lazy } from '../text/lazy.ts'

/** A span of whole UTC days, both ends included, that a question asks about, and the words that said so. */
export type TimeWindow = { readonly from: number; readonly to: number; readonly phrase: string }

type Rule = readonly [
  pattern: RegExp,
  window: (match: RegExpExecArray, today: number) => readonly [from: number, to: number] | undefined,
]

const UNIT_DAYS: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
  天: 1,
  日: 1,
  周: 7,
  星期: 7,
  个月: 30,
  月: 30,
  年: 365,
}
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  few: 3,
  couple: 2,
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  几: 3,
  半: 0.5,
}
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const DAY_MS = 86_400_000
const parts = (day: number): readonly [year: number, month: number] => {
  const date = new Date(day * DAY_MS)
  return [date.getUTCFullYear(), date.getUTCMonth()]
}
const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month, day) / DAY_MS
const monthSpan = (year: number, month: number): readonly [number, number] => [
  dayNumber(year, month, 1),
  dayNumber(year, month + 1, 1) - 1,
]
/** Monday of the week that holds `day`: 1970-01-01 was a Thursday. */
const monday = (day: number): number => day - ((day + 3) % 7)
const amount = (text: string | undefined): number => (text === undefined ? 1 : (NUMBERS[text] ?? Number(text)))

const rules = lazy((): readonly Rule[] => [
  [
    /\b(?:between|from)\s+(\d{4})-(\d\d)-(\d\d)\s+(?:and|to|until)\s+(\d{4})-(\d\d)-(\d\d)/,
    (m) => [dayNumber(+m[1]!, +m[2]! - 1, +m[3]!), dayNumber(+m[4]!, +m[5]! - 1, +m[6]!)],
  ],
  [
    /(?:\b(?:since|after)\s+|自从?|从)(\d{4})-(\d\d)-(\d\d)(?:以来|之后|以后|起)?/,
    (m, today) => [dayNumber(+m[1]!, +m[2]! - 1, +m[3]!), today],
  ],
  [/\b(?:before|until)\s+(\d{4})-(\d\d)-(\d\d)/, (m) => [0, dayNumber(+m[1]!, +m[2]! - 1, +m[3]!) - 1]],
  [/\bon\s+(\d{4})-(\d\d)-(\d\d)/, (m) => [dayNumber(+m[1]!, +m[2]! - 1, +m[3]!), dayNumber(+m[1]!, +m[2]! - 1, +m[3]!)]],
  [/\btoday\b|今天|今日/, (_, today) => [today, today]],
  [/\byesterday\b|昨天|昨日/, (_, today) => [today - 1, today - 1]],
  [
    /(?:\b(?:in\s+)?the\s+)?\b(?:last|past|previous)\s+(\d{1,3}|a|one|two|three|four|five|six|seven|ten|few|couple(?=\s+of))\s+(?:of\s+)?(day|week|month|year)s?\b/,
    (m, today) => [today - Math.ceil(amount(m[1]) * UNIT_DAYS[m[2]!]!), today],
  ],
  [
    /(?:最近|过去|近)的?([一两二三四五六七八九十几半]|\d{1,3})(天|日|周|个?星期|个月|月|年)(?:内|以来|里)?/,
    (m, today) => [today - Math.ceil(amount(m[1]) * UNIT_DAYS[m[2]!.replace('个星期', '星期')]!), today],
  ],
  [/\bthis\s+week\b|这周|本周|这个?星期/, (_, today) => [monday(today), today]],
  [/\blast\s+week\b|上周|上个?星期/, (_, today) => [monday(today) - 7, monday(today) - 1]],
  [/\bthis\s+month\b|这个月|本月/, (_, today) => [monthSpan(...parts(today))[0], today]],
  [/\blast\s+month\b|上个?月/, (_, today) => monthSpan(parts(today)[0], parts(today)[1] - 1)],
  [/\bthis\s+year\b|今年/, (_, today) => [dayNumber(parts(today)[0], 0, 1), today]],
  [/(\d{4})\s*年\s*(\d{1,2})\s*月(?:份)?(?!\s*\d)/, (m) => monthSpan(+m[1]!, +m[2]! - 1)],
  [
    /\b(?:in|during|since)\s+(january|february|march|april|may|june|july|august|september|october|november|december)(?:\s+(\d{4}))?\b/,
    namedMonth,
  ],
  [
    /(?<![\d年])(\d{1,2})\s*月份?(?=[^\d日]|$)/,
    (m, today) => (+m[1]! < 1 || +m[1]! > 12 ? undefined : lastSuchMonth(+m[1]! - 1, today)),
  ],
  [/\b(?:in|during)\s+(\d{4})-(\d\d)\b(?!-)/, (m) => monthSpan(+m[1]!, +m[2]! - 1)],
  [
    /(?<![\w./-])(\d{4})-(\d\d)-(\d\d)(?![\w./-])/,
    (m) => [dayNumber(+m[1]!, +m[2]! - 1, +m[3]!), dayNumber(+m[1]!, +m[2]! - 1, +m[3]!)],
  ],
  // 最近一次 asks for the latest one, whenever that was.
  [/\b(?:recently|lately)\b|最近(?!一次)|近来|近期/, (_, today) => [today - 14, today]],
])

const ASKS_FOR_CHANGES =
  /\b(?:chang\w+|happen\w*|did|done|new|updated?|added|decided|made|written|work\w*|news|latest)\b|[改变新动增做]|发生|决定|写/
const MOST_WORDS = 10

/** One cheap look before the rules: compiling all of them costs more than the rest of a question. One of these stands in whatever they match. */
const TIME_WORDS = [...'0123456789', 'day', 'week', 'month', 'year', 'recent', 'lately', ...MONTHS, ...'今昨最近过上本这年月']
const mentionsTime = (folded: string): boolean => TIME_WORDS.some((word) => folded.includes(word))

function namedMonth(match: RegExpExecArray, today: number): readonly [number, number] {
  const month = MONTHS.indexOf(match[1]!)
  const span = match[2] === undefined ? lastSuchMonth(month, today) : monthSpan(+match[2], month)
  return match[0].startsWith('since') ? [span[0], today] : span
}

/** The latest such month that has begun: "in November" asked in July means last year's. */
function lastSuchMonth(month: number, today: number): readonly [number, number] {
  const [year, current] = parts(today)
  return monthSpan(month > current ? year - 1 : year, month)
}

/** The time a folded query asks about, or undefined. Days are whole UTC days; `today` is one. Never throws. */
export function timeWindow(folded: string, today: number): TimeWindow | undefined {
  if (!mentionsTime(folded)) return undefined
  // A date inside a longer statement says when something was written, not which time is asked about.
  if (!ASKS_FOR_CHANGES.test(folded) && folded.split(/\s+/).length > MOST_WORDS) return undefined
  for (const [pattern, window] of rules()) {
    const match = pattern.exec(folded)
    const span = match === null ? undefined : window(match, today)
    if (match !== null && span !== undefined && Number.isFinite(span[0]) && Number.isFinite(span[1]) && span[0] <= span[1]) {
      return { from: span[0], to: span[1], phrase: match[0] }
    }
  }
  return undefined
}
