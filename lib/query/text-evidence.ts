import type { NoAnswer } from '../model/answer.ts'
import type { Excerpt } from '../model/hit.ts'
import type { TextIndex } from '../model/text-index.ts'
import { termsOf } from '../text/tokenize.ts'
import { noTextAnswer } from './abstain.ts'
import { bestPassage } from './passage.ts'
import type { Correction } from './spell.ts'
import { searchText, type TextHit } from './text-score.ts'

/** What the words of a query say: the cards that hold them, best first, and what each part of the query weighs. */
export type TextEvidence = {
  /** The words of the query that are searched, as they were typed. */
  readonly words: readonly string[]
  readonly corrected: readonly Correction[]
  readonly hits: readonly TextHit[]
  /** Why text alone does not answer, or undefined where it does. */
  readonly noAnswer: NoAnswer | undefined
  /** Share of the query's idf mass in a phrase of it, 0 to 1. */
  coverageOf(phrase: string): number
  /** True where the query says something beside a phrase of it. */
  saysMoreThan(phrase: string): boolean
  /** The word as it was typed that gave a term: people do not read stems. */
  typed(term: string): string
  excerptOf(body: string, bodyLine: number): Excerpt | undefined
}

/** Searches the text index for a query; `accept` restricts the cards, not the statistics. Total and deterministic. */
export function textEvidence(query: string, index: TextIndex, accept?: (document: number) => boolean): TextEvidence {
  const search = searchText(query, index, { accept })
  const masses = new Map(search.found.map(({ term, weight, idf: rarity }) => [term, weight * rarity]))
  const total = [...masses.values()].reduce((sum, mass) => sum + mass, 0)
  const typed = typedWords(query)
  const shown = (terms: readonly string[]): readonly string[] => [...new Set(terms.map((term) => typed.get(term) ?? term))]
  const identifiers = new Set([...typed].filter(([, word]) => !isPlain(word) && IDENTIFIER.test(word)).map(([term]) => term))
  const reason = noTextAnswer(search, index.documentCount, identifiers)
  return {
    words: shown(search.terms.map(({ term }) => term)),
    corrected: search.corrected.map(({ from, to }) => ({ from: typed.get(from) ?? from, to })),
    hits: search.hits,
    noAnswer: reason === undefined ? undefined : { ...reason, uncovered: shown(reason.uncovered), terms: shown(reason.terms) },
    coverageOf: (phrase) =>
      total === 0
        ? 0
        : [...new Set(termsOf(phrase).map(({ term }) => term))].reduce((sum, term) => sum + (masses.get(term) ?? 0), 0) / total,
    saysMoreThan(phrase) {
      const inside = new Set(termsOf(phrase).map(({ term }) => term))
      return search.terms.some(({ term }) => !inside.has(term))
    },
    typed: (term) => typed.get(term) ?? term,
    excerptOf: (body, bodyLine) => bestPassage(body, bodyLine, search.found),
  }
}

/** Lower-case letters alone: no identifier, and most words. */
function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at)
    if (code < 0x61 || code > 0x7a) return false
  }
  return true
}

/** Typed as a name of code or a product: capitals throughout, letters with digits, two words in one, or joined by marks. */
const IDENTIFIER =
  /^(?:[A-Z]{3,}s?|(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]+|(?=[A-Za-z]+$)[A-Za-z]*[a-z][A-Z][A-Za-z]*|[A-Za-z][A-Za-z\d]*_\w+|[A-Za-z]\w*(?:[.#/-]\w+)+|[A-Za-z]+(?:\+\+|#))$/

/** The first word that gave each term. Words of scripts without blanks give parts of themselves, which stay as they are. */
function typedWords(query: string): ReadonlyMap<string, string> {
  const typed = new Map<string, string>()
  // Han and other scripts stand beside Latin words without a blank.
  for (const [word] of query.matchAll(/[!-~\u00c0-\u024f]+|[^\s!-~\u00c0-\u024f]+/g))
    for (const part of word.split(/[,;!?()[\]{}"]+/)) {
      for (const { term, kind } of termsOf(part))
        if (kind === 'word' && !typed.has(term)) typed.set(term, part.replace(/^[.:'`]+|[.:'`]+$/g, ''))
    }
  return typed
}
