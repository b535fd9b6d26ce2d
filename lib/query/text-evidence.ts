import type { NoAnswer } from '../model/answer.ts'
import type { Excerpt } from '../model/hit.ts'
import type { CardId } from '../model/ids.ts'
import type { TextIndex } from '../model/text-index.ts'
import { tokenize } from '../text/tokenize.ts'
import type { Candidate } from './candidates.ts'

// STAND-IN until the scorer lands.
export type TextHitLike = { readonly id: CardId; readonly norm: number; readonly coverage: number; readonly terms: readonly string[] }
export type TextEvidence = {
  readonly terms: readonly string[]
  readonly unknown: readonly string[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
  readonly hits: readonly TextHitLike[]
  coverageOf(phrase: string): number
  withoutPhrase(phrase: string): readonly string[]
  excerptOf(body: string, bodyLine: number): Excerpt | undefined
}

export function textEvidence(query: string, index: TextIndex): TextEvidence {
  const terms = [...new Set(tokenize(query))]
  const n = index.documentCount
  const idf = new Map<string, number>()
  const scores = new Map<number, { score: number; terms: string[]; mass: number }>()
  let total = 0
  for (const term of terms) {
    const postings = index.postings(term)
    const df = Math.max(0, ...(postings?.fields.map((field) => field.documents.length) ?? [0]))
    const weight = Math.log(1 + (n - df + 0.5) / (df + 0.5))
    idf.set(term, weight)
    total += weight
    for (const field of postings?.fields ?? []) {
      field.documents.forEach((document, at) => {
        const entry = scores.get(document) ?? { score: 0, terms: [], mass: 0 }
        if (!entry.terms.includes(term)) {
          entry.terms.push(term)
          entry.mass += weight
        }
        const tf = field.frequencies[at]!
        const boost = [4, 3, 2.5, 2, 1][field.field]!
        entry.score += (boost * weight * tf) / (tf + 1.2 * (0.25 + (0.75 * index.lengths(field.field)[document]!) / Math.max(1, index.lengthSum(field.field) / n)))
        scores.set(document, entry)
      })
    }
  }
  const hits = [...scores].map(([document, entry]) => ({ id: index.id(document), norm: Math.min(1, entry.score / (total * 3 || 1)), coverage: entry.mass / (total || 1), terms: entry.terms }))
  return {
    terms,
    unknown: terms.filter((term) => index.postings(term) === undefined),
    corrected: [],
    hits: hits.sort((a, b) => b.norm - a.norm).slice(0, 100),
    coverageOf: (phrase) => tokenize(phrase).reduce((sum, term) => sum + (idf.get(term) ?? 0), 0) / (total || 1),
    withoutPhrase: (phrase) => terms.filter((term) => !tokenize(phrase).includes(term)),
    excerptOf: (body, bodyLine) => {
      const lines = body.split('\n')
      const at = lines.findIndex((line) => terms.some((term) => line.toLowerCase().includes(term)))
      return at < 0 ? undefined : { text: lines[at]!.trim().slice(0, 200), heading: null, line: bodyLine + at }
    },
  }
}

export function judgeText(_evidence: TextEvidence, _candidates: readonly Candidate[], _index: TextIndex): NoAnswer | undefined {
  return undefined
}
