import { EDGE_TYPES, type EdgeType } from '../model/card.ts'
import { EDGE_SOURCES, type Edge, type GraphNode, type NameHit } from '../model/graph.ts'
import type { CardId, ProjectPath } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import type { Bytes } from './bytes.ts'
import { type Container, DamagedIndex, openContainer } from './container.ts'
import { encodeContainer, type Row } from './container-writer.ts'
import { CONFIDENCE, GRAPH_FORMAT, type GraphData, type GraphFile, type GraphFileHeader } from './graph.ts'
import { append, getOrMake } from './multi-map.ts'
import { derivedKeys, derivedKinds, type KindSet, kindBit, mayDerive, nameHits, nameTable } from './names.ts'
import { NO_REFERENCES, placeOf, type ReferenceRow, type References, unimplied, withImplied } from './references.ts'

const KIND = 'pmem.graph_index'
/** Nodes kept parsed between the lookups of one query. */
const CACHED_NODES = 4096

/** What stands before the key in the rows of each section, in the order of the file. */
export const GRAPH_SECTIONS = { nodes: '{"id":', edges: '{"from":', names: '[', incoming: '[', links: '[' } as const
export type GraphSection = keyof typeof GRAPH_SECTIONS

/** graph.json in pieces; see indexes-schema/README.md for its sections. Equal data gives equal bytes. */
export function encodeGraph(data: GraphData): Uint8Array[] {
  const rows: Readonly<Record<GraphSection, Iterable<Row>>> = {
    nodes: data.nodes.map((node): Row => [node.id, JSON.stringify(node)]),
    edges: edgeRows(data),
    names: nameRows(data.nodes),
    incoming: incomingRows(data),
    links: linkRows(data),
  }
  return encodeContainer(
    data.header,
    (Object.keys(rows) as GraphSection[]).map((name) => ({ name, open: GRAPH_SECTIONS[name], rows: rows[name] })),
  )
}

/**
 * Opens graph.json for lookups: each reads only the part of the file it needs. Gives undefined for a file that is
 * damaged, foreign or of another format; a lookup throws DamagedIndex when the part it reads was altered. `trusted`: see
 * openContainer.
 */
export function openGraph(bytes: Bytes, options: { readonly trusted?: boolean } = {}): StoredGraph | undefined {
  const container = openContainer(bytes, KIND, GRAPH_FORMAT, options)
  return container === undefined ? undefined : fileGraph(container)
}

/** A graph with the file it is read from. */
export type StoredGraph = GraphFile & { readonly container: Container }

/** Everything in graph.json. Throws DamagedIndex where the file was altered. */
export function decodeGraph(bytes: Bytes): GraphData | undefined {
  const container = openContainer(bytes, KIND, GRAPH_FORMAT)
  if (container === undefined) return undefined
  const nodes = [...container.values('nodes')] as GraphNode[]
  const files = new Map(nodes.map((node) => [node.id, node.file]))
  const edges = [...container.values('edges')].map((value) => fullEdge(value as Edge, files.get((value as Edge).from)))
  const own = ownEdges(nodes, edges)
  const links = new Map(
    [...container.values('links')].map((row) => [(row as LinkRow)[0], (row as LinkRow).slice(1) as ReferenceRow[]]),
  )
  const references = new Map<CardId, References>()
  for (const node of nodes) {
    const found = withImplied(node, links.get(node.id) ?? [], own.get(node.id) ?? [])
    if (found !== NO_REFERENCES) references.set(node.id, found)
  }
  return { header: container.header as GraphFileHeader, nodes, edges, references }
}

