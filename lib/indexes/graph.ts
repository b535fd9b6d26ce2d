import { withoutComments } from '../card/code-mask.ts'
import type { Card } from '../model/card.ts'
import type { Edge, EdgeSource, GraphHeader, GraphIndex, GraphNode, NameHit } from '../model/graph.ts'
import type { CardId, Sha256 } from '../model/ids.ts'
import { utcTime } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { append } from './multi-map.ts'
import { type NameTable, nameHits, nameTable } from './names.ts'
import { NO_REFERENCES, type References } from './references.ts'

export const GRAPH_FORMAT = 5

/** Confidence by source (design 2.2, spec); of weak edges the most they can have. */
export const CONFIDENCE: Readonly<Record<EdgeSource, number>> = { explicit: 1, mention: 0.9, inferred: 0.8, weak: 0.4 }

/** A file that had to be left out, so that a later reading command can still say so. */
export type Problem = {
  readonly file: string
  readonly hash: Sha256
  readonly code: string
  readonly line: number | null
  readonly message: string
}

export type GraphFileHeader = GraphHeader & {
  /** Hash of the manifest parts and versions that shape the index: a change of them makes it stale. */
  readonly inputs: string
  /** Sorted by file, then line, then code. */
  readonly problems: readonly Problem[]
}

/** Everything graph.json holds, in memory. */
export type GraphData = {
  readonly header: GraphFileHeader
  /** By id in code-unit order. */
  readonly nodes: readonly GraphNode[]
  /** By from, type, to in code-unit order. */
  readonly edges: readonly Edge[]
  /** Only cards that have any. */
  readonly references: ReadonlyMap<CardId, References>
}

/** GraphIndex with what graph.json holds besides. */
export type GraphFile = GraphIndex & { readonly header: GraphFileHeader; references(id: CardId): References }

export type GraphMeta = {
  readonly pmemVersion: string
  readonly glob: readonly string[]
  readonly sourceHash: Sha256
  readonly inputs: string
  readonly problems: readonly Problem[]
}

/** Puts nodes, edges and references in order and writes the header. Ids must be unique. */
export function buildGraph(
  nodes: readonly GraphNode[],
  edges: readonly Edge[],
  references: ReadonlyMap<CardId, References>,
  meta: GraphMeta,
): GraphData {
  const sortedNodes = [...nodes].sort((a, b) => byText(a.id, b.id))
  const guarded = sortedNodes.filter(isGuarded).map(({ id }) => id)
  const counted = { newest: newestDate(datesOf(nodes)), nodes: nodes.length, edges: edges.length, guarded }
  return { header: graphHeader(counted, meta), nodes: sortedNodes, edges: [...edges].sort(byEdge), references }
}

/** What the header says of the cards and edges below it. */
export type Counted = {
  readonly newest: string | null
  readonly nodes: number
  readonly edges: number
  /** In code-unit order. */
  readonly guarded: readonly CardId[]
}

export const graphHeader = ({ newest, nodes, edges, guarded }: Counted, meta: GraphMeta): GraphFileHeader => ({
  kind: 'pmem.graph_index',
  pmem_version: meta.pmemVersion,
  format: GRAPH_FORMAT,
  generated_at: newest,
  source: { type: 'markdown_cards', glob: meta.glob, source_hash: meta.sourceHash },
  node_count: nodes,
  edge_count: edges,
  ...(guarded.length === 0 ? {} : { guarded }),
  inputs: meta.inputs,
  problems: [...meta.problems].sort(
    (a, b) => byText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || byText(a.code, b.code) || byText(a.message, b.message),
  ),
})

export const isGuarded = ({ guards }: GraphNode): boolean => guards !== undefined

