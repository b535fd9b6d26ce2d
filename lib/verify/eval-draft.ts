import type { EvalCase } from '../model/eval.ts'
import { EVAL_DEFAULT_LIMIT } from './eval-cases.ts'

export type Asked = { readonly query: string; readonly results: readonly { readonly id: string }[] }
/** Somebody found a card helpful for a question, or not. */
export type Judged = { readonly query: string; readonly id: string; readonly helpful: boolean }
type Draft = Omit<EvalCase, 'file' | 'line'>

/** A question of the log counts from so many times on: once may be a slip. */
const ASKED_OFTEN = 2
const MOST_DRAFTS = 50

/**
 * Cases for questions that `known` has not yet. What people said about answers comes first: helpful cards are expected, others
 * forbidden, the last word counts. Then questions asked again and again, the most frequent first, with the card that came first
 * the last time. `exists` tells cards that are still there. At most 50.
 */
export function draftCases(
  judged: readonly Judged[],
  asked: readonly Asked[],
  known: ReadonlySet<string>,
  exists: (id: string) => boolean,
): readonly Draft[] {
  const drafts = new Map<string, Draft>()
  const verdicts = new Map<string, Map<string, boolean>>()
  for (const { query, id, helpful } of judged) {
    if (!exists(id)) continue
    const cards = verdicts.get(query) ?? new Map<string, boolean>()
    verdicts.set(query, cards.set(id, helpful))
  }
  for (const [query, cards] of verdicts) {
    const are = (wanted: boolean): readonly string[] => [...cards].filter(([, helpful]) => helpful === wanted).map(([id]) => id)
    drafts.set(query, draft(query, are(true), are(false)))
  }
  const counts = new Map<string, { readonly times: number; readonly first: string }>()
  for (const { query, results } of asked) {
    const first = results[0]?.id
    if (first !== undefined && exists(first)) counts.set(query, { times: (counts.get(query)?.times ?? 0) + 1, first })
  }
  const frequent = [...counts].filter(([, { times }]) => times >= ASKED_OFTEN).sort(([, a], [, b]) => b.times - a.times)
  for (const [query, { first }] of frequent) if (!drafts.has(query)) drafts.set(query, draft(query, [first], []))
  return [...drafts.values()].filter(({ question }) => question !== '' && !known.has(question)).slice(0, MOST_DRAFTS)
}

const draft = (query: string, expected: readonly string[], forbidden: readonly string[]): Draft => ({
  question: query.trim(),
  expected,
  forbidden,
  type: null,
  limit: EVAL_DEFAULT_LIMIT,
})
