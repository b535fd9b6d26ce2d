import { overlaps } from '../facts/overlap.ts'
import { byScore, type FactCandidate, firstCurrent, type RankedFact, rankFacts, trustOf } from '../facts/rank.ts'
import type { FactHit, FactSearch } from '../model/fact.ts'
import type { GraphNode } from '../model/graph.ts'
import { searchText } from '../query/text-score.ts'
import { foldName } from '../text/fold.ts'
import { refineQuery } from '../text/refine.ts'
import { tokenize } from '../text/tokenize.ts'
import { type FactStore, factView, isRetired } from './fact-view.ts'

export type FactSearchOptions = {
  readonly limit: number
  /** 0 to 1: facts trusted less are left out. */
  readonly minTrust: number
  readonly category: string | undefined
}

/** Facts whose text score is taken into account, per store: the rest holds one common word of many. */
const TEXT_DEPTH = 1_000

/**
 * The facts that a query is about, best first, out of all the stores given; see facts/rank for the score. What is searched is the
 * query without chat (text/refine). One function behind the command line, the library and other surfaces.
 */
export function searchFacts(stores: readonly [FactStore, ...FactStore[]], query: string, options: FactSearchOptions): FactSearch {
  const refined = refineQuery(query)
  const ranked = refined === '' ? [] : stores.flatMap((one) => rankStore(one, refined, options).map((fact) => ({ one, fact })))
  ranked.sort((a, b) => byScore(a.fact, b.fact))
  const shown = firstCurrent(ranked, options.limit, ({ one, fact }) => isRetired(one.store, fact.node))
  return {
    query,
    refined,
    results: shown.map(({ one, fact }) => hitOf(one, fact)),
    total: ranked.length,
    reason: shown.length > 0 ? null : refined === '' ? NOTHING_ASKED : NOTHING_FOUND,
    index: stores[0].store.state,
  }
}

const NOTHING_ASKED = 'the query names nothing to look up: it is a request or an operation'
const NOTHING_FOUND = 'no fact of this kind holds any word of the query'

function rankStore({ store, state }: FactStore, refined: string, options: FactSearchOptions): readonly RankedFact[] {
  const { graph, text: index, manifest } = store
  const category = options.category === undefined ? undefined : foldName(options.category)
  const known = new Map<number, GraphNode | undefined>()
  const factAt = (document: number): GraphNode | undefined => {
    if (!known.has(document)) known.set(document, wanted(graph.node(index.id(document))))
    return known.get(document)
  }
  const wanted = (node: GraphNode | undefined): GraphNode | undefined =>
    node?.type === 'fact' &&
    (category === undefined || foldName(node.category ?? '') === category) &&
    trustOf(node, state) >= options.minTrust
      ? node
      : undefined
  const { hits } = searchText(refined, index, { accept: (document) => factAt(document) !== undefined, depth: TEXT_DEPTH })
  const shared = overlaps(new Set(tokenize(refined)), index, factAt)
  const texts = new Map(hits.map(({ document, norm }) => [document, norm]))
  const candidates = [...new Set([...texts.keys(), ...shared.keys()])].map(
    (document): FactCandidate => ({
      node: factAt(document)!,
      text: texts.get(document) ?? 0,
      overlap: shared.get(document) ?? 0,
    }),
  )
  return rankFacts(candidates, state, manifest.learning.penaltyOverCharacters)
}

const hitOf = (store: FactStore, { node, score, relevance, text, overlap, length }: RankedFact): FactHit => ({
  ...factView(store, node),
  score,
  relevance,
  text,
  overlap,
  length_penalty: length,
})