/** The adjacency map: every card, edge and name in memory. */
export function memoryGraph(data: GraphData): GraphFile {
  const nodes = new Map(data.nodes.map((node) => [node.id, node]))
  const from = grouped(data.edges, (edge) => edge.from)
  const to = grouped(
    [...data.edges].sort((a, b) => byText(a.to, b.to) || byText(a.type, b.type) || byText(a.from, b.from)),
    (edge) => edge.to,
  )
  let names: NameTable | undefined
  return {
    header: data.header,
    node: (id) => nodes.get(id),
    edgesFrom: (id) => from.get(id) ?? [],
    edgesTo: (id, type) => {
      const edges = to.get(id) ?? []
      return type === undefined ? edges : edges.filter((edge) => edge.type === type)
    },
    names(name): readonly NameHit[] {
      names ??= nameTable(data.nodes)
      const entry = names.get(name) ?? []
      const pairs: [number, CardId][] = []
      for (let i = 0; i < entry.length; i += 2) pairs.push([entry[i]!, data.nodes[entry[i + 1]!]!.id])
      return nameHits(pairs)
    },
    nodes: () => data.nodes,
    references: (id) => data.references.get(id) ?? NO_REFERENCES,
  }
}

/**
 * What the graph keeps of a card, keys in the order of graph.json. Of a secret card only its id and what references need:
 * no title, tags or summary.
 * `matchTerms` is the number of distinct terms in the match text of a fact.
 */
export function graphNode(card: Card, matchTerms?: number): GraphNode {
  return {
    id: card.id,
    type: card.type,
    title: card.secret ? card.id : card.title,
    status: card.status,
    file: card.file,
    tags: card.secret ? [] : card.tags,
    aliases: card.aliases,
    priority: card.priority,
    summary: card.secret ? '' : card.summary,
    updated: card.updated,
    last_verified: card.lastVerified,
    source_files: card.sourceFiles,
    hash: card.hash,
    ...(card.created === null ? {} : { created: card.created }),
    ...(card.freshness.ttlDays === undefined ? {} : { ttl_days: card.freshness.ttlDays }),
    ...(card.freshness.policy === undefined ? {} : { policy: card.freshness.policy }),
    ...(card.trust === null ? {} : { trust: card.trust }),
    ...(card.confidence === null ? {} : { confidence: card.confidence }),
    ...(card.secret ? { secret: true as const } : {}),
    ...(card.guards.length > 0 && !card.secret ? { guards: card.guards } : {}),
    ...(card.distilled === null ? {} : { distilled: card.distilled }),
    ...(card.external ? { external: true as const } : {}),
    ...(card.cleaned === true ? { cleaned: true as const } : {}),
    ...(card.type === 'fact' ? { match_length: [...matchText(card)].length } : {}),
    ...(matchTerms === undefined ? {} : { match_terms: matchTerms }),
    ...(card.type === 'fact' && card.authoredSummary !== null ? { summarised: true as const } : {}),
    ...(card.entities.length > 0 && !card.secret ? { entities: card.entities } : {}),
    ...(card.category === null || card.secret ? {} : { category: card.category }),
  }
}

/** What a fact is matched by: the authored summary if there is one, else its text. */
export const matchText = ({ authoredSummary, body }: Card): string =>
  authoredSummary ?? (body.includes('<!--') ? withoutComments(body) : body).trim()

export const byEdge = (a: Edge, b: Edge): number => byText(a.from, b.from) || byText(a.type, b.type) || byText(a.to, b.to)

const DAY_LENGTH = '2026-07-03'.length

export function* datesOf(nodes: Iterable<GraphNode>): Iterable<string> {
  for (const { created, updated, last_verified } of nodes)
    for (const date of [created, updated, last_verified]) if (date !== undefined && date !== null) yield date
}

/** The newest of some dates as UTC ISO: a day means its midnight. Unreadable dates count for nothing. */
export function newestDate(dates: Iterable<string>): string | null {
  let newest: { readonly time: number; readonly day: boolean } | undefined
  for (const date of dates) {
    const time = utcTime(date)
    if (time === undefined) continue
    const day = date.trim().length === DAY_LENGTH
    if (newest === undefined || time > newest.time || (time === newest.time && !day)) newest = { time, day }
  }
  if (newest === undefined) return null
  // A date stays a date: no time of day that nobody wrote.
  const iso = new Date(newest.time).toISOString()
  return newest.day ? iso.slice(0, DAY_LENGTH) : iso
}

function grouped(edges: readonly Edge[], key: (edge: Edge) => CardId): Map<CardId, Edge[]> {
  const groups = new Map<CardId, Edge[]>()
  for (const edge of edges) {
    append(groups, key(edge), edge)
  }
  return groups
}
