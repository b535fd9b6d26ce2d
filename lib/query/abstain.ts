import type { NoAnswer } from '../model/answer.ts'
import { round6 } from '../text/round.ts'
import type { FoundTerm } from './bm25.ts'
import { isFiller } from './filler.ts'
import type { TextSearch } from './text-score.ts'
import { ABSTENTION } from './weights.ts'

/** How well text alone answers a query. */
export type Verdict = {
  readonly answers: boolean
  /** Share of the idf mass of the query's topical words that its best card holds, in [0, 1]. */
  readonly coverage: number
  /** Idf of the words the best card holds against the logarithm of the number of cards; from 1 on chance does not explain them. */
  readonly surprise: number
  /** Topical words that the best card does not hold, in the order of the query. */
  readonly uncovered: readonly string[]
}

/**
 * Judges whether any card answers a query by its text, from the store's own statistics.
 *
 * Greetings and bare operations are no topic. A card answers when it covers half of the query's idf mass, or when the words it holds
 * are together rarer than one card in all: two unrelated words meet in some card by chance as long as N x p(a) x p(b) >= 1, which is
 * idf(a) + idf(b) <= ln N. One matching word among several that no card holds is therefore never an answer.
 */
export function judgeCoverage(search: TextSearch, documentCount: number): Verdict {
  const topical = search.found.filter(({ term }) => !isFiller(term))
  const mass = topical.reduce((total, term) => total + term.weight * term.idf, 0)
  const chance = Math.log(Math.max(2, documentCount))
  let best = { covered: 0, surprise: 0, document: -1 }
  for (const { document } of search.hits.slice(0, ABSTENTION.looked)) {
    const now = evidence(topical, document)
    if (now.covered > best.covered) best = { ...now, document }
  }
  const coverage = mass === 0 ? 0 : best.covered / mass
  const surprise = best.surprise / chance
  return {
    answers: coverage >= ABSTENTION.coverage || (surprise >= ABSTENTION.surprise && coverage >= ABSTENTION.least),
    coverage: round6(coverage),
    surprise: round6(surprise),
    uncovered: topical.filter(({ kind, documents }) => kind !== 'joined' && !documents.includes(best.document)).map(({ term }) => term),
  }
}

/** The reason for giving no answer, or undefined where text does answer. */
export function noTextAnswer(search: TextSearch, documentCount: number): NoAnswer | undefined {
  const verdict = judgeCoverage(search, documentCount)
  if (verdict.answers) return undefined
  const terms = search.terms.filter(({ kind }) => kind !== 'joined').map(({ term }) => term)
  const topical = terms.filter((term) => !isFiller(term))
  const base = { uncovered: verdict.uncovered, terms, fix: 'Ask with the words the cards would use, or run `pmem list` to see what there is.' }
  if (topical.length === 0) return { ...base, code: 'not_covered', message: 'the query names no subject' }
  if (search.hits.length === 0) return { ...base, code: 'no_match', message: 'no card holds any word of the query' }
  const share = Math.round(verdict.coverage * 100)
  return { ...base, code: 'not_covered', message: `the best card covers ${share} % of the query, less than chance would` }
}

function evidence(topical: readonly FoundTerm[], document: number): { readonly covered: number; readonly surprise: number } {
  let covered = 0
  let surprise = 0
  for (const { kind, weight, idf: rarity, exact, fields, documents } of topical) {
    const share = exact.has(document) ? 1 : fields.length > 0 && documents.includes(document) ? ABSTENTION.variant : 0
    covered += share * weight * rarity
    if (kind !== 'joined') surprise += share * rarity * (kind === 'gram' ? ABSTENTION.gram : 1)
  }
  return { covered, surprise }
}
