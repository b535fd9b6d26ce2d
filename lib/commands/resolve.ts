import { PmemError } from '../model/error.ts'
import type { GraphIndex, GraphNode, NameKind } from '../model/graph.ts'
import { cardId } from '../model/ids.ts'
import { asPath } from '../query/intent.ts'
import { foldName } from '../text/fold.ts'
import { nearest } from '../text/nearest.ts'
import { sortedUnique } from '../text/order.ts'

/** In this order a name is tried: the first kind under which it means exactly one card wins. */
const KINDS: readonly NameKind[] = ['id', 'file', 'slug', 'alias', 'title', 'basename']

/**
 * The card a person means: by exact id, else by a unique id in other case, file, slug, alias or title.
 * Throws NOT_FOUND with the nearest names, or the candidates when the name is ambiguous.
 */
export function resolveCard(graph: GraphIndex, name: string): GraphNode {
  const exact = cardId(name)
  const direct = exact === undefined ? undefined : graph.node(exact)
  if (direct !== undefined) return direct
  const hits = [...graph.names(foldName(name)), ...graph.names(foldName(asPath(name) ?? name))]
  for (const kind of KINDS) {
    const ids = sortedUnique(hits.filter((hit) => hit.kind === kind).map((hit) => hit.id))
    if (ids.length === 1) {
      const node = graph.node(ids[0] as GraphNode['id'])
      if (node !== undefined) return node
    }
    if (ids.length > 1) {
      throw new PmemError(
        'NOT_FOUND',
        `${JSON.stringify(name)} could be ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ` and ${ids.length - 5} more` : ''}`,
        {
          fix: 'Name one of them by its id.',
        },
      )
    }
  }
  const close = nearest(name, names(graph), 3)
  throw new PmemError(
    'NOT_FOUND',
    `no card ${JSON.stringify(name)}`,
    close.length === 0 ? {} : { fix: `Did you mean ${close.join(', ')}?` },
  )
}

function* names(graph: GraphIndex): Iterable<string> {
  for (const node of graph.nodes()) yield node.id
}
