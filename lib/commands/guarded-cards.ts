import type { GraphIndex } from '../model/graph.ts'
import type { Guarded } from '../model/guard.ts'

/** The cards that carry guards; the header of the index names them, so that no other card is read. */
export const guardedCards = (graph: GraphIndex): readonly Guarded[] =>
  (graph.header.guarded ?? []).flatMap((id): Guarded[] => {
    const node = graph.node(id)
    if (node?.guards === undefined) return []
    const { title, status, file, guards } = node
    return [{ id, title, status, file, guards }]
  })
