import type { TextIndex } from '../model/text-index.ts'
import { editDistance } from '../text/nearest.ts'
import { byText } from '../text/order.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'
import { isFiller } from './filler.ts'
import type { QueryTerm } from './query-terms.ts'
import { SPELLING } from './weights.ts'

export type Correction = { readonly from: string; readonly to: string }

/**
 * The terms with those that no card holds replaced by the nearest one that some card does, and what was replaced.
 *
 * Only words of letters, five at least, and only where no card holds them: `ask` is never read as `task`, nor Q7315 as Q7319. The first
 * two letters must be right. One edit (a swap counts as one), two from eight letters on; ties by number of cards, then in code-unit order.
 */
export function correctTerms(
  terms: readonly QueryTerm[],
  index: TextIndex,
): { readonly terms: readonly QueryTerm[]; readonly corrected: readonly Correction[] } {
  const known = new Set(terms.map(({ term }) => term))
  const corrected: Correction[] = []
  const result = terms.flatMap((term): QueryTerm[] => {
    const to = term.kind === 'word' && !isFiller(term.term) ? correctionOf(term.term, index) : undefined
    if (to === undefined) return [term]
    corrected.push({ from: term.term, to })
    if (known.has(to)) return []
    known.add(to)
    return [{ term: to, kind: 'word', weight: term.weight * SPELLING.weight, corrected: true }]
  })
  return { terms: result, corrected }
}

function correctionOf(word: string, index: TextIndex): string | undefined {
  if (!CORRECTABLE(word).test(word) || index.postings(word) !== undefined) return undefined
  const most = word.length >= SPELLING.lettersForTwo ? 2 : 1
  let best: { readonly term: string; readonly distance: number; readonly documents: number } | undefined
  for (const { term, documents } of index.termsWithPrefix(word.slice(0, 2))) {
    if (Math.abs(term.length - word.length) > most || !CORRECTABLE(term).test(term)) continue
    const distance = editDistance(word, term, most)
    if (distance > most) continue
    const closer = best === undefined || distance - best.distance || best.documents - documents || byText(term, best.term)
    if (closer === true || closer < 0) best = { term, distance, documents }
  }
  return best?.term
}

const CORRECTABLE = unicodePattern(`^[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]{${SPELLING.letters},64}$`)
