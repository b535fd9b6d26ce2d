import { type Edge, type GraphIndex, INVERSE } from '../model/graph.ts'
import type { Via } from '../model/hit.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { round6 } from '../text/round.ts'
import { EXPANSION } from './weights.ts'

/** A seed of the expansion: a card found directly, with its base score in [0, 1]. */
export type Seed = { readonly id: CardId; readonly base: number }
export type Reached = { readonly id: CardId; readonly base: number; readonly detail: string; readonly via: Via }

/**
 * Cards within `hops` edges of the best seeds, both directions, the best path to each; seeds themselves can be
 * reached from other seeds. base = seed x product of confidences x decay^hop, in (0, 1), rounded to 1e-6.
 * A superseded neighbour is history, not context, and is left to `trace`.
 */
export function expand(seeds: readonly Seed[], graph: GraphIndex, hops: 1 | 2): readonly Reached[] {
  const best = new Map<CardId, Reached>()
  for (const seed of bestSeeds(seeds)) {
    let frontier: readonly Reached[] = neighbours(seed.id, seed.base, seed.id, 1, graph)
    for (const reached of frontier) keepBest(best, reached)
    if (hops === 2) {
      frontier = frontier.flatMap((first) => neighbours(first.id, first.base, seed.id, 2, graph))
      for (const reached of frontier) keepBest(best, reached)
    }
  }
  return [...best.values()].sort((a, b) => b.base - a.base || byText(a.id, b.id))
}

const bestSeeds = (seeds: readonly Seed[]): readonly Seed[] =>
  [...seeds].sort((a, b) => b.base - a.base || byText(a.id, b.id)).slice(0, EXPANSION.seeds)

function neighbours(from: CardId, base: number, seed: CardId, hop: number, graph: GraphIndex): Reached[] {
  const reached: Reached[] = []
  const add = (edge: Edge, to: CardId, name: string): void => {
    if (to === seed) return
    const score = round6(base * edge.confidence * EXPANSION.decay)
    reached.push({ id: to, base: score, detail: `${name} from ${from}`, via: { from, type: name, hops: hop } })
  }
  for (const edge of graph.edgesFrom(from)) add(edge, edge.to, edge.type)
  for (const edge of graph.edgesTo(from)) add(edge, edge.from, INVERSE[edge.type])
  return reached
}

function keepBest(best: Map<CardId, Reached>, reached: Reached): void {
  const known = best.get(reached.id)
  if (
    known === undefined ||
    reached.base > known.base ||
    (reached.base === known.base && byText(reached.detail, known.detail) < 0)
  ) {
    best.set(reached.id, reached)
  }
}
