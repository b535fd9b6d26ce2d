import { type GraphIndex, RESTS_ON } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { sortedUnique } from '../text/order.ts'

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
