import type { CardId } from '../model/ids.ts'
import type { Taught } from '../model/signals.ts'
import { dayOf } from '../text/day.ts'
import { byText, sortedUnique } from '../text/order.ts'
import { tokenize } from '../text/tokenize.ts'
import type { Learning } from './learning.ts'

/** The terms of a question, each once; a question that holds them all holds the question. */
export const questionTerms = (query: string): readonly string[] => sortedUnique(tokenize(query))

/** Questions that cards were marked helpful for, each under its longest term: few others share that one. */
export function taughtWords(learning: ReadonlyMap<CardId, Learning>): ReadonlyMap<string, readonly Taught[]> {
  const found = new Map<string, Taught[]>()
  for (const [id, { words }] of [...learning].sort(([a], [b]) => byText(a, b))) {
    for (const [query, t] of words) {
      const terms = questionTerms(query)
      if (terms.length === 0) continue
      const key = terms.reduce((longest, term) => (term.length > longest.length ? term : longest))
      const same = found.get(key) ?? []
      same.push({ id, query, day: dayOf(t), terms })
      found.set(key, same)
    }
  }
  return found
}
