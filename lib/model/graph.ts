import type { EdgeType, Guard, Priority } from './card.ts'
import type { CardId, ProjectPath, Sha256 } from './ids.ts'

/** Where an edge comes from, strongest first. */
export const EDGE_SOURCES = ['explicit', 'mention', 'inferred', 'weak'] as const
export type EdgeSource = (typeof EDGE_SOURCES)[number]

export type Edge = {
  readonly from: CardId
  readonly to: CardId
  readonly type: EdgeType
  readonly source: EdgeSource
  /** 0 to 1, rounded to 1e-6. */
  readonly confidence: number
  /** Why the edge exists, in one line: `file:line` or the shared tag. */
  readonly evidence: string
}

/** What the graph keeps of a card: enough to rank and print it without opening the file. Keys as in graph.json. */
export type GraphNode = {
  readonly id: CardId
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly file: ProjectPath
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly priority: Priority | null
  readonly summary: string
  readonly created?: string
  readonly updated: string | null
  readonly last_verified: string | null
  readonly source_files: readonly string[]
  readonly hash: Sha256
  /** Present only where it differs from the common case. */
  readonly ttl_days?: number
  readonly policy?: 'verify_on_related_code_change' | 'ttl' | 'never'
  readonly trust?: number
  readonly confidence?: number
  readonly secret?: true
  readonly distilled?: boolean
  readonly external?: true
  /** Whoever shows its text cleans it first; the text of any other card may leave as it is. */
  readonly cleaned?: true
  /** Conditions of rejected approaches; none of a secret card. */
  readonly guards?: readonly Guard[]
  /** Facts: code points of the match text (authored summary if there is one, else the body). */
  readonly match_length?: number
  /** Facts: distinct terms of the match text, so that an overlap with it is known without reading the card. */
  readonly match_terms?: number
  /** The match text is the authored summary, not the body. */
  readonly summarised?: true
  /** The author's own `entities:` list. */
  readonly entities?: readonly string[]
  readonly category?: string
}

/** What a name stands for. One entry of the names section of graph.json. */
export const NAME_KINDS = [
  'id',
  'slug',
  'alias',
  'title',
  'tag',
  'file',
  'source',
  'basename',
  'folder',
  'id_part',
  'tag_token',
  'entity',
] as const
export type NameKind = (typeof NAME_KINDS)[number]
export type NameHit = { readonly kind: NameKind; readonly id: CardId }

export type GraphHeader = {
  readonly kind: 'pmem.graph_index'
  readonly pmem_version: string
  readonly format: number
  /** The newest date of any card as UTC ISO (a date stays a date), null if none: bytes depend on cards only. */
  readonly generated_at: string | null
  readonly source: { readonly type: 'markdown_cards'; readonly glob: readonly string[]; readonly source_hash: Sha256 }
  readonly node_count: number
  readonly edge_count: number
  /** The cards that carry guards, where there are any. */
  readonly guarded?: readonly CardId[]
}

/** The graph as the engine sees it; in memory an adjacency map, on disk a file that is read where a query touches it. */
export type GraphIndex = {
  readonly header: GraphHeader
  node(id: CardId): GraphNode | undefined
  /** Edges that start at `id`, sorted by type, then `to`, in code-unit order. */
  edgesFrom(id: CardId): readonly Edge[]
  /** Edges that end at `id`, sorted by type, then `from`; of one type alone where it is named, which reads no more than those. */
  edgesTo(id: CardId, type?: EdgeType): readonly Edge[]
  /** What a folded name stands for (see text/fold), sorted by kind, then id; [] when nothing. */
  names(name: string): readonly NameHit[]
  /** Every node, by id in code-unit order. */
  nodes(): Iterable<GraphNode>
}

/**
 * A card with one of these edges rests on the card it leads to, so that a change there makes it suspect; of `constrains` it is
 * the other way round. Source: design, section 5, "Cascade".
 */
export const RESTS_ON: ReadonlySet<EdgeType> = new Set(['depends_on', 'derived_from', 'implements', 'decided_by'])

/** How an edge reads from its other end. Symmetric types keep their name. */
export const INVERSE: Readonly<Record<EdgeType, string>> = {
  related_to: 'related_to',
  depends_on: 'required_by',
  blocks: 'blocked_by',
  implements: 'implemented_by',
  constrains: 'constrained_by',
  decided_by: 'decides',
  derived_from: 'source_of',
  supersedes: 'superseded_by',
  conflicts_with: 'conflicts_with',
  next_step_of: 'has_next_step',
  references: 'referenced_by',
  belongs_to: 'contains',
  has_evidence: 'evidence_for',
}
