import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { timeWindow } from '../../lib/query/time-window.ts'
import { isoDate, utcDay } from '../../lib/text/day.ts'

// A Friday.
const TODAY = '2026-07-03'
const ask = (query: string, today = TODAY): string => {
  const window = timeWindow(query, utcDay(today) as number)
  return window === undefined ? 'none' : `${isoDate(window.from)} ${isoDate(window.to)}`
}
const each = (cases: readonly (readonly [query: string, window: string])[]): void => {
  for (const [query, window] of cases) assert.is(ask(query), window, query)
}

const spec = suite('query/time-window')
spec('days and spans that are named', () =>
  each([
    ['what changed today', '2026-07-03 2026-07-03'],
    ['昨天改了什么', '2026-07-02 2026-07-02'],
    ['what changed on 2026-06-01', '2026-06-01 2026-06-01'],
    ['since 2026-06-01', '2026-06-01 2026-07-03'],
    ['changes before 2026-06-01', '1970-01-01 2026-05-31'],
    ['between 2026-05-01 and 2026-05-31', '2026-05-01 2026-05-31'],
  ]),
)
spec('spans back from today', () =>
  each([
    ['in the last 3 days', '2026-06-30 2026-07-03'],
    ['past two weeks', '2026-06-19 2026-07-03'],
    ['最近三天', '2026-06-30 2026-07-03'],
    ['过去两周', '2026-06-19 2026-07-03'],
    ['what did we decide recently', '2026-06-19 2026-07-03'],
  ]),
)
spec('weeks begin on Monday, months and years at their first day', () =>
  each([
    ['this week', '2026-06-29 2026-07-03'],
    ['last week', '2026-06-22 2026-06-28'],
    ['上周做了什么', '2026-06-22 2026-06-28'],
    ['this month', '2026-07-01 2026-07-03'],
    ['last month', '2026-06-01 2026-06-30'],
    ['this year', '2026-01-01 2026-07-03'],
  ]),
)
spec('a month that is named is the latest that has begun', () => {
  each([
    ['in march', '2026-03-01 2026-03-31'],
    ['in november', '2025-11-01 2025-11-30'],
    ['in march 2024', '2024-03-01 2024-03-31'],
    ['since march', '2026-03-01 2026-07-03'],
    ['2025年2月的决策', '2025-02-01 2025-02-28'],
  ])
  assert.is(ask('last month', '2026-01-15'), '2025-12-01 2025-12-31')
  assert.is(ask('last month', '2024-03-31'), '2024-02-01 2024-02-29')
})
spec('what names no time has no window', () => {
  for (const query of [
    '',
    'todays menu format',
    'the march of progress',
    'may we retry',
    'version 2026',
    'a week parser',
    'since redis',
  ])
    assert.is(ask(query), 'none', query)
})
spec('the words that said so are given back', () =>
  assert.is(timeWindow('decisions of last week please', utcDay(TODAY) as number)?.phrase, 'last week'),
)
spec.run()
