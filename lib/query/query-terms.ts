import type { TermKind } from '../text/token.ts'
import { termsOf } from '../text/tokenize.ts'
import { TERM_WEIGHT } from './weights.ts'

/** A term of the query, once, with what it counts for. */
export type QueryTerm = { readonly term: string; readonly weight: number; readonly kind: TermKind; readonly corrected?: true }

/** The terms of a query in the order they first stand; a repeated term weighs as often as it is repeated. */
export function queryTerms(query: string): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  for (const { term, kind } of termsOf(query)) {
    const known = terms.get(term)
    terms.set(term, { term, kind: known?.kind ?? kind, weight: (known?.weight ?? 0) + TERM_WEIGHT[kind] })
  }
  return [...terms.values()]
}
