import { idf } from '../indexes/minisearch.ts'
import { FIELD_WEIGHTS, type FieldPostings, TEXT_FIELDS, type TextIndex } from '../model/text-index.ts'
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
  /** By document number: how the term stands there, one of STANDS. */
  readonly stands: Uint8Array
}
export const STANDS = { nowhere: 0, inVariant: 1, exactly: 2 } as const

/** Typed arrays throughout: a common word stands in nearly every card, and a one-off process has compiled nothing yet. */
type FoundField = {
  readonly field: number
  readonly documentFrequency: number
  readonly documents: ArrayLike<number>
  readonly frequencies: ArrayLike<number>
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
  const scratch = new Float64Array(index.documentCount)
  return terms.map((term) => findTerm(term, index, scratch))
}

/** `scratch` has a 0 for each document, and is left so. */
function findTerm({ term, weight, kind, corrected }: QueryTerm, index: TextIndex, scratch: Float64Array): FoundTerm {
  const own = index.postings(term)?.fields ?? []
  const count = index.documentCount
  const stands = new Uint8Array(count)
  const documents: number[] = []
  const mark = (places: ArrayLike<number>, how: number): void => {
    for (let i = 0; i < places.length; i++) {
      const document = places[i]!
      if (stands[document] !== 0) continue
      stands[document] = how
      documents.push(document)
    }
  }
  for (const { documents: places } of own) mark(places, STANDS.exactly)
  const exact = documents.length
  const ownIdf = idf(count, exact)
  const variants = kind === 'word' ? variantsOf(term, index) : []
  const lists = variants.map((variant) => ({
    // A common variant of a rare word is worth no more than the variant itself would be.
    share: exact === 0 ? variant.share : variant.share * Math.min(1, idf(count, variant.documents) / ownIdf),
    fields: index.postings(variant.term)?.fields ?? [],
  }))
  for (const { fields } of lists) for (const { documents: places } of fields) mark(places, STANDS.inVariant)
  const fields = TEXT_FIELDS.flatMap((_, field): FoundField[] => {
    const here = own.find((posting) => posting.field === field)
    const others = lists.flatMap(({ share, fields: postings }) =>
      postings.filter((posting) => posting.field === field).map((posting) => ({ ...posting, share })),
    )
    if (others.length === 0) return here === undefined ? [] : [{ ...here, documentFrequency: here.documents.length }]
    const merged = mergedField(here, others, scratch)
    return [{ field, documentFrequency: here?.documents.length ?? merged.documents.length, ...merged }]
  })
  return {
    term,
    kind,
    corrected: corrected === true,
    weight,
    idf: exact > 0 ? ownIdf : idf(count, documents.length),
    fields,
    variants,
    documents,
    stands,
  }
}

/** One list of a field: the frequencies of the term itself, and those of its variants by the share each counts for. */
function mergedField(
  own: FieldPostings | undefined,
  others: readonly (FieldPostings & { readonly share: number })[],
  scratch: Float64Array,
): Pick<FoundField, 'documents' | 'frequencies'> {
  const documents: number[] = []
  const add = ({ documents: places, frequencies }: FieldPostings, share: number): void => {
    for (let i = 0; i < places.length; i++) {
      const document = places[i]!
      const before = scratch[document]!
      if (before === 0) documents.push(document)
      scratch[document] = before + share * frequencies[i]!
    }
  }
  if (own !== undefined) add(own, 1)
  for (const other of others) add(other, other.share)
  const frequencies = Float64Array.from(documents, (document) => scratch[document]!)
  for (const document of documents) scratch[document] = 0
  return { documents, frequencies }
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
  for (const { weight, idf: rarity, fields, documents, stands } of terms) {
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
      matched[document] = matched[document]! + weight * (stands[document] === STANDS.exactly ? 1 : VARIANTS.coordination)
    }
  }
  return { sum, bm25f, matched, touched }
}
