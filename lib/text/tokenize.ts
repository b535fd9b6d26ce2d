import { foldAccents, straighten } from './fold.ts'
import { HAN, HANGUL, KANA, UNSPACED, VIETNAMESE } from './scripts.ts'
import { STOP_WORDS } from './stop-words.ts'
import { wordTerms } from './word-terms.ts'

/** Changes with every change of the terms: an index made by another version is rebuilt, never searched. */
export const TOKENIZER_VERSION = 1

/** The steps that can be switched off one by one, so that a bench can say what each is worth. */
export type TokenizerSteps = {
  readonly stop: boolean
  readonly parts: boolean
  readonly joined: boolean
  readonly stem: boolean
  readonly fold: boolean
  readonly han: boolean
  readonly hangul: boolean
  readonly unspaced: boolean
}
export const ALL_STEPS: TokenizerSteps = {
  stop: true, parts: true, joined: true, stem: true, fold: true, han: true, hangul: true, unspaced: true,
}

/**
 * Returns the terms of a text in the order they stand, repeats included; the same for cards and for queries.
 *
 * Words are folded (case, width, accents), identifiers give their parts beside their joined form, versions their prefixes,
 * Han and Kana bigrams, Hangul syllable bigrams, Thai and other scripts without blanks trigrams. Words without a topic are dropped.
 * Linear in the length of the text. Never throws; '' gives [].
 */
export const tokenize: (text: string) => string[] = tokenizer(ALL_STEPS)

/** A tokenizer with some steps off, for measurements only. */
export function tokenizer(steps: TokenizerSteps): (text: string) => string[] {
  return (text) => {
    const straight = straighten(text)
    const vietnamese = VIETNAMESE.test(straight.toLowerCase())
    const fold = (word: string): string => (steps.fold ? foldAccents(word, vietnamese) : word)
    const terms: string[] = []
    for (const match of straight.matchAll(RUN)) {
      const [run, han, hangul, unspaced] = match
      if (han !== undefined) grams(terms, run, steps.han ? 2 : Infinity)
      else if (hangul !== undefined) grams(terms, run, steps.hangul ? 2 : Infinity)
      else if (unspaced !== undefined) grams(terms, run, steps.unspaced ? 3 : Infinity)
      else for (const term of wordTerms(run, fold, steps)) if (!(steps.stop && STOP_WORDS.has(term))) terms.push(term)
    }
    return terms
  }
}

// A run of one kind of script. The last alternative is a word with the marks that join identifiers, paths and versions.
const RUN = new RegExp(
  `([${HAN}${KANA}]+)|([${HANGUL}]+)|([${UNSPACED}]+)|(?:(?![${HAN}${KANA}${HANGUL}${UNSPACED}])[\\p{L}\\p{M}\\p{N}_'./\\\\:@#+-])+`,
  'gu',
)

/** Overlapping n-grams of code points; a run shorter than n is one term. */
function grams(terms: string[], run: string, n: number): void {
  const points = Array.from(run)
  if (points.length <= n) terms.push(run)
  else for (let i = 0; i + n <= points.length; i++) terms.push(points.slice(i, i + n).join(''))
}
