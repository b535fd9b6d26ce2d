import type { LearnRule, NewEvent } from '../model/event.ts'
import type { CardId } from '../model/ids.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { AGING_DAYS, helpfulOf, isNewEvidence, JUDGED_ABOVE, type Learning, NO_LEARNING, readsOf } from './learning.ts'

/** What rules go by: reads and helpful marks of all machines, and when a question last found the card, milliseconds since 1970. */
export type Evidence = { readonly reads: number; readonly helpful: number; readonly last: number | null }

/** What learning does to one card: its events, and the rules that hit it, in their order. */
export type Lesson = { readonly events: readonly NewEvent[]; readonly rules: readonly LearnRule[]; readonly evidence: Evidence }

/**
 * The rules that hit a card as at a UTC day, rates before age, whether or not they have hit it before.
 * Source: design, section 4 (spec): of more than 30 reads under 5 % helpful demotes and over 30 % promotes; not found for over 60
 * days ages. All bounds are exclusive, counted in whole numbers.
 */
export function rulesFor({ reads, helpful, last }: Evidence, day: number): readonly LearnRule[] {
  const judged = reads > JUDGED_ABOVE
  return [
    ...(judged && isLow({ reads, helpful }) ? ['demote' as const] : []),
    ...(judged && helpful * 10 > reads * 3 ? ['promote' as const] : []),
    ...(isAging(last, day) ? ['age' as const] : []),
  ]
}

/** Fewer than 5 % of more than 30 reads were marked helpful. */
export const isLow = ({ reads, helpful }: Pick<Evidence, 'reads' | 'helpful'>): boolean =>
  reads > JUDGED_ABOVE && helpful * 20 < reads

/** No question found it for over 60 days, though one did before. */
export const isAging = (last: number | null, day: number): boolean => last !== null && day - dayOf(last) > AGING_DAYS

/**
 * What there is to learn about a card. `found` is what this machine, `by`, counts for it in all; what it has not told yet is told
 * first. Empty without new evidence.
 */
export function lessonOf(id: CardId, known: Learning | undefined, found: Found | undefined, by: string, now: number): Lesson {
  const card = known ?? NO_LEARNING
  const { untold, last } = untoldReads(card, found, by)
  const total = (card.reads.get(by) ?? 0) + untold
  const reads: readonly NewEvent[] =
    untold === 0 || found === undefined ? [] : [{ k: 'reads', c: id, count: untold, total, by, last: found.last }]
  const evidence: Evidence = { reads: readsOf(card) + untold, helpful: helpfulOf(card), last }
  const day = dayOf(now)
  const rules = rulesFor(evidence, day).filter((rule) => isNewEvidence(card, rule, evidence.reads, day))
  const learned: readonly NewEvent[] = rules.length === 0 ? [] : [{ k: 'learn', c: id, rules, ...evidence, day: isoDate(day) }]
  return { events: [...reads, ...learned], rules, evidence }
}

/** How often questions found a card on this machine in all, and when last. */
export type Found = { readonly count: number; readonly last: number }

/** What this machine counts for a card beyond what its ledger has been told, and when a question last found it, as far as known here. */
export function untoldReads(
  card: Learning,
  found: Found | undefined,
  by: string,
): { readonly untold: number; readonly last: number | null } {
  const untold = Math.max(0, (found?.count ?? 0) - (card.reads.get(by) ?? 0))
  return { untold, last: found === undefined ? card.last : Math.max(card.last ?? 0, found.last) }
}

/** True where a program that runs for long should learn: once a UTC day, however often it starts and whatever the clock does. */
export const isLearnDue = (lastRun: number | null, now: number): boolean => lastRun === null || dayOf(now) > dayOf(lastRun)
