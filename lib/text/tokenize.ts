import { foldAccents, straighten } from './fold.ts'
import { HAN, HANGUL, KANA, UNSPACED, VIETNAMESE } from './scripts.ts'
import { ALL_STEPS, type Token, type TokenizerSteps } from './token.ts'
import { wordTerms } from './word-terms.ts'

/** Changes with every change of the terms: an index made by another version is rebuilt, never searched. */
export const TOKENIZER_VERSION = 1

/** A tokenizer with some steps off, for measurements only. */
export function tokenizer(steps: TokenizerSteps): (text: string) => Token[] {
  const seen = new Map<string, readonly Token[]>()
  return (text) => {
    const straight = straighten(text)
    const vietnamese = VIETNAMESE.test(straight) || VIETNAMESE.test(straight.toLowerCase())
    const tokens: Token[] = []
    for (const match of straight.matchAll(ASCII.test(straight) ? WORD : RUN)) {
      const [run, han, hangul, unspaced] = match
      if (han !== undefined) grams(tokens, Array.from(run), steps.han)
      else if (hangul !== undefined) grams(tokens, Array.from(run), steps.hangul)
      else if (unspaced !== undefined) grams(tokens, run.match(SYLLABLE) ?? [], steps.unspaced)
      else for (const token of words(run, vietnamese)) tokens.push(token)
    }
    return tokens
  }

  function words(run: string, vietnamese: boolean): readonly Token[] {
    const known = vietnamese ? undefined : seen.get(run)
    if (known !== undefined) return known
    const found = wordTerms(run, (word) => (steps.fold ? foldAccents(word, vietnamese) : word), steps)
    if (!vietnamese) {
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.set(run, found)
    }
    return found
  }
}

/** The tokens of a text with their kinds: what a query is scored by. */
export const termsOf: (text: string) => Token[] = tokenizer(ALL_STEPS)

/**
 * Returns the terms of a text in the order they stand, repeats included; the same for cards and for queries.
 *
 * Words are folded (case, width, accents) and stemmed, identifiers give their parts beside their joined form, versions their
 * prefixes, Han, Kana and Hangul bigrams, Thai and other scripts without blanks bigrams of syllables. Words without a topic are
 * dropped. Linear in the length of the text. Never throws; '' gives [].
 */
export const tokenize = (text: string): string[] => termsOf(text).map(({ term }) => term)

const MOST_SEEN = 20_000
const ASCII = /^[\x00-\x7f]*$/
const WORD = /[A-Za-z0-9_'./\\:@#+-]+/g
// A run of one kind of script. The last alternative is a word with the marks that join identifiers, paths and versions.
const RUN = new RegExp(
  `([${HAN}${KANA}]+)|([${HANGUL}]+)|([${UNSPACED}]+)|(?:[A-Za-z0-9_'./\\\\:@#+-]|(?![${HAN}${KANA}${HANGUL}${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
)
// A letter with its marks, Thai and Lao vowels on both sides of it, Khmer and Myanmar stacked consonants.
const SYLLABLE =
  /[\u0e40-\u0e44\u0ec0-\u0ec4]?[^\p{M}\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3](?:\p{M}|[\u17d2\u1039].)*[\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3]?|./gu

/** Overlapping pairs; a lone unit is one term. */
function grams(found: Token[], units: readonly string[], pairs: boolean): void {
  if (units.length === 0) return
  if (!pairs || units.length <= 2) found.push({ term: units.join('').slice(0, MAX_RUN), kind: 'gram' })
  else for (let i = 0; i + 2 <= units.length; i++) found.push({ term: units[i]! + units[i + 1]!, kind: 'gram' })
}

const MAX_RUN = 64