function fileGraph(container: Container): StoredGraph {
  const cache = new Map<CardId, GraphNode>()
  const keep = (node: GraphNode): GraphNode => {
    if (cache.size >= CACHED_NODES) cache.clear()
    cache.set(node.id, node)
    return node
  }
  const node = (id: CardId): GraphNode | undefined => {
    const known = cache.get(id)
    if (known !== undefined) return known
    const [row] = container.rows('nodes', id)
    return row === undefined ? undefined : keep(checked(JSON.parse(row) as GraphNode, id))
  }
  const present = (id: CardId): GraphNode => {
    const found = node(id)
    if (found === undefined) throw new DamagedIndex(`no node ${id}`)
    return found
  }
  const nameGroups = (name: string): readonly NameGroup[] => groupsIn(container.rows('names', name)[0])
  // One question asks for the edges of a card several times: to expand, to find what it rests on, for its evidence.
  const edgesFrom = kept((id: CardId): readonly Edge[] =>
    container.rows('edges', id).map((row) => fullEdge(JSON.parse(row) as Edge, node(id)?.file)),
  )
  // By type, then by the cards that they come from.
  const incoming = kept((id: CardId): readonly IncomingRow[] => {
    const [row] = container.rows('incoming', id)
    if (row === undefined) return []
    const [, ...edges] = JSON.parse(row) as [CardId, ...IncomingRow[]]
    return edges
  })
  const edgesOf = (rows: readonly IncomingRow[], id: CardId): readonly Edge[] =>
    rows.map((row) => incomingEdge(row, present(row[0]), id))
  const allEdgesTo = kept((id: CardId): readonly Edge[] => edgesOf(incoming(id), id))
  const edgesTo = (id: CardId, type?: EdgeType): readonly Edge[] => {
    if (type === undefined) return allEdgesTo(id)
    const number = EDGE_TYPES.indexOf(type)
    return edgesOf(
      incoming(id).filter((row) => row[1] === number),
      id,
    )
  }
  return {
    container,
    header: container.header as GraphFileHeader,
    node,
    edgesFrom,
    edgesTo,
    names(name): readonly NameHit[] {
      const found = new Map<CardId, KindSet>()
      const add = (id: CardId, set: KindSet): void => {
        if (set !== 0) found.set(id, (found.get(id) ?? 0) | set)
      }
      for (const [set, ids] of nameGroups(name)) for (const id of ids) add(id, set)
      for (const key of derivedKeys(name)) {
        for (const [set, ids] of nameGroups(key)) {
          if (mayDerive(set)) for (const id of ids) add(id, derivedKinds(name, present(id)))
        }
      }
      const pairs = [...found].map(([id, set]) => [set, id] as const)
      return nameHits(node(name as CardId) === undefined ? pairs : [...pairs, [kindBit('id'), name as CardId]])
    },
    *nodes(): Iterable<GraphNode> {
      yield* container.values('nodes') as Iterable<GraphNode>
    },
    references(id): References {
      const found = node(id)
      if (found === undefined) return NO_REFERENCES
      const [row] = container.rows('links', id)
      const [, ...written] = row === undefined ? [id] : (JSON.parse(row) as LinkRow)
      return withImplied(found, written, [...edgesFrom(id), ...edgesTo(id)])
    },
  }
}

function checked(node: GraphNode, id: CardId): GraphNode {
  if (node.id !== id) throw new DamagedIndex(`${node.id} stands where ${id} should`)
  return node
}

/** Remembers what `read` gave for the last keys it was asked for. */
function kept<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (known.size >= CACHED_NODES) known.clear()
    return getOrMake(known, key, () => read(key))
  }
}

function* edgeRows({ nodes, edges }: GraphData): Iterable<Row> {
  const files = new Map(nodes.map((node) => [node.id, node.file]))
  for (const edge of edges) yield [edge.from, edgeRow(edge, files.get(edge.from))]
}

/** The file is known from the node an edge starts at, so only the line is written. */
export function edgeRow({ from, to, type, source, confidence, evidence }: Edge, file: ProjectPath | undefined): string {
  return JSON.stringify({
    from,
    to,
    type,
    source,
    confidence,
    evidence: file === undefined ? evidence : shortEvidence(evidence, file),
  })
}

function shortEvidence(evidence: string, file: ProjectPath): string {
  const line = numberBehind(evidence, `${file}:`)
  return line === undefined ? evidence : `line ${line}`
}

function fullEdge(edge: Edge, file: ProjectPath | undefined): Edge {
  const line = numberBehind(edge.evidence, 'line ')
  return line === undefined ? edge : { ...edge, evidence: `${file}:${line}` }
}

/** The digits that are all that follows a beginning; undefined for any other text. Plain code: a question opens a hundred edges. */
function numberBehind(text: string, beginning: string): string | undefined {
  if (text.length === beginning.length || !text.startsWith(beginning)) return undefined
  for (let at = beginning.length; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x39) return undefined
  }
  return text.slice(beginning.length)
}

/** Cards that a name is the same things of. */
export type NameGroup = readonly [set: KindSet, ids: readonly CardId[]]

