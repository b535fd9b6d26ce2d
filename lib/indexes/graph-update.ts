import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText, sortedUnique } from '../text/order.ts'
import type { CardChanges } from './changed-cards.ts'
import { type ChangedEdges, changedEdges } from './changed-edges.ts'
import { type Edits, splicedSection } from './container-splice.ts'
import { writeContainer } from './container-writer.ts'
import { datesOf, type GraphMeta, graphHeader, isGuarded, newestDate } from './graph.ts'
import {
  edgeRow,
  GRAPH_SECTIONS,
  type GraphSection,
  groupsIn,
  incomingRow,
  type LinkRow,
  linkRow,
  nameRow,
  type StoredGraph,
} from './graph-codec.ts'
import { append, getOrMake } from './multi-map.ts'
import { type KindSet, nameTable } from './names.ts'
import { placeOf, type ReferenceRow } from './references.ts'

/** graph.json after some cards changed, byte for byte what encodeGraph over all cards gives; see changedEdges for what is read. */
export function updateGraph(changes: CardChanges & { readonly previous: StoredGraph }, meta: GraphMeta): Uint8Array[] {
  const { previous, gone, added } = changes
  const edges = changedEdges(changes, unmetOf(previous))
  const cards = new Set([...gone.keys(), ...added.keys()])
  const edits: Readonly<Record<GraphSection, Edits>> = {
    nodes: new Map([...cards].map((id) => [id, added.has(id) ? [JSON.stringify(added.get(id))] : []])),
    edges: edgeEdits(edges, cards),
    names: nameEdits(changes),
    incoming: incomingEdits(edges, cards),
    links: linkEdits(edges),
  }
  const { header } = previous
  const left = new Set([...(header.guarded ?? [])].filter((id) => !gone.has(id)))
  const counted = {
    newest: newestAfter(changes),
    nodes: header.node_count - gone.size + added.size,
    edges:
      header.edge_count +
      edges.changes.reduce((sum, { before, after }) => sum + Number(after !== undefined) - Number(before !== undefined), 0),
    guarded: [...left, ...[...added.values()].filter(isGuarded).map(({ id }) => id)].sort(byText),
  }
  return writeContainer(
    graphHeader(counted, meta),
    (Object.keys(edits) as GraphSection[]).map((name) =>
      splicedSection(previous.container, name, GRAPH_SECTIONS[name], edits[name]),
    ),
  )
}

function* unmetOf({ container }: StoredGraph): Iterable<readonly [CardId, readonly ReferenceRow[]]> {
  for (const row of container.values('links')) {
    const [id, ...rows] = row as LinkRow
    yield [id, rows]
  }
}

function edgeEdits({ changes, cards, edgesFrom }: ChangedEdges, changed: ReadonlySet<CardId>): Edits {
  const starts = new Set([...changed, ...changes.map(({ before, after }) => (before ?? after)!.from)])
  return new Map([...starts].map((id) => [id, edgesFrom(id).map((edge) => edgeRow(edge, cards.byId(id)?.file))]))
}

function incomingEdits({ changes, cards, edgesTo }: ChangedEdges, changed: ReadonlySet<CardId>): Edits {
  const ends = new Set([...changed, ...changes.map(({ before, after }) => (before ?? after)!.to)])
  const rowsOf = (id: CardId): string[] => {
    const edges = edgesTo(id)
    return edges.length === 0 ? [] : [incomingRow(id, edges, (from) => cards.byId(from)!.file)]
  }
  return new Map([...ends].map((id) => [id, rowsOf(id)]))
}

function linkEdits({ touched, cards, references, edgesFrom, edgesTo }: ChangedEdges): Edits {
  const rowsOf = (id: CardId): string[] => {
    const node = cards.byId(id)
    if (node === undefined) return []
    const own = [...edgesFrom(id), ...edgesTo(id)].filter((edge) => placeOf(edge)?.file === node.file)
    const row = linkRow(node, references(id), own)
    return row === undefined ? [] : [row]
  }
  return new Map([...touched].map((id) => [id, rowsOf(id)]))
}

/** Only names that a change of cards gives or takes are read. */
function nameEdits({ previous, gone, added }: CardChanges & { readonly previous: StoredGraph }): Edits {
  const changed = new Map<string, Map<CardId, KindSet>>()
  for (const id of new Set([...gone.keys(), ...added.keys()])) {
    const [before, after] = [namesOf(gone.get(id)), namesOf(added.get(id))]
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(name) === after.get(name)) continue
      getOrMake(changed, name, () => new Map<CardId, KindSet>()).set(id, after.get(name) ?? 0)
    }
  }
  return new Map(
    [...changed].map(([name, sets]) => {
      const groups = new Map<KindSet, CardId[]>()
      for (const [set, ids] of groupsIn(previous.container.rows('names', name)[0]))
        for (const id of ids) if (!sets.has(id)) append(groups, set, id)
      for (const [id, set] of sets) if (set !== 0) append(groups, set, id)
      const row = nameRow(
        name,
        [...groups].map(([set, ids]) => [set, sortedUnique(ids) as CardId[]]),
      )
      return [name, groups.size === 0 ? [] : [row]]
    }),
  )
}

const namesOf = (node: GraphNode | undefined): ReadonlyMap<string, KindSet> =>
  new Map([...nameTable(node === undefined ? [] : [node], { compact: true })].map(([name, [set]]) => [name, set!]))

/** Only where the newest card loses its date are those of all others looked at. */
function newestAfter({ previous, gone, added }: CardChanges): string | null {
  const before = previous.header.generated_at
  const came = newestDate(datesOf(added.values()))
  const newest = newestDate([before, came].filter((date) => date !== null))
  if (newest === came || newestDate(datesOf(gone.values())) !== before) return newest
  const rest = function* (): Iterable<GraphNode> {
    for (const node of previous.nodes()) if (!gone.has(node.id)) yield node
    yield* added.values()
  }
  return newestDate(datesOf(rest()))
}
