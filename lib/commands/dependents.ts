import type { EdgeType } from '../model/card.ts'
import type { GraphIndex } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { sortedUnique } from '../text/order.ts'

/** A card with one of these edges rests on the card the edge leads to; of `constrains` it is the other way round. */
const RESTS_ON: ReadonlySet<EdgeType> = new Set(['depends_on', 'derived_from', 'implements', 'decided_by'])

/** Cards that rest directly on a card and should be looked at when it goes, traces and documents outside aside. */
export function dependents(graph: GraphIndex, id: CardId): readonly CardId[] {
  const ids = [
    ...graph
      .edgesTo(id)
      .filter(({ type }) => RESTS_ON.has(type))
      .map(({ from }) => from),
    ...graph
      .edgesFrom(id)
      .filter(({ type }) => type === 'constrains')
      .map(({ to }) => to),
  ]
  const isLive = (other: string): boolean => {
    const node = graph.node(other as CardId)
    return node !== undefined && node.type !== 'trace' && node.external !== true && other !== id
  }
  return sortedUnique(ids).filter(isLive) as CardId[]
}
