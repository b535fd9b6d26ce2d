import type { IndexState } from './answer.ts'
import type { CardId, ProjectPath } from './ids.ts'

/** A card as recall mentions it: one line. */
export type RecallCard = {
  readonly id: CardId
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly summary: string
  readonly file: ProjectPath
  readonly updated: string | null
  readonly score: number
  readonly stale: boolean
}

/** Where a project stands, as data; the packer decides how much of it is printed. */
export type Recall = {
  readonly project: { readonly name: string; readonly type: string; readonly stage: string }
  readonly stage: string
  readonly focus: string
  readonly next: string
  readonly active_foundation: readonly RecallCard[]
  readonly active_modules: readonly RecallCard[]
  readonly decisions: readonly RecallCard[]
  readonly recent_traces: readonly RecallCard[]
  readonly recent_changes: readonly RecallCard[]
  /** Cards related to the focus, by score. */
  readonly context_summary: readonly RecallCard[]
  readonly read_if_needed: readonly { readonly path: string; readonly why: string }[]
  /** How many cards of each list were left out. */
  readonly omitted: readonly { readonly list: string; readonly count: number; readonly reason: string }[]
  readonly index: IndexState
}
