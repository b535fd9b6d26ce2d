import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { round6 } from '../text/round.ts'

/** The same for every length of query (spec). */
export const RELEVANCE = { text: 0.5, overlap: 0.5 } as const

/** A fact that holds some of the query. Both measures are in [0, 1]. */
export type FactCandidate = { readonly node: GraphNode; readonly text: number; readonly overlap: number }

/** What learning knows of the cards; see store/fact-state. */
export type FactState = {
  /** Learned trust in thousandths, or undefined where nothing was learned. */
  readonly trustOf: (id: CardId) => number | undefined
  /** When a card was last returned, in milliseconds since 1970, UTC, or null. */
  readonly lastRetrievedAt: (id: CardId) => number | null
}
export const NO_FACT_STATE: FactState = { trustOf: () => undefined, lastRetrievedAt: () => null }

/** A fact with everything its score is made of, each rounded to 1e-6. */
export type RankedFact = FactCandidate & {
  readonly score: number
  readonly relevance: number
  readonly trust: number
  readonly length: number
}

/**
 * Ranks facts, best first: score = relevance x trust x length, relevance = 0.5 text + 0.5 overlap (spec). No gate: a weak match
 * that is alone is returned. Ties fall to the id.
 */
export function rankFacts(
  candidates: readonly FactCandidate[],
  state: Pick<FactState, 'trustOf'>,
  penaltyOver: number,
): readonly RankedFact[] {
  return candidates
    .map((candidate) => {
      const relevance = round6(RELEVANCE.text * candidate.text + RELEVANCE.overlap * candidate.overlap)
      const trust = trustOf(candidate.node, state)
      const length = lengthPenalty(candidate.node.match_length ?? 0, penaltyOver)
      return { ...candidate, relevance, trust, length, score: factScore(relevance, trust, length) }
    })
    .sort(byScore)
}

export const byScore = (a: RankedFact, b: RankedFact): number => b.score - a.score || byText(a.node.id, b.node.id)

/**
 * The first `limit` of a ranking, where what another card has replaced stands behind all that holds. `isRetired` is asked no
 * oftener than needed.
 */
export function firstCurrent<T>(ranked: readonly T[], limit: number, isRetired: (one: T) => boolean): readonly T[] {
  const current: T[] = []
  const retired: T[] = []
  for (const one of ranked) {
    if (isRetired(one)) retired.push(one)
    else if (current.push(one) === limit) return current
  }
  return [...current, ...retired].slice(0, limit)
}

/** The penalty comes last, after trust (spec). */
export const factScore = (relevance: number, trust: number, length: number): number => round6(relevance * trust * length)

/** min(1, full / characters), characters being the code points of the match text (spec: full 300). */
export const lengthPenalty = (characters: number, full: number): number => round6(Math.min(1, full / Math.max(1, characters)))

/** Learned trust, else the author's own, else the default (spec: 0.5). */
export const trustOf = (node: GraphNode, { trustOf }: Pick<FactState, 'trustOf'>): number =>
  round6((trustOf(node.id) ?? (node.trust ?? DEFAULT_TRUST / 1000) * 1000) / 1000)

const DEFAULT_TRUST = 500
