import type { Signals } from '../model/signals.ts'
import { isoDate } from '../text/day.ts'
import { round6 } from '../text/round.ts'
import { tokenize } from '../text/tokenize.ts'
import { addReason, type Candidates, TIER } from './candidates.ts'
import { isFiller } from './filler.ts'
import { LEARNED } from './weights.ts'

/**
 * Cards that were marked helpful for a question which this one holds: every term of it stands in the query. Like an alias, only
 * weaker, and fading since the last time somebody said so. `coverage` gives the share of the query's idf mass that a phrase holds.
 */
export function learnedCandidates(
  found: Candidates,
  query: string,
  { taught }: Signals,
  today: number,
  coverage: (phrase: string) => number,
): void {
  const terms = new Set(tokenize(query))
  for (const term of terms) {
    for (const { id, query: known, day, terms: wanted } of taught.get(term) ?? []) {
      // What says nothing about a subject teaches nothing.
      if (!wanted.every((other) => terms.has(other)) || wanted.every(isFiller)) continue
      const weight = taughtWeight(day, today)
      if (weight === 0) continue
      const share = wanted.length === terms.size ? 1 : Math.min(1, coverage(known))
      const base = round6(weight * share)
      addReason(found, id, { channel: 'learned', detail: `${known} (helpful on ${isoDate(day)})`, base }, TIER.rest)
    }
  }
}

/** The base of a question that is the whole query, by the UTC day it was last marked; 0 once it has faded. */
export function taughtWeight(day: number, today: number): number {
  const fading = Math.exp(-Math.max(0, today - day) / LEARNED.tauDays)
  return fading < LEARNED.least ? 0 : round6(LEARNED.base * fading)
}
