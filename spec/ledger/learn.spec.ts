import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AnyEvent } from '../../lib/ledger/codec.ts'
import { fold } from '../../lib/ledger/fold.ts'
import { type Evidence, isLearnDue, lessonOf, rulesFor } from '../../lib/ledger/learn.ts'
import { STEPS, trustAfter } from '../../lib/ledger/trust.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { utcDay } from '../../lib/text/day.ts'

const A = 'fact.a' as CardId
const DAY = 86_400_000
const NOW = Date.UTC(2026, 6, 3, 12)
const TODAY = utcDay('2026-07-03')!
const daysAgo = (days: number): number => NOW - days * DAY

const rules = (evidence: Partial<Evidence>): readonly string[] =>
  rulesFor({ reads: 0, helpful: 0, last: null, ...evidence }, TODAY)
/** Trust in thousandths after the rules that evidence brings about. */
const learned = (trust: number, evidence: Partial<Evidence>): number =>
  trustAfter(
    rulesFor({ reads: 0, helpful: 0, last: null, ...evidence }, TODAY)
      .map((rule) => STEPS[rule])
      .join(''),
    trust,
  )

const spec = suite('ledger/learn')
spec('B1: 100 reads, 2 helpful, trust 1.0 gives 0.9', () => assert.is(learned(1000, { reads: 100, helpful: 2 }), 900))
spec('B2: 50 reads, 20 helpful, trust 0.5 gives 0.55, and 0.98 gives 1', () =>
  assert.equal([learned(500, { reads: 50, helpful: 20 }), learned(980, { reads: 50, helpful: 20 })], [550, 1000]),
)
spec('B3: 10 reads without a helpful one leave 0.8', () => assert.is(learned(800, { reads: 10 }), 800))
spec('B4: last found 61 days ago, 0.8 gives 0.76; 10 days ago it stays', () =>
  assert.equal([learned(800, { last: daysAgo(61) }), learned(800, { last: daysAgo(10) })], [760, 800]),
)
spec('B5: a card that was never found is not touched', () => assert.is(learned(800, {}), 800))
spec('B6: demoted and aged at once, 0.5 gives 0.428 by way of 0.45', () => {
  assert.equal(rules({ reads: 40, helpful: 1, last: daysAgo(61) }), ['demote', 'age'])
  assert.is(learned(500, { reads: 40, helpful: 1, last: daysAgo(61) }), 428)
})
spec('B7: exactly 30 reads, a rate of exactly 0.05 or 0.3, exactly 60 days: untouched', () => {
  assert.equal(rules({ reads: 30, helpful: 0 }), [])
  assert.equal(rules({ reads: 40, helpful: 2 }), [])
  assert.equal(rules({ reads: 40, helpful: 12 }), [])
  assert.equal(rules({ last: daysAgo(60) }), [])
  assert.equal(
    [
      rules({ reads: 31, helpful: 0 }),
      rules({ reads: 41, helpful: 2 }),
      rules({ reads: 40, helpful: 13 }),
      rules({ last: daysAgo(61) }),
    ],
    [['demote'], ['demote'], ['promote'], ['age']],
  )
})
spec('B12: learning is due once a UTC day, also when the clock is set back', () => {
  const morning = Date.UTC(2026, 6, 3, 0, 1)
  assert.equal(
    [
      isLearnDue(null, morning),
      isLearnDue(morning, morning + 23 * 3_600_000),
      isLearnDue(morning, morning - 3_600_000),
      isLearnDue(morning, morning + DAY),
      isLearnDue(morning - 120_000, morning),
    ],
    [true, false, false, true, true],
  )
})

/** Learns from what is known so far and gives all events, as a ledger would. */
function again(
  events: readonly AnyEvent[],
  found: { count: number; last: number } | undefined,
  now: number,
): readonly AnyEvent[] {
  const lesson = lessonOf(A, fold(events).learning.get(A), found, 'm', now)
  return [
    ...events,
    ...lesson.events.map((event, place) => ({ ...event, e: `${events.length + place}`, t: events.length + place + 1 })),
  ]
}
const stepsOf = (events: readonly AnyEvent[]): string => fold(events).learning.get(A)?.steps ?? ''

spec('fault 161: a rate is judged the same way again after more than 30 further reads, not at each run', () => {
  const last = daysAgo(1)
  let events = again([], { count: 31, last }, NOW)
  assert.equal(
    events.map(({ k }) => k),
    ['reads', 'learn'],
  )
  // A run a day with a read a day in between.
  for (let reads = 32; reads <= 61; reads += 1) events = again(events, { count: reads, last }, NOW + (reads - 31) * DAY)
  assert.is(stepsOf(events), 'd')
  events = again(events, { count: 62, last }, NOW + 31 * DAY)
  assert.is(stepsOf(events), 'dd')
})
spec('fault 161: a card ages once in 60 days, however often and at whatever hour it is learned', () => {
  const last = daysAgo(61)
  let events: readonly AnyEvent[] = []
  for (let hour = 0; hour < 24 * 59; hour += 7) events = again(events, { count: 1, last }, NOW + hour * 3_600_000)
  assert.is(stepsOf(events), 'a')
  assert.is(stepsOf(again(events, { count: 1, last }, NOW + 60 * DAY)), 'aa')
})
spec('a judgement that turns around takes effect at once', () => {
  let events = again([], { count: 40, last: daysAgo(1) }, NOW)
  for (let number = 0; number < 13; number += 1)
    events = [...events, { e: `f${number}`, t: 100 + number, k: 'feedback', c: A, helpful: true }]
  const lesson = lessonOf(A, fold(events).learning.get(A), { count: 40, last: daysAgo(1) }, 'm', NOW)
  assert.equal(lesson.rules, ['promote'])
})
spec('what a machine has told is told once, and each machine for itself', () => {
  const events = again([], { count: 5, last: 9 }, 10)
  assert.equal(
    events.map(({ count, total, by, last }) => [count, total, by, last]),
    [[5, 5, 'm', 9]],
  )
  assert.equal(again(events, { count: 5, last: 9 }, 10).length, 1)
  const card = fold(events).learning.get(A)
  assert.equal(
    lessonOf(A, card, { count: 7, last: 11 }, 'm', 12).events.map((event) => (event.k === 'reads' ? event.count : 0)),
    [2],
  )
  assert.equal(
    lessonOf(A, card, { count: 7, last: 11 }, 'other', 12).events.map((event) => (event.k === 'reads' ? event.count : 0)),
    [7],
  )
  assert.equal(lessonOf(A, card, { count: 3, last: 9 }, 'm', 12).events, [])
})
spec.run()
