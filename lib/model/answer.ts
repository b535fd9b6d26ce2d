import type { Edge, GraphNode } from './graph.ts'
import type { Hit } from './hit.ts'
import type { CardId, ProjectPath } from './ids.ts'
import type { IndexState } from './index-state.ts'
import type { Footer } from './recall.ts'

/** Why there is no answer, for programs and for people. */
export type NoAnswer = {
  readonly code: 'empty_query' | 'empty_store' | 'no_match' | 'not_covered' | 'filtered_out'
  readonly message: string
  /** Words of the query that no card covers. */
  readonly uncovered: readonly string[]
  readonly terms: readonly string[]
  readonly fix: string
}

export type AskAnswer = {
  readonly query: string
  readonly matched: readonly Hit[]
  readonly recommended_files: readonly string[]
  readonly evidence_paths: readonly ProjectPath[]
  /** Cards found in all, and whether `matched` holds every one of them. */
  readonly total: number
  readonly complete: boolean
  /** Set for questions that list a kind of card. */
  readonly list: { readonly types: readonly string[]; readonly filter: string } | null
  readonly reason: NoAnswer | null
  /** Words that no card holds, read as the nearest one that some card does. */
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
  readonly index: IndexState
  readonly receipt: string
  readonly footer: Footer
}

/** One step of a walk over the graph, seen from the card the walk came from. */
export type Step = {
  readonly edge: Edge
  readonly name: string
  readonly from: CardId
  readonly to: CardId
  readonly node: GraphNode
  readonly depth: number
  readonly known: boolean
}
