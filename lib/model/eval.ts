import type { Finding } from './finding.ts'

/** A question of the team and the cards that must answer it. `file` and `line` say where it is written down. */
export type EvalCase = {
  readonly question: string
  readonly expected: readonly string[]
  readonly forbidden: readonly string[]
  readonly type: string | null
  /** Only so many of the best cards count: the k of recall@k. */
  readonly limit: number
  readonly file: string
  readonly line: number
}

/** The ways a question is asked again that must not change what answers it, and a card that has nothing to do with it. */
export const METAMORPHOSES = ['case', 'word_order', 'plural', 'unrelated_card'] as const
export type Metamorphosis = (typeof METAMORPHOSES)[number]

/** How a question fares. Ratios are 0 to 1, rounded to 1e-6. */
export type EvalScore = {
  /** The share of the expected cards among the first `limit`; 1 where none is expected. */
  readonly recall: number
  /** 1 / place of the first expected card; 0 where none is found, 1 where none is expected. */
  readonly reciprocal_rank: number
  /** Forbidden cards among the first `limit`. */
  readonly forbidden_found: readonly string[]
  /** Ways to ask it that answer worse. */
  readonly unstable: readonly Metamorphosis[]
}
export type EvalResult = EvalScore & {
  readonly question: string
  readonly type: string | null
  readonly limit: number
  readonly found: readonly string[]
  readonly missing: readonly string[]
  readonly file: string
  readonly line: number
  /** What is worse than what was accepted, in words; for a question that was never accepted, what is not perfect. */
  readonly drops: readonly string[]
}
export type EvalData = {
  readonly cases: readonly EvalResult[]
  /** Means over all cases, to 1e-6; 1 without cases. */
  readonly recall: number
  readonly mrr: number
  readonly accepted: { readonly recall: number; readonly mrr: number } | null
  readonly dropped: number
  readonly findings: readonly Finding[]
  /** Cases drafted from what was asked and what was said about the answers. */
  readonly drafted: readonly Omit<EvalCase, 'file' | 'line'>[]
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}
