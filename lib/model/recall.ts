import type { CardId, ProjectPath } from './ids.ts'
import type { IndexState } from './index-state.ts'

export const RECALL_MODES = ['brief', 'normal', 'deep'] as const
export type RecallMode = (typeof RECALL_MODES)[number]

/** A card as recall mentions it: one line, or with `detail` where there is room for more. */
export type RecallCard = {
  readonly id: CardId
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly summary: string
  readonly file: ProjectPath
  readonly updated: string | null
  readonly stale: boolean
  /** Why it is here, where that is not plain: the focus names it, a changed file. */
  readonly why?: string
  readonly detail?: string
}
/** A fact of the store that follows the person, as one line. */
export type OwnFact = { readonly id: CardId; readonly text: string }
export type ReadingHint = { readonly path: string; readonly why: string }

/** What the output leaves out and why: by the budget, or by score beyond the cap of a list. */
export type Omission = { readonly list: string; readonly count: number; readonly reason: string }

/** The end of every packed output: how much of it this is, and how far it can be trusted. */
export type Footer = {
  /** Distinct cards shown, and how many the answer could have shown. */
  readonly shown: number
  readonly total: number
  readonly omitted: readonly Omission[]
  readonly budget: number | null
  /** True where what is never cut is already over the budget. */
  readonly over_budget: boolean
  readonly stale: number
  readonly index: IndexState
  readonly receipt: string
}

/** Where a project stands. */
export type Recall = {
  readonly project: { readonly name: string; readonly type: string; readonly stage: string }
  readonly stage: string
  readonly active_foundation: readonly RecallCard[]
  readonly active_modules: readonly RecallCard[]
  readonly decisions: readonly RecallCard[]
  readonly read_if_needed: readonly ReadingHint[]
  /** Where the manifest wants them: facts that follow the person through all projects. */
  readonly own_facts: readonly OwnFact[]
  readonly focus: string
  /** Cards related to the focus and to changed files, then the rest, by score. */
  readonly context_summary: readonly RecallCard[]
  readonly recent_changes: readonly RecallCard[]
  readonly recent_traces: readonly RecallCard[]
  readonly next: string
  /** Why that is next; '' when nobody wrote it down. */
  readonly next_why: string
  /** A line that asks to distill, where the manifest says it is time. */
  readonly reminder: string | null
  readonly receipt: string
  readonly footer: Footer
}

/** What to know before a task. */
export type TaskContext = {
  readonly task: string
  readonly project: { readonly name: string; readonly type: string; readonly stage: string }
  readonly focus: string
  readonly next: string
  /** Rejected approaches, risks and guards that concern the task: read first. */
  readonly traps: readonly RecallCard[]
  readonly cards: readonly RecallCard[]
  readonly files: readonly ReadingHint[]
  readonly warnings: readonly string[]
  readonly suggested: string
  readonly receipt: string
  readonly footer: Footer
}
