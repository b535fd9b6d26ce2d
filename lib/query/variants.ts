import type { TextIndex } from '../model/text-index.ts'
import { byText } from '../text/order.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'
import { VARIANTS } from './weights.ts'

/** A word of the store that begins like a word of the query, and the share it counts for. */
export type Variant = { readonly term: string; readonly share: number; readonly documents: number }

/**
 * Words of the store that are likely inflections or compounds of `word`, the nearest first; none for numbers, names with digits and
 * words of fewer letters than VARIANTS.beginning.
 */
export function variantsOf(word: string, index: TextIndex): readonly Variant[] {
  if (word.length < VARIANTS.beginning || !LETTERS(word).test(word)) return []
  const found: Variant[] = []
  for (const { term, documents } of index.termsWithPrefix(
    word.slice(0, Math.max(VARIANTS.beginning, Math.ceil(VARIANTS.common * word.length))),
  )) {
    if (term === word || !LETTERS(term).test(term)) continue
    const common = commonBeginning(word, term)
    if (term.length - common > VARIANTS.longerBy) continue
    found.push({ term, documents, share: VARIANTS.share * (common / Math.max(word.length, term.length)) ** VARIANTS.slope })
  }
  return found.sort((a, b) => b.share - a.share || byText(a.term, b.term)).slice(0, VARIANTS.most)
}

const LETTERS = unicodePattern(String.raw`^[\p{L}\p{M}]+$`)

function commonBeginning(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}
