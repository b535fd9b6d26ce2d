import { miniSearchScores } from '../indexes/minisearch.ts'
import type { CardId } from '../model/ids.ts'
import type { TextIndex } from '../model/text-index.ts'
import { round6 } from '../text/round.ts'
import { BODY, type FoundTerm, findTerms, type Shape, STANDS, scoreAll, shapeOf } from './bm25.ts'
import { type QueryTerm, queryTerms } from './query-terms.ts'
import { type Correction, correctTerms } from './spell.ts'
import { BM25, MINISEARCH_DEPTH, TEXT_DEPTH, VARIANTS } from './weights.ts'

/** A card that matches the words of a query. */
export type TextHit = {
  readonly document: number
  readonly id: CardId
  /** 2v / (1 + v), v the share of the best score the query could reach, in [0, 1], rounded to 1e-6. Absolute: a poor best hit stays poor. */
  readonly norm: number
  /** The share itself, which a short card that repeats a word may bring above 1: keeps the distances that norm evens out. */
  readonly score: number
  /** Share of the query's idf mass that stands in the card, in [0, 1], rounded to 1e-6; a word met in a variant counts in part. */
  readonly coverage: number
  /** Length of the card's body over the average of the store. */
  readonly length: number
  /** Matched terms in the order of the query. */
  readonly terms: readonly string[]
}
export type TextScoreOptions = {
  /** Restricts the hits, not the statistics. */
  readonly accept?: ((document: number) => boolean) | undefined
  /** Most hits, TEXT_DEPTH without it. */
  readonly depth?: number
}

/** What text search knows about a query: enough to rank, to explain, to cut excerpts and to say that there is no answer. */
export type TextSearch = {
  readonly terms: readonly QueryTerm[]
  readonly found: readonly FoundTerm[]
  readonly corrected: readonly Correction[]
  readonly hits: readonly TextHit[]
}

/** Searches the cards for the words of a query, with help for misspelt ones. Total and deterministic. */
export function searchText(query: string, index: TextIndex, options: TextScoreOptions = {}): TextSearch {
  const { terms, corrected } = correctTerms(queryTerms(query), index)
  const found = findTerms(terms, index)
  return { terms, found, corrected, hits: scoreFound(index, found, options) }
}

/**
 * Returns the documents that hold a term of the query, best first, at most TEXT_DEPTH of them; ties fall to the document number.
 *
 * v = mean of two scores, each as a share of its ideal: MiniSearch's BM25 summed over fields, times coordination, and BM25F.
 * The ideal is every term of the query matched without limit in a field of weight 1, terms that no card holds included.
 * As nothing is matched without limit, norm = 2v / (1 + v) spreads the values that occur. Total and deterministic; [] for no terms.
 */
export const scoreText = (index: TextIndex, terms: readonly QueryTerm[], options: TextScoreOptions = {}): readonly TextHit[] =>
  scoreFound(index, findTerms(terms, index), options)

function scoreFound(index: TextIndex, found: readonly FoundTerm[], options: TextScoreOptions): readonly TextHit[] {
  const shape = shapeOf(index)
  const scores = scoreAll(found, index, shape)
  const ideal = idealOf(found, shape)
  const fuse = (document: number, sum: number): number =>
    (1 - shape.bm25f) * ((sum * scores.matched[document]! ** shape.coordination) / ideal.sum) +
    shape.bm25f * (scores.bm25f[document]! / ideal.bm25f)
  const accepted = options.accept === undefined ? scores.touched : scores.touched.filter(options.accept)
  const depth = options.depth ?? TEXT_DEPTH
  const best = topOf(accepted, (document) => fuse(document, scores.sum[document]!), depth)
  if (best.length === 0) return []
  const exact = miniSearchScores(
    {
      documentCount: index.documentCount,
      averageLengths: shape.averages,
      lengthOf: (field, document) => index.lengths(field)[document]!,
      terms: found,
    },
    best.slice(0, MINISEARCH_DEPTH).map(({ document }) => document),
    { k: BM25.k, b: BM25.b, boosts: shape.boosts },
  )
  const judged = topOf(
    best.map(({ document }) => document),
    (document) => fuse(document, exact.get(document) ?? scores.sum[document]!),
    depth,
  )
  return judged.map(({ document, value }) =>
    toHit(
      document,
      value,
      index,
      shape,
      found.filter(({ stands }) => stands[document] !== STANDS.nowhere),
      ideal.mass,
    ),
  )
}

type Scored = { readonly document: number; readonly value: number }

/** The best by value as it will be printed, ties by document number. Only what may be among them is sorted as objects. */
function topOf(documents: readonly number[], score: (document: number) => number, depth: number): readonly Scored[] {
  const values = Float64Array.from(documents, (document) => round6(score(document)))
  const worst = values.length <= depth ? Number.NEGATIVE_INFINITY : values.slice().sort()[values.length - depth]!
  const scored: Scored[] = []
  for (let i = 0; i < values.length; i++) if (values[i]! >= worst) scored.push({ document: documents[i]!, value: values[i]! })
  return scored.sort((a, b) => b.value - a.value || a.document - b.document).slice(0, depth)
}

/** The best any document could reach with these terms. */
function idealOf(
  found: readonly FoundTerm[],
  shape: Shape,
): { readonly sum: number; readonly bm25f: number; readonly mass: number } {
  const weight = found.reduce((total, term) => total + term.weight, 0)
  const mass = found.reduce((total, term) => total + term.weight * term.idf, 0)
  const scale = Math.max(mass * (BM25.k + 1), Number.MIN_VALUE)
  return { sum: scale * Math.max(weight, Number.MIN_VALUE) ** shape.coordination, bm25f: scale, mass }
}

function toHit(
  document: number,
  value: number,
  index: TextIndex,
  shape: Shape,
  terms: readonly FoundTerm[],
  mass: number,
): TextHit {
  const covered = terms.reduce(
    (total, { weight, idf, stands }) => total + weight * idf * (stands[document] === STANDS.exactly ? 1 : VARIANTS.coverage),
    0,
  )
  return {
    document,
    id: index.id(document),
    score: value,
    norm: round6(Math.min(1, (2 * value) / (1 + value))),
    coverage: mass === 0 ? 0 : round6(Math.min(1, covered / mass)),
    length: index.lengths(BODY)[document]! / Math.max(1, shape.averages[BODY]!),
    terms: terms.map(({ term }) => term),
  }
}
