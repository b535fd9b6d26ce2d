import { termsOf } from '../text/tokenize.ts'
import type { FoundTerm } from './bm25.ts'
import { PROXIMITY, TERM_WEIGHT } from './weights.ts'

/**
 * How close together the query's words stand in a text, in [0, 1]: the idf mass of its best window as a share of the mass of all words
 * of the query that the card holds. Words of title, aliases and tags count for every window. 1 where no word matches.
 */
export function closeness(text: string, document: number, found: readonly FoundTerm[]): number {
  const mass = new Map<string, number>()
  const counts = new Map<string, number>()
  let now = 0
  for (const term of found) {
    if (!term.exact.has(document)) continue
    mass.set(term.term, term.weight * term.idf)
    if (!term.named.has(document)) continue
    counts.set(term.term, 1)
    now += term.weight * term.idf
  }
  let all = now
  const seen = new Set(counts.keys())
  let best = now
  let at = 0
  let first = 0
  const places: { readonly term: string; readonly at: number }[] = []
  for (const { term, kind } of termsOf(text)) {
    // A gram is a part of a word, so a window holds more of them.
    at += TERM_WEIGHT[kind]
    const value = mass.get(term)
    if (value === undefined) continue
    if (!seen.has(term)) {
      seen.add(term)
      all += value
    }
    places.push({ term, at })
    const count = counts.get(term) ?? 0
    counts.set(term, count + 1)
    if (count === 0) now += value
    while (places[first]!.at <= at - PROXIMITY.window) {
      const left = places[first++]!.term
      const rest = counts.get(left)! - 1
      counts.set(left, rest)
      if (rest === 0) now -= mass.get(left)!
    }
    best = Math.max(best, now)
  }
  return all === 0 ? 1 : best / all
}
