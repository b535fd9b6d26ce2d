import { TEXT_FIELDS, type TextIndex } from '../model/text-index.ts'
import { round6 } from '../text/round.ts'

/** What the overlap needs of a fact; `match_terms` and `summarised` as in the graph. */
export type MatchShape = { readonly match_terms?: number; readonly summarised?: true }

/**
 * The Jaccard overlap of a set of terms with the match text of each fact that holds one of them: shared terms over all terms of
 * both, in (0, 1], rounded to 1e-6. `shapeOf` gives undefined for documents that do not count. No card is read: the postings know
 * which terms are shared, the graph how many there are.
 */
export function overlaps(
  terms: ReadonlySet<string>,
  index: TextIndex,
  shapeOf: (document: number) => MatchShape | undefined,
): ReadonlyMap<number, number> {
  const shared = { summary: new Map<number, number>(), body: new Map<number, number>() }
  for (const term of terms)
    for (const { field, documents } of index.postings(term)?.fields ?? []) {
      const counts = field === SUMMARY ? shared.summary : field === BODY ? shared.body : undefined
      if (counts !== undefined) for (const document of documents) counts.set(document, (counts.get(document) ?? 0) + 1)
    }
  const found = new Map<number, number>()
  for (const document of new Set([...shared.summary.keys(), ...shared.body.keys()])) {
    const shape = shapeOf(document)
    if (shape === undefined) continue
    const both = (shape.summarised ? shared.summary : shared.body).get(document) ?? 0
    if (both > 0) found.set(document, jaccard(both, terms.size, shape.match_terms ?? both))
  }
  return found
}

/** Shared elements of two sets over all elements of both; 0 where nothing is shared. */
export const jaccard = (shared: number, one: number, other: number): number =>
  shared === 0 ? 0 : round6(shared / Math.max(shared, one + other - shared))

const SUMMARY = TEXT_FIELDS.indexOf('summary')
const BODY = TEXT_FIELDS.indexOf('body')
