import { idf } from '../indexes/minisearch.ts'
import { FIELD_WEIGHTS, TEXT_FIELDS, type TextIndex } from '../model/text-index.ts'
import type { TermKind } from '../text/token.ts'
import type { QueryTerm } from './query-terms.ts'
import { type Variant, variantsOf } from './variants.ts'
import { BM25, BM25F_B, BY_LENGTH, VARIANTS } from './weights.ts'

/** Where a term of the query, with its variants, stands in the store. */
export type FoundTerm = {
  readonly term: string
  readonly kind: TermKind
  /** True where the query spells it otherwise. */
  readonly corrected: boolean
  readonly weight: number
  /** Inverse document frequency of the term in any field. */
  readonly idf: number
  readonly fields: readonly FoundField[]
  /** Words of the store that count for it in part. */
  readonly variants: readonly Variant[]
  /** Documents that hold the term, exactly or in a variant, in no order. */
  readonly documents: readonly number[]
  /** Those that hold it exactly. */
  readonly exact: ReadonlySet<number>
}
type FoundField = {
  readonly field: number
  readonly documentFrequency: number
  readonly documents: number[]
  readonly frequencies: number[]
}

/** What the length of the store's texts decides. */
export type Shape = {
  readonly boosts: readonly number[]
  readonly weights: readonly number[]
  readonly coordination: number
  /** Part of BM25F in the mean of the two scorers, in [0, 1]. */
  readonly bm25f: number
  readonly averages: readonly number[]
}

export const BODY = TEXT_FIELDS.indexOf('body')

export function shapeOf(index: TextIndex): Shape {
  const averages = TEXT_FIELDS.map((_, field) => index.lengthSum(field) / Math.max(1, index.documentCount))
  const { short, long } = BY_LENGTH
  const place = Math.log(Math.max(1, averages[BODY]!) / short.terms) / Math.log(long.terms / short.terms)
  const at = Math.min(1, Math.max(0, place))
  const between = (from: number, to: number): number => from + (to - from) * at
  const power = (exponent: number): number[] => TEXT_FIELDS.map((field) => FIELD_WEIGHTS[field] ** exponent)
  return {
    boosts: power(between(short.boost, long.boost)),
    weights: power(between(short.weight, long.weight)),
    coordination: between(short.coordination, long.coordination),
    bm25f: between(short.bm25f, long.bm25f),
    averages,
  }
}

/** Looks the terms up, each with its variants merged into one list of effective frequencies. */
export function findTerms(terms: readonly QueryTerm[], index: TextIndex): readonly FoundTerm[] {
  return terms.map((term) => findTerm(term, index))
}

function findTerm({ term, weight, kind, corrected }: QueryTerm, index: TextIndex): FoundTerm {
  const own = index.postings(term)
  const exact = new Set<number>()
  for (const { documents } of own?.fields ?? []) for (const document of documents) exact.add(document)
  const count = index.documentCount
  const ownIdf = idf(count, exact.size)
  const variants = kind === 'word' ? variantsOf(term, index) : []
  if (variants.length === 0) {
    const fields = (own?.fields ?? []).map(({ field, documents, frequencies }) => ({
      field,
      documentFrequency: documents.length,
      documents: Array.from(documents),
      frequencies: Array.from(frequencies),
    }))
    return { term, kind, corrected: corrected === true, weight, idf: ownIdf, fields, variants, documents: [...exact], exact }
  }
  const merged = TEXT_FIELDS.map(() => new Map<number, number>())
  for (const { field, documents, frequencies } of own?.fields ?? []) {
    for (let i = 0; i < documents.length; i++) merged[field]!.set(documents[i]!, frequencies[i]!)
  }
  for (const variant of variants) {
    // A common variant of a rare word is worth no more than the variant itself would be.
    const share = exact.size === 0 ? variant.share : variant.share * Math.min(1, idf(count, variant.documents) / ownIdf)
    for (const { field, documents, frequencies } of index.postings(variant.term)?.fields ?? []) {
      const list = merged[field]!
      for (let i = 0; i < documents.length; i++) list.set(documents[i]!, (list.get(documents[i]!) ?? 0) + share * frequencies[i]!)
    }
  }
  const all = new Set(exact)
  const fields = merged.flatMap((list, field): FoundField[] => {
    if (list.size === 0) return []
    for (const document of list.keys()) all.add(document)
    const ownHere = own?.fields.find((posting) => posting.field === field)?.documents.length ?? 0
    return [
      {
        field,
        documentFrequency: ownHere > 0 ? ownHere : list.size,
        documents: [...list.keys()],
        frequencies: [...list.values()],
      },
    ]
  })
  return {
    term,
    kind,
    corrected: corrected === true,
    weight,
    idf: exact.size > 0 ? ownIdf : idf(count, all.size),
    fields,
    variants,
    documents: [...all],
    exact,
  }
}

/** Scores by document number over all documents; 0 where no term stands. */
export type Scores = {
  /** BM25 summed over fields, without coordination: what MiniSearch gives. */
  readonly sum: Float64Array
  /** BM25F: one frequency over all fields, normalised by length field by field. */
  readonly bm25f: Float64Array
  /** Weight of the matched terms; a term met in a variant only counts in part. */
  readonly matched: Float64Array
  /** Documents with a match, in no order. */
  readonly touched: readonly number[]
}

export function scoreAll(terms: readonly FoundTerm[], index: TextIndex, shape: Shape): Scores {
  const count = index.documentCount
  const [sum, bm25f, matched, frequency] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ]
  const touched: number[] = []
  const { k, b } = BM25
  for (const { weight, idf: rarity, fields, documents, exact } of terms) {
    for (const { field, documentFrequency, documents: places, frequencies } of fields) {
      const lengths = index.lengths(field)
      const average = shape.averages[field]!
      const value = weight * shape.boosts[field]! * idf(count, documentFrequency) * (k + 1)
      const bF = BM25F_B[field]!
      for (let i = 0; i < places.length; i++) {
        const document = places[i]!
        const tf = frequencies[i]!
        const length = lengths[document]! / average
        sum[document] = sum[document]! + (value * tf) / (tf + k * (1 - b + b * length))
        frequency[document] = frequency[document]! + (shape.weights[field]! * tf) / (1 - bF + bF * length)
      }
    }
    for (const document of documents) {
      const tf = frequency[document]!
      frequency[document] = 0
      if (matched[document] === 0) touched.push(document)
      bm25f[document] = bm25f[document]! + (weight * rarity * tf * (k + 1)) / (tf + k)
      matched[document] = matched[document]! + weight * (exact.has(document) ? 1 : VARIANTS.coordination)
    }
  }
  return { sum, bm25f, matched, touched }
}
