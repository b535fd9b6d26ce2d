import type { NoAnswer } from '../model/answer.ts'
import { round6 } from '../text/round.ts'
import { type FoundTerm, STANDS } from './bm25.ts'
import { isFiller } from './filler.ts'
import type { TextSearch } from './text-score.ts'
import { ABSTENTION } from './weights.ts'

/** How well text alone answers a query. */
export type Verdict = {
  readonly answers: boolean
  /** Share of the idf mass of the query's topical words that its best card holds, in [0, 1]. */
  readonly coverage: number
  /** Idf of the words the best card holds over what chance gives some card of this store; from 1 on chance does not explain them. */
  readonly surprise: number
  /** How many topical words the best card holds. */
  readonly matched: number
  /** Topical words that the best card does not hold, in the order of the query. */
  readonly uncovered: readonly string[]
}

/**
 * Judges whether any card answers a query by its text, from the store's own statistics.
 *
 * Greetings and bare operations are no topic. A card answers when it covers half of the query's idf mass, or a fifth of it with two
 * words and more that would hardly meet in any card by chance. Were words independent, the expected number of cards whose matched words
 * have an idf of s or more together would be at most exp(ln N + sum ln(1 + (1 - p) r) - s) (Chernoff's bound at t = 1; p the share of
 * cards that hold a word, r the square root of the card's length over the average). The bound is loose: s has to reach half of the
 * exponent at s = 0, and more where a single word is all there is (ABSTENTION). So a long card or a long question needs more.
 * `identifiers` are terms typed as names of code or products (`OFFSET`, `k6`): one of them in the card is as good as two words.
 */
export function judgeCoverage(search: TextSearch, documentCount: number, identifiers: ReadonlySet<string> = new Set()): Verdict {
  const topical = search.found.filter(({ term, kind }) => !isFiller(term) && !(kind === 'gram' && QUESTION.test(term)))
  const mass = topical.reduce((total, term) => total + massOf(term), 0)
  let best = { covered: 0, surprise: 0, document: -1 }
  let named = false
  for (const { document, length } of search.hits.slice(0, ABSTENTION.looked)) {
    const { covered, rarity } = evidence(topical, document)
    named ||=
      covered >= ABSTENTION.least * mass &&
      topical.some(({ term, stands }) => identifiers.has(term) && stands[document] === STANDS.exactly)
    if (covered > best.covered) best = { covered, surprise: rarity / chance(topical, length, documentCount), document }
  }
  const coverage = mass === 0 ? 0 : best.covered / mass
  const held = topical.filter(
    ({ kind, stands }) => kind !== 'joined' && (stands[best.document] ?? STANDS.nowhere) !== STANDS.nowhere,
  ).length
  return {
    answers:
      coverage >= ABSTENTION.coverage ||
      named ||
      (held >= ABSTENTION.words && best.surprise >= ABSTENTION.surprise && coverage >= ABSTENTION.least) ||
      (best.surprise >= ABSTENTION.single.surprise && coverage >= ABSTENTION.single.least),
    coverage: round6(coverage),
    surprise: round6(best.surprise),
    matched: held,
    uncovered: topical
      .filter(({ kind, documents }) => kind !== 'joined' && !documents.includes(best.document))
      .map(({ term }) => term),
  }
}

/** The idf that words of the query reach together in some card by chance. */
function chance(topical: readonly FoundTerm[], length: number, documentCount: number): number {
  const longer = Math.sqrt(Math.max(0.5, length))
  return topical.reduce(
    (sum, { kind, documents }) => {
      if (kind === 'joined' || documents.length === 0) return sum
      const once = Math.log(1 + (1 - documents.length / documentCount) * longer)
      return sum + once * (kind === 'gram' ? ABSTENTION.gramChance : 1)
    },
    Math.log(Math.max(2, documentCount)),
  )
}

/** The reason for giving no answer, or undefined where text does answer. */
export function noTextAnswer(
  search: TextSearch,
  documentCount: number,
  identifiers: ReadonlySet<string> = new Set(),
): NoAnswer | undefined {
  const verdict = judgeCoverage(search, documentCount, identifiers)
  if (verdict.answers) return undefined
  const terms = search.terms.filter(({ kind }) => kind !== 'joined').map(({ term }) => term)
  const topical = terms.filter((term) => !isFiller(term))
  const base = {
    uncovered: verdict.uncovered,
    terms,
    fix: 'Ask with the words the cards would use, or run `pmem list` to see what there is.',
  }
  if (topical.length === 0) return { ...base, code: 'not_covered', message: 'the query names no subject' }
  if (search.hits.length === 0) return { ...base, code: 'no_match', message: 'no card holds any word of the query' }
  const share = Math.round(verdict.coverage * 100)
  return { ...base, code: 'not_covered', message: `the best card covers ${share} % of the query, no more than chance explains` }
}

/** Most pieces that stand in no card run across the end of a word: their absence says less than that of a word. */
const massOf = ({ term, kind, weight, idf, documents }: FoundTerm): number =>
  weight * idf * (kind !== 'gram' || documents.length > 0 ? 1 : ASKING.test(term) ? 0 : ABSTENTION.unknownGram)

/** Characters of questions: a pair with one of them is no topic, whether some card holds it or not. */
const QUESTION = /[是的了吗呢什么哪谁怎又叫]/
/** Characters that ask or join: a pair across one of them (杨群是哪里人: 群是, 是哪) is no word that a card could hold. */
const ASKING = /[是的了吗呢什么哪谁又叫怎为何几个和与可以还于用にはをがのでとかも]/

function evidence(topical: readonly FoundTerm[], document: number): { readonly covered: number; readonly rarity: number } {
  let covered = 0
  let rarity = 0
  for (const { kind, corrected, weight, idf, stands } of topical) {
    const how = stands[document]
    const exactly = corrected ? ABSTENTION.corrected : 1
    const share = how === STANDS.exactly ? exactly : how === STANDS.inVariant ? ABSTENTION.variant : 0
    covered += share * weight * idf
    if (kind !== 'joined') rarity += share * idf * (kind === 'gram' ? ABSTENTION.gram : 1)
  }
  return { covered, rarity }
}
