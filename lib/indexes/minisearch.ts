import MiniSearch, { type AsPlainObject, type SearchOptions } from 'minisearch'
import { TEXT_FIELDS, type TextField } from '../model/text-index.ts'

/** Where one term of a query stands, for the documents that are to be scored. */
export type PartialTerm = {
  /** What the term counts for; 1 is a plain word. */
  readonly weight: number
  readonly fields: readonly {
    readonly field: number
    /** How many documents of the whole index hold the term in this field. */
    readonly documentFrequency: number
    readonly documents: ArrayLike<number>
    readonly frequencies: ArrayLike<number>
  }[]
}
export type PartialIndex = {
  /** Documents of the whole index. */
  readonly documentCount: number
  /** Average length of each of TEXT_FIELDS over the whole index. */
  readonly averageLengths: readonly number[]
  lengthOf(field: number, document: number): number
  readonly terms: readonly PartialTerm[]
}
export type Bm25Options = { readonly k: number; readonly b: number; readonly boosts: readonly number[] }

/**
 * Scores the given documents with MiniSearch: its BM25 summed over fields and terms, by document number; a document that holds no
 * term is absent.
 *
 * Only the postings of the query are loaded, and only for these documents, yet the scores equal those of the whole index: the
 * averages and the document count are the true ones, and the share of the partial document frequency is taken out again through the
 * boost of each term. MiniSearch multiplies its sum by the number of matched terms; that is taken out too, coordination is the caller's.
 */
export function miniSearchScores(
  index: PartialIndex,
  documents: readonly number[],
  options: Bm25Options,
): ReadonlyMap<number, number> {
  // One more than the place of each wanted document; a common word has a posting for nearly every other.
  const wanted = new Uint32Array(index.documentCount)
  documents.forEach((document, place) => {
    wanted[document] = place + 1
  })
  const boosts = TEXT_FIELDS.map(() => new Map<string, number>())
  const postings = index.terms.map((term, ordinal) => load(term, `t${ordinal}`, wanted, boosts, index.documentCount))
  const search = MiniSearch.loadJS(
    {
      documentCount: index.documentCount,
      nextId: documents.length,
      documentIds: { ...documents },
      fieldIds: Object.fromEntries(TEXT_FIELDS.map((name, field) => [name, field])) as Record<TextField, number>,
      fieldLength: Object.fromEntries(
        documents.map((document, place) => [place, TEXT_FIELDS.map((_, field) => index.lengthOf(field, document))]),
      ),
      averageFieldLength: [...index.averageLengths],
      storedFields: {},
      dirtCount: 0,
      index: postings,
      serializationVersion: 2,
    } as unknown as AsPlainObject,
    { fields: [...TEXT_FIELDS], tokenize: (text) => text.split(' '), processTerm: (term) => term },
  )
  const query = index.terms.map((_, ordinal) => `t${ordinal}`).join(' ')
  // One sub-query a field: the boost that corrects the document frequency differs from field to field.
  const queries = TEXT_FIELDS.map((name, field): SearchOptions & { queries: string[] } => ({
    queries: [query],
    fields: [name],
    boost: { [name]: options.boosts[field]! },
    boostTerm: (term) => boosts[field]!.get(term) ?? 1,
  }))
  const results = search.search({ queries }, { combineWith: 'OR', bm25: { k: options.k, b: options.b, d: 0 } })
  return new Map(results.map(({ id, score, queryTerms }) => [id as number, score / queryTerms.length]))
}

/** One line of a serialised MiniSearch: the term, then field, then document, then frequency. */
function load(
  term: PartialTerm,
  name: string,
  wanted: Uint32Array,
  boosts: readonly Map<string, number>[],
  documentCount: number,
): [string, Record<number, Record<number, number>>] {
  const fields: Record<number, Record<number, number>> = {}
  for (const { field, documents, frequencies, documentFrequency } of term.fields) {
    const entries: Record<number, number> = {}
    let count = 0
    for (let i = 0; i < documents.length; i++) {
      const place = wanted[documents[i]!]!
      if (place === 0) continue
      entries[place - 1] = frequencies[i]!
      count += 1
    }
    if (count === 0) continue
    fields[field] = entries
    boosts[field]!.set(name, (term.weight * idf(documentCount, documentFrequency)) / idf(documentCount, count))
  }
  return [name, fields]
}

/** Inverse document frequency as MiniSearch and Lucene have it: never negative. */
export const idf = (documentCount: number, documentFrequency: number): number =>
  Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5))
