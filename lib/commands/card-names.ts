import type { GraphIndex, GraphNode, NameKind } from '../model/graph.ts'
import { foldName } from '../text/fold.ts'
import { sortedUnique } from '../text/order.ts'
import type { Named } from '../update/references.ts'

/** In this order a reference is resolved: the first kind that knows the name decides. Source: indexes/resolve. */
const ORDER: readonly (readonly NameKind[])[] = [['id'], ['alias'], ['slug'], ['title'], ['file', 'basename']]

/** How other cards refer to this one. Its slug counts where it alone leads here, and only as a slug or file name. */
export function namedCard(graph: GraphIndex, { id, file, title, aliases }: GraphNode): Named {
  const slug = id.slice(id.indexOf('.') + 1)
  const hits = graph.names(foldName(slug))
  const first = ORDER.map((kinds) =>
    sortedUnique(hits.filter(({ kind }) => kinds.includes(kind)).map((hit) => hit.id)),
  ).findIndex((ids) => ids.length > 0)
  const kinds = ORDER[first] ?? []
  const ids = sortedUnique(hits.filter(({ kind }) => kinds.includes(kind)).map((hit) => hit.id))
  const isSlug = kinds.includes('slug') || kinds.includes('file')
  const cased = [title, ...aliases].some((name) => foldName(name) === foldName(slug))
  return { id, slug: isSlug && ids.length === 1 && ids[0] === id ? slug : undefined, cased, file }
}

/** True where no card but those of `own` is called so: a reference by this slug will lead to the card that gets it. */
export const isFreeSlug = (graph: GraphIndex, slug: string, own: readonly string[]): boolean =>
  graph.names(foldName(slug)).every(({ kind, id }) => own.includes(id) || !ORDER.flat().includes(kind))
