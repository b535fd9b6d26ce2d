import type { Edge, GraphNode } from '../model/graph.ts'
import { foldName } from '../text/fold.ts'
import { byText, sortedUnique } from '../text/order.ts'
import { round6 } from '../text/round.ts'
import { CONFIDENCE } from './graph.ts'
import { append, getOrMake } from './multi-map.ts'
import { withoutSymbol } from './names.ts'

/** A card has at most so many weak edges (design 2.2, spec). */
const MOST = 5
/** A tag or source file shared by more cards than this is not rare. It keeps the work linear: at most RARE - 1 pairs a use. */
export const RARE = 10

/** What cards may share, in the order in which it counts. */
export const SHARED_KINDS = ['tag', 'source'] as const
export type SharedKind = (typeof SHARED_KINDS)[number]

/** What a card has of a kind, each once. */
export const sharedNames = ({ tags, source_files }: GraphNode, kind: SharedKind): string[] =>
  sortedUnique(kind === 'tag' ? tags.map(foldName) : source_files.map(withoutSymbol)).filter((name) => name !== '')

type Pair = { readonly from: GraphNode; readonly to: GraphNode; confidence: number; readonly shared: string[] }

/**
 * `related_to` edges between cards that share rare tags or source files, from the smaller id to the larger.
 *
 * Something shared by n cards gives a confidence of 0.4 x 2 / n, several add up to at most 0.4. An edge stays when it is among
 * the five strongest of both its cards (ties by id), so no card has more than five; pairs that `isLinked` are left out.
 * Depends only on the cards that share something, never on the size of the store. Where `nodes` are not all cards, `isRare` says
 * which names so few share that all of them are among `nodes`: the edges of a card are right when those of its group are given.
 */
export function weakEdges(
  nodes: readonly GraphNode[],
  isLinked: (a: GraphNode, b: GraphNode) => boolean,
  isRare: (kind: SharedKind, name: string) => boolean = () => true,
): Edge[] {
  const pairs = new Map<GraphNode, Map<GraphNode, Pair>>()
  const share = (kind: SharedKind, groups: ReadonlyMap<string, readonly GraphNode[]>): void => {
    for (const name of [...groups.keys()].sort(byText)) {
      const group = groups.get(name)!
      if (group.length < 2 || group.length > RARE || !isRare(kind, name)) continue
      for (let i = 0; i < group.length; i += 1) {
        for (let j = i + 1; j < group.length; j += 1)
          addPair(pairs, group[i]!, group[j]!, (CONFIDENCE.weak * 2) / group.length, `${kind} ${name}`)
      }
    }
  }
  const sorted = [...nodes].sort((a, b) => byText(a.id, b.id))
  for (const kind of SHARED_KINDS)
    share(
      kind,
      grouped(sorted, (node) => sharedNames(node, kind)),
    )

  const strongest = new Map<GraphNode, Pair[]>()
  for (const partners of pairs.values()) {
    for (const pair of partners.values()) {
      if (isLinked(pair.from, pair.to)) continue
      pair.confidence = Math.min(CONFIDENCE.weak, round6(pair.confidence))
      for (const end of [pair.from, pair.to]) {
        append(strongest, end, pair)
      }
    }
  }
  const votes = new Map<Pair, number>()
  for (const candidates of strongest.values()) {
    candidates.sort((a, b) => b.confidence - a.confidence || byText(a.from.id, b.from.id) || byText(a.to.id, b.to.id))
    for (const pair of candidates.slice(0, MOST)) votes.set(pair, (votes.get(pair) ?? 0) + 1)
  }
  return [...votes]
    .filter(([, count]) => count === 2)
    .map(([{ from, to, confidence, shared }]) => ({
      from: from.id,
      to: to.id,
      type: 'related_to',
      source: 'weak',
      confidence,
      evidence: shared.join(', '),
    }))
}

function addPair(
  pairs: Map<GraphNode, Map<GraphNode, Pair>>,
  from: GraphNode,
  to: GraphNode,
  confidence: number,
  shared: string,
): void {
  const partners = getOrMake(pairs, from, () => new Map<GraphNode, Pair>())
  const pair = partners.get(to)
  if (pair === undefined) partners.set(to, { from, to, confidence, shared: [shared] })
  else {
    pair.confidence += confidence
    pair.shared.push(shared)
  }
}

function grouped(nodes: readonly GraphNode[], namesOf: (node: GraphNode) => readonly string[]): Map<string, GraphNode[]> {
  const groups = new Map<string, GraphNode[]>()
  for (const node of nodes) {
    for (const name of namesOf(node)) append(groups, name, node)
  }
  return groups
}
