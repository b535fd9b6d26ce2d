import type { GraphFile } from '../indexes/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { Related } from '../model/outcome.ts'
import { foldName } from '../text/fold.ts'

/** The references of a card's frontmatter that lead to no card: shown as missing, never invented. */
export function missingReferences(graph: GraphFile, id: CardId): Related['missing'] {
  return graph
    .references(id)
    .links.filter(({ target }) => graph.node(target as CardId) === undefined && graph.names(foldName(target)).length === 0)
    .map(({ type, target, line }) => ({ type, target, line }))
}
