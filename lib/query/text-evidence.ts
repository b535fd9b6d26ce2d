import type { NoAnswer } from '../model/answer.ts'
import type { Excerpt } from '../model/hit.ts'
import type { TextIndex } from '../model/text-index.ts'
import type { Candidate } from './candidates.ts'
import { idf } from '../indexes/minisearch.ts'
import { queryTerms } from './query-terms.ts'
import { scoreText, type TextHit } from './text-score.ts'

/** What the words of a query say: the cards that hold them, best first, and what each part of the query weighs. */
export type TextEvidence = {
  readonly terms: readonly string[]
  /** Terms that no card holds. */
  readonly unknown: readonly string[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
  readonly hits: readonly TextHit[]
  /** Share of the query's idf mass in a phrase of it, 0 to 1. */
  coverageOf(phrase: string): number
  /** Terms of the query that are not in a phrase of it. */
  withoutPhrase(phrase: string): readonly string[]
  excerptOf(body: string, bodyLine: number): Excerpt | undefined
}

export function textEvidence(query: string, index: TextIndex): TextEvidence {
  const terms = queryTerms(query)
  const masses = new Map(terms.map(({ term, weight }) => [term, weight * idf(index.documentCount, documentsOf(index, term))]))
  const total = [...masses.values()].reduce((sum, mass) => sum + mass, 0)
  const words = terms.map(({ term }) => term)
  return {
    terms: words,
    unknown: words.filter((term) => documentsOf(index, term) === 0),
    corrected: [],
    hits: scoreText(index, terms),
    coverageOf: (phrase) => (total === 0 ? 0 : queryTerms(phrase).reduce((sum, { term }) => sum + (masses.get(term) ?? 0), 0) / total),
    withoutPhrase(phrase) {
      const inside = new Set(queryTerms(phrase).map(({ term }) => term))
      return words.filter((term) => !inside.has(term))
    },
    excerptOf: (body, bodyLine) => {
      const lines = body.split('\n')
      const at = lines.findIndex((line) => words.some((term) => line.toLowerCase().includes(term)))
      return at < 0 ? undefined : { text: lines[at]!.trim().slice(0, 200), heading: null, line: bodyLine + at }
    },
  }
}

const documentsOf = (index: TextIndex, term: string): number => Math.max(0, ...(index.postings(term)?.fields.map(({ documents }) => documents.length) ?? []))

export function judgeText(_evidence: TextEvidence, _candidates: readonly Candidate[], _index: TextIndex): NoAnswer | undefined {
  return undefined
}
