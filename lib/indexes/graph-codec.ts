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

/** graph.json as chunks of text; see indexes-schema/README.md for its sections. Equal data gives equal text. */
export function encodeGraph(data: GraphData): string[] {
  const files = new Map(data.nodes.map((node) => [node.id, node.file]))
  return encodeContainer(data.header, [
    { name: 'nodes', open: '{"id":', rows: data.nodes.map((node): Row => [node.id, JSON.stringify(node)]) },
    { name: 'edges', open: '{"from":', rows: data.edges.map((edge): Row => [edge.from, edgeRow(edge, files.get(edge.from))]) },
    { name: 'names', open: '[', rows: nameRows(data.nodes) },
    { name: 'incoming', open: null, rows: incomingRows(data) },
    { name: 'links', open: null, rows: linkRows(data) },
  ])
}

/**
 * Opens graph.json for lookups: each reads only the part of the file it needs. Gives undefined for a file that is
 * damaged, foreign or of another format; a lookup throws DamagedIndex when the part it reads was altered. `trusted`: see
 * openContainer.
 */
export function openGraph(bytes: Bytes, options: { readonly trusted?: boolean } = {}): GraphFile | undefined {
  const container = openContainer(bytes, KIND, GRAPH_FORMAT, options)
  return container === undefined ? undefined : fileGraph(container)
}

/** Everything in graph.json. Throws DamagedIndex where the file was altered. */
export function decodeGraph(bytes: Bytes): GraphData | undefined {
  const container = openContainer(bytes, KIND, GRAPH_FORMAT)
  if (container === undefined) return undefined
  const nodes = [...container.values('nodes')] as GraphNode[]
  const files = new Map(nodes.map((node) => [node.id, node.file]))
  const edges = [...container.values('edges')].map((value) => fullEdge(value as Edge, files.get((value as Edge).from)))
  const own = ownEdges(nodes, edges)
  const references = new Map<CardId, References>()
  let number = 0
  for (const row of container.values('links')) {
    const node = nodes[number]!
    const found = withImplied(node, row as ReferenceRow[], own.get(node.id) ?? [])
    if (found !== NO_REFERENCES) references.set(node.id, found)
    number += 1
  }
  return { header: container.header as GraphFileHeader, nodes, edges, references }
}

function fileGraph(container: Container): GraphFile {
  const cache = new Map<CardId, GraphNode>()
  const nodeAt = kept((number: number): GraphNode => {
    const row = container.row('nodes', number)
    if (row === undefined) throw new DamagedIndex(`no node ${number}`)
    return keep(JSON.parse(row) as GraphNode)
  })
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
  const nameGroups = (name: string): [KindSet, readonly number[]][] => {
    const [row] = container.rows('names', name)
    if (row === undefined) return []
    const [, ...flat] = JSON.parse(row) as [string, ...(KindSet | number[])[]]
    return flat.flatMap((set, i) => (i % 2 === 0 ? [[set as KindSet, flat[i + 1] as number[]] as [KindSet, number[]]] : []))
  }
  // One question asks for the edges of a card several times: to expand, to find what it rests on, for its evidence.
  const edgesFrom = kept((id: CardId): readonly Edge[] =>
    container.rows('edges', id).map((row) => fullEdge(JSON.parse(row) as Edge, node(id)?.file)),
  )
  const incoming = kept((id: CardId): readonly IncomingRow[] => {
    const number = container.rowNumber('nodes', id)
    return number === -1 ? [] : (JSON.parse(container.row('incoming', number) ?? '[]') as IncomingRow[])
  })
  const edgesOf = (rows: readonly IncomingRow[], id: CardId): Edge[] => rows.map((row) => incomingEdge(row, nodeAt(row[0]), id))
  const allEdgesTo = kept((id: CardId): readonly Edge[] =>
    edgesOf(incoming(id), id).sort((a, b) => byText(a.type, b.type) || byText(a.from, b.from)),
  )
  const edgesTo = (id: CardId, type?: EdgeType): readonly Edge[] => {
    if (type === undefined) return allEdgesTo(id)
    const number = EDGE_TYPES.indexOf(type)
    // They stand in the order of the cards that they come from.
    return edgesOf(
      incoming(id).filter((row) => row[1] === number),
      id,
    )
  }
  return {
    header: container.header as GraphFileHeader,
    node,
    edgesFrom,
    edgesTo,
    names(name): readonly NameHit[] {
      const found = new Map<number, KindSet>()
      const add = (number: number, set: KindSet): void => {
        if (set !== 0) found.set(number, (found.get(number) ?? 0) | set)
      }
      for (const [set, numbers] of nameGroups(name)) for (const number of numbers) add(number, set)
      for (const key of derivedKeys(name)) {
        for (const [set, numbers] of nameGroups(key)) {
          if (mayDerive(set)) for (const number of numbers) add(number, derivedKinds(name, nodeAt(number)))
        }
      }
      const pairs = [...found].map(([number, set]) => [set, nodeAt(number).id] as const)
      return nameHits(node(name as CardId) === undefined ? pairs : [...pairs, [kindBit('id'), name as CardId]])
    },
    *nodes(): Iterable<GraphNode> {
      yield* container.values('nodes') as Iterable<GraphNode>
    },
    references(id): References {
      const found = node(id)
      if (found === undefined) return NO_REFERENCES
      const row = container.row('links', container.rowNumber('nodes', id)) ?? '[]'
      return withImplied(found, JSON.parse(row) as ReferenceRow[], [...edgesFrom(id), ...edgesTo(id)])
    },
  }
}

