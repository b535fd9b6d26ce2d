import type { LearnRule } from '../model/event.ts'
import { dayOf, utcDay } from '../text/day.ts'
import type { AnyEvent } from './codec.ts'
import { STEPS } from './trust.ts'

/** What is known of a card from its use. */
export type Learning = {
  /** What moved its trust, in order, a letter each; see trust. */
  readonly steps: string
  /** How often questions found it, by machine. */
  readonly reads: ReadonlyMap<string, number>
  /** When a question last found it, as far as machines have told; milliseconds since 1970, UTC. */
  readonly last: number | null
  /** The last judgement of its rate, and how many reads it rested on. */
  readonly judged: readonly [rule: LearnRule, reads: number] | null
  /** The UTC day it was last aged. */
  readonly aged: number | null
  /** Questions it was marked helpful for, the oldest first. */
  readonly words: readonly Word[]
}
export type Word = readonly [query: string, t: number]

export const NO_LEARNING: Learning = { steps: '', reads: new Map(), last: null, judged: null, aged: null, words: [] }

/** A rule asks for more reads than this, and for as many again before it judges the same way once more. Source: design, section 4 (spec). */
export const JUDGED_ABOVE = 30
/** Days without a question that found a card before it ages, and between two agings. Source: design, section 4 (spec). */
export const AGING_DAYS = 60
/** The newest so many questions of a card are kept. */
const MOST_WORDS = 20
/** A question longer than this is a text, not a name. */
const LONGEST_WORD = 200

export const readsOf = ({ reads }: Learning): number => [...reads.values()].reduce((sum, count) => sum + count, 0)
export const helpfulOf = ({ steps }: Learning): number => countOf(steps, STEPS.helpful)
export const unhelpfulOf = ({ steps }: Learning): number => countOf(steps, STEPS.unhelpful)
const countOf = (steps: string, letter: string): number => steps.split(letter).length - 1

/**
 * True where a rule has something new to go by: a rate that was judged the same way needs more than JUDGED_ABOVE further reads,
 * and a card ages once in AGING_DAYS. Both when learning and when replaying, so that two branches that learned from the same
 * evidence have learned it once.
 */
export function isNewEvidence(card: Learning, rule: LearnRule, reads: number, day: number): boolean {
  if (rule === 'age') return card.aged === null || day - card.aged >= AGING_DAYS
  return card.judged === null || card.judged[0] !== rule || reads > card.judged[1] + JUDGED_ABOVE
}

/** What an event of learning does to its card; undefined for an event of another kind. */
export function learned(card: Learning, event: AnyEvent): Learning | undefined {
  switch (event.k) {
    case 'feedback':
      return withFeedback(card, event)
    case 'reads':
      return withReads(card, event)
    case 'learn':
      return withRules(card, event)
    case 'unlearn':
      return { ...card, words: wordsWithout(card, event['query']) }
    default:
      return undefined
  }
}

function withFeedback(card: Learning, { t, helpful, query }: AnyEvent): Learning {
  if (typeof helpful !== 'boolean') return card
  const steps = card.steps + (helpful ? STEPS.helpful : STEPS.unhelpful)
  if (typeof query !== 'string') return { ...card, steps }
  const others = wordsWithout(card, query)
  const words =
    helpful && query !== '' && query.length <= LONGEST_WORD ? [...others, [query, t] as const].slice(-MOST_WORDS) : others
  return { ...card, steps, words }
}

const wordsWithout = ({ words }: Learning, query: unknown): readonly Word[] =>
  typeof query === 'string' ? words.filter(([known]) => known !== query) : []

function withReads(card: Learning, { count, total, by, last }: AnyEvent): Learning {
  const machine = typeof by === 'string' ? by : ''
  const before = card.reads.get(machine) ?? 0
  const now = isCount(total) ? Math.max(before, total) : before + (isCount(count) ? count : 0)
  return {
    ...card,
    reads: now === before ? card.reads : new Map([...card.reads, [machine, now]]),
    last: isCount(last) ? Math.max(card.last ?? 0, last) : card.last,
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

function withRules(card: Learning, event: AnyEvent): Learning {
  const rules: readonly unknown[] = Array.isArray(event['rules']) ? event['rules'] : []
  const reads = isCount(event['reads']) ? event['reads'] : 0
  const day = (typeof event['day'] === 'string' ? utcDay(event['day']) : undefined) ?? dayOf(event.t)
  let now = card
  for (const rule of rules) {
    if ((rule !== 'demote' && rule !== 'promote' && rule !== 'age') || !isNewEvidence(now, rule, reads, day)) continue
    const steps = now.steps + STEPS[rule]
    now = rule === 'age' ? { ...now, steps, aged: day } : { ...now, steps, judged: [rule, reads] }
  }
  return now
}

/** What was learned about a card under two ids, the older one first. */
export const joined = (older: Learning, newer: Learning): Learning => ({
  steps: older.steps + newer.steps,
  reads: new Map(
    [...older.reads.keys(), ...newer.reads.keys()].map((by) => [
      by,
      Math.max(older.reads.get(by) ?? 0, newer.reads.get(by) ?? 0),
    ]),
  ),
  last: older.last === null && newer.last === null ? null : Math.max(older.last ?? 0, newer.last ?? 0),
  judged: newer.judged ?? older.judged,
  aged: newer.aged ?? older.aged,
  words: [...older.words.filter(([query]) => newer.words.every(([known]) => known !== query)), ...newer.words].slice(-MOST_WORDS),
})

/** One card's learning as plain JSON, for a cache; the inverse is `learningOf`. */
export const learningRow = ({ steps, reads, last, judged, aged, words }: Learning): LearningRow => [
  steps,
  [...reads],
  last,
  judged,
  aged,
  words,
]
export type LearningRow = readonly [
  steps: string,
  reads: readonly (readonly [machine: string, count: number])[],
  last: number | null,
  judged: Learning['judged'],
  aged: number | null,
  words: readonly Word[],
]

export const learningOf = ([steps, reads, last, judged, aged, words]: LearningRow): Learning => ({
  steps,
  reads: new Map(reads),
  last,
  judged,
  aged,
  words,
})