/** Each name with the cards it stands for, grouped by what it is of them. */
function* nameRows(nodes: readonly GraphNode[]): Iterable<Row> {
  const table = nameTable(nodes, { compact: true })
  for (const name of [...table.keys()].sort(byText)) {
    const entry = table.get(name)!
    const groups = new Map<KindSet, CardId[]>()
    for (let i = 0; i < entry.length; i += 2) append(groups, entry[i]!, nodes[entry[i + 1]!]!.id)
    yield [name, nameRow(name, [...groups])]
  }
}

/** The ids of each group in code-unit order. */
export const nameRow = (name: string, groups: readonly NameGroup[]): string =>
  JSON.stringify([name, ...[...groups].sort(([a], [b]) => a - b).flat()])

export function groupsIn(row: string | undefined): readonly NameGroup[] {
  if (row === undefined) return []
  const [, ...flat] = JSON.parse(row) as [string, ...(KindSet | CardId[])[]]
  return flat.flatMap((set, i): NameGroup[] => (i % 2 === 0 ? [[set as KindSet, flat[i + 1] as CardId[]]] : []))
}

/** An edge as its target lists it: the card it starts at, the numbers of its type and source, the line or other evidence. */
type IncomingRow = readonly [from: CardId, type: number, source: number, evidence: number | string, confidence?: number]

/** For each card that edges end at all of them, so that they are read at once. */
function* incomingRows({ nodes, edges }: GraphData): Iterable<Row> {
  const files = new Map(nodes.map(({ id, file }) => [id, file]))
  const incoming = new Map<CardId, Edge[]>()
  for (const edge of edges) append(incoming, edge.to, edge)
  for (const { id } of nodes) {
    const mine = incoming.get(id)
    if (mine !== undefined) yield [id, incomingRow(id, mine, (from) => files.get(from)!)]
  }
}

/** The edges that end at a card as one row. */
export function incomingRow(to: CardId, edges: readonly Edge[], fileOf: (id: CardId) => ProjectPath): string {
  const rows = [...edges]
    .sort((a, b) => byText(a.type, b.type) || byText(a.from, b.from))
    .map(({ from, type, source, confidence, evidence }): IncomingRow => {
      const short = shortEvidence(evidence, fileOf(from))
      const line = numberBehind(short, 'line ')
      const row = [
        from,
        EDGE_TYPES.indexOf(type),
        EDGE_SOURCES.indexOf(source),
        line === undefined ? short : Number(line),
      ] as const
      return confidence === CONFIDENCE[source] ? row : [...row, confidence]
    })
  return JSON.stringify([to, ...rows])
}

function incomingEdge([, typeNumber, sourceNumber, evidence, confidence]: IncomingRow, from: GraphNode, to: CardId): Edge {
  const source = EDGE_SOURCES[sourceNumber]!
  return {
    from: from.id,
    to,
    type: EDGE_TYPES[typeNumber]!,
    source,
    confidence: confidence ?? CONFIDENCE[source],
    evidence: typeof evidence === 'number' ? `${from.file}:${evidence}` : evidence,
  }
}

/** A card with its references that no edge tells. */
export type LinkRow = readonly [id: CardId, ...ReferenceRow[]]

function* linkRows({ nodes, edges, references }: GraphData): Iterable<Row> {
  const own = ownEdges(nodes, edges)
  for (const node of nodes) {
    const mine = references.get(node.id)
    const row = mine === undefined ? undefined : linkRow(node, mine, own.get(node.id) ?? [])
    if (row !== undefined) yield [node.id, row]
  }
}

/** Undefined where the edges tell everything. `own` are the edges that the file of the card makes. */
export function linkRow(node: GraphNode, references: References, own: readonly Edge[]): string | undefined {
  const rows = unimplied(node, references, own)
  return rows.length === 0 ? undefined : JSON.stringify([node.id, ...rows])
}

/** The edges that each card's own file makes: those that start there, and inverse ones that end there. */
function ownEdges(nodes: readonly GraphNode[], edges: readonly Edge[]): Map<CardId, Edge[]> {
  const byFile = new Map<string, CardId>(nodes.map(({ id, file }) => [file, id]))
  const own = new Map<CardId, Edge[]>()
  for (const edge of edges) {
    const owner = byFile.get(placeOf(edge)?.file ?? '')
    if (owner === undefined) continue
    append(own, owner, edge)
  }
  return own
}