function checked(node: GraphNode, id: CardId): GraphNode {
  if (node.id !== id) throw new DamagedIndex(`${node.id} stands where ${id} should`)
  return node
}

const EDGE_LINE = /^line (\d+)$/

/** Remembers what `read` gave for the last keys it was asked for. */
function kept<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    if (known.size >= CACHED_NODES) known.clear()
    return getOrMake(known, key, () => read(key))
  }
}

/** The file is known from the node an edge starts at, so only the line is written. */
function edgeRow({ from, to, type, source, confidence, evidence }: Edge, file: ProjectPath | undefined): string {
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
  const line = evidence.startsWith(`${file}:`) ? `line ${evidence.slice(file.length + 1)}` : ''
  return EDGE_LINE.test(line) ? line : evidence
}

function fullEdge(edge: Edge, file: ProjectPath | undefined): Edge {
  const { evidence } = edge
  return evidence.startsWith('line ') && isNumber(evidence, 'line '.length)
    ? { ...edge, evidence: `${file}:${evidence.slice('line '.length)}` }
    : edge
}

/** Digits alone from a place on. Plain code: a question opens a hundred edges. */
function isNumber(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x39) return false
  }
  return text.length > from
}

/** Each name with the nodes it stands for, grouped by what it is of them. */
function* nameRows(nodes: readonly GraphNode[]): Iterable<Row> {
  const table = nameTable(nodes, { compact: true })
  for (const name of [...table.keys()].sort(byText)) {
    const entry = table.get(name)!
    let row = `[${JSON.stringify(name)}`
    if (entry.length === 2) row += `,${entry[0]},[${entry[1]}]`
    else {
      const groups = new Map<KindSet, number[]>()
      for (let i = 0; i < entry.length; i += 2) {
        append(groups, entry[i]!, entry[i + 1]!)
      }
      for (const [set, numbers] of [...groups].sort(([a], [b]) => a - b)) row += `,${set},[${numbers.join(',')}]`
    }
    yield [name, `${row}]`]
  }
}

/** An edge as its target lists it: the node it starts at, the numbers of its type and source, the line or other evidence. */
type IncomingRow = readonly [from: number, type: number, source: number, evidence: number | string, confidence?: number]

/** For each node, in order, the edges that end there, so that they are read at once. */
function* incomingRows({ nodes, edges }: GraphData): Iterable<Row> {
  const numbers = new Map(nodes.map(({ id }, number) => [id, number]))
  const incoming = new Map<CardId, IncomingRow[]>()
  for (const { from, to, type, source, confidence, evidence } of edges) {
    const number = numbers.get(from)!
    const short = shortEvidence(evidence, nodes[number]!.file)
    const line = EDGE_LINE.exec(short)
    const row = [number, EDGE_TYPES.indexOf(type), EDGE_SOURCES.indexOf(source), line === null ? short : Number(line[1])] as const
    append(incoming, to, confidence === CONFIDENCE[source] ? row : [...row, confidence])
  }
  for (const { id } of nodes) yield [id, JSON.stringify(incoming.get(id) ?? [])]
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

/** For each node, in order, its references that no edge tells. */
function* linkRows({ nodes, edges, references }: GraphData): Iterable<Row> {
  const own = ownEdges(nodes, edges)
  for (const node of nodes) {
    const mine = references.get(node.id)
    yield [node.id, mine === undefined ? '[]' : JSON.stringify(unimplied(node, mine, own.get(node.id) ?? []))]
  }
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
