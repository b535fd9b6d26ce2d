import { foldAccents, straighten } from './fold.ts'
import { HAN, HANGUL, KANA, UNSPACED, VIETNAMESE } from './scripts.ts'
import { ALL_STEPS, type TermKind, type Token, type TokenizerSteps } from './token.ts'
import { unicodePattern } from './unicode-pattern.ts'
import { wordTerms } from './word-terms.ts'

/** Changes with every change of the terms: an index made by another version is rebuilt, never searched. */
export const TOKENIZER_VERSION = 1

/** Takes the terms of a text one by one: an index of millions of them needs no object for each. */
type Emit = (term: string, kind: TermKind) => void

/** A tokenizer with some steps off, for measurements only. */
export function tokenizer(steps: TokenizerSteps): (text: string) => Token[] {
  const scan = scanner(steps)
  return (text) => {
    const tokens: Token[] = []
    scan(text, (term, kind) => tokens.push({ term, kind }))
    return tokens
  }
}

function scanner(steps: TokenizerSteps): (text: string, emit: Emit) => void {
  const seen = new Map<string, readonly Token[]>()
  return (text, emit) => {
    const straight = straighten(text)
    const vietnamese = VIETNAMESE.test(straight) || VIETNAMESE.test(straight.toLowerCase())
    for (const match of straight.matchAll(ASCII.test(straight) ? WORD : RUN(straight))) {
      const [run, han, hangul, unspaced] = match
      if (han !== undefined) characters(run, steps.han, emit)
      else if (hangul !== undefined) characters(run, steps.hangul, emit)
      else if (unspaced !== undefined) pairs(run.match(SYLLABLE(run)) ?? [], steps.unspaced, emit)
      else for (const { term, kind } of words(run, vietnamese)) emit(term, kind)
    }
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
export function tokenize(text: string): string[] {
  const terms: string[] = []
  scanAll(text, (term) => terms.push(term))
  return terms
}
const scanAll = scanner(ALL_STEPS)

const MOST_SEEN = 20_000
const ASCII = /^[\x00-\x7f]*$/
const WORD = /[A-Za-z0-9_'./\\:@#+-]+/g
// A run of one kind of script. The last alternative is a word with the marks that join identifiers, paths and versions.
const RUN = unicodePattern(
  `([${HAN}${KANA}]+)|([${HANGUL}]+)|([${UNSPACED}]+)|(?:[A-Za-z0-9_'./\\\\:@#+-]|(?![${HAN}${KANA}${HANGUL}${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
  'g',
)
// A letter with its marks, Thai and Lao vowels on both sides of it, Khmer and Myanmar stacked consonants.
const SYLLABLE = unicodePattern(
  String.raw`[\u0e40-\u0e44\u0ec0-\u0ec4]?[^\p{M}\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3](?:\p{M}|[\u17d2\u1039].)*[\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3]?|.`,
  'g',
)

/** Overlapping pairs; a lone unit is one term. */
function pairs(units: readonly string[], apart: boolean, emit: Emit): void {
  if (units.length === 0) return
  if (!apart || units.length <= 2) emit(units.join('').slice(0, MAX_RUN), 'gram')
  else for (let i = 0; i + 2 <= units.length; i++) emit(units[i]! + units[i + 1]!, 'gram')
}

/** The same for characters; of one code unit each, as nearly all are, without an array of them. */
function characters(run: string, apart: boolean, emit: Emit): void {
  if (ASTRAL.test(run)) pairs(Array.from(run), apart, emit)
  else if (!apart || run.length <= 2) emit(run.slice(0, MAX_RUN), 'gram')
  else for (let i = 0; i + 2 <= run.length; i++) emit(run.slice(i, i + 2), 'gram')
}

const ASTRAL = /[\ud800-\udfff]/
const MAX_RUN = 64
