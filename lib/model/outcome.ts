import type { AskAnswer } from './answer.ts'
import type { DoctorData } from './doctor.ts'
import type { EvalData } from './eval.ts'
import type { About, Contradictions, FactList, FactSearch, ImportedData, RelatedFacts, RememberedData } from './fact.ts'
import type { Finding } from './finding.ts'
import type { CheckedData } from './guard.ts'
import type { IndexState } from './index-state.ts'
import type { IntegrationsData } from './integration.ts'
import type { AuditData, CompactedData, FeedbackData, LearnData, TaughtData, TrustData } from './learned.ts'
import type { Footer, Recall, TaskContext } from './recall.ts'
import type { Receipt } from './receipt.ts'
import type { GraphData, ViewData } from './view.ts'
import type { ChangedData, DistilledData, SuggestedData } from './written.ts'

/** A card in a list. */
export type CardLine = {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly priority: string | null
  readonly updated: string | null
  readonly file: string
  readonly stale: boolean
}

/** One edge as a person reads it: the name says how `id` stands to the card it hangs under. */
export type TreeStep = {
  readonly depth: number
  readonly name: string
  readonly from: string
  readonly id: string
  readonly title: string
  readonly status: string | null
  readonly source: string
  readonly confidence: number
  readonly evidence: string
  /** Shown further up with what hangs under it. */
  readonly known: boolean
}

/** What a command found out or did, as data that is printed as JSON as it stands. `exit` is 0 or 1. */
export type Outcome = PackedOutcome | (PlainOutcome & { readonly printed?: () => void })

export type PackedOutcome =
  | (Packed<AskAnswer> & { readonly kind: 'ask'; readonly exit: number; readonly explain: boolean })
  | (Packed<Recall> & { readonly kind: 'recall'; readonly exit: number })
  | (Packed<TaskContext> & { readonly kind: 'context'; readonly exit: number })

/** `printed`, where there is one, is called once the data is out. */
export type PlainOutcome =
  | { readonly kind: 'path'; readonly exit: number; readonly data: PathData }
  | { readonly kind: 'impact'; readonly exit: number; readonly data: Impact }
  | { readonly kind: 'receipt'; readonly exit: number; readonly data: Receipt }
  | { readonly kind: 'next'; readonly exit: number; readonly data: Next }
  | { readonly kind: 'list'; readonly exit: number; readonly data: CardList }
  | { readonly kind: 'related'; readonly exit: number; readonly data: Related }
  | { readonly kind: 'trace'; readonly exit: number; readonly data: TraceData }
  | { readonly kind: 'show'; readonly exit: number; readonly data: Shown }
  | { readonly kind: 'status'; readonly exit: number; readonly data: StatusData }
  | {
      readonly kind: 'verify'
      readonly exit: number
      readonly data: {
        readonly findings: readonly Finding[]
        readonly errors: number
        readonly warnings: number
        /** Findings left out of all this, since somebody accepted them. */
        readonly accepted: number
        readonly cards: number
        readonly fixed: readonly string[]
        readonly written: readonly string[]
      }
    }
  | { readonly kind: 'doctor'; readonly exit: number; readonly data: DoctorData }
  | { readonly kind: 'rebuild'; readonly exit: number; readonly data: RebuildData }
  | { readonly kind: 'init'; readonly exit: number; readonly data: InitData }
  | { readonly kind: 'changed'; readonly exit: number; readonly data: ChangedData }
  | { readonly kind: 'suggested'; readonly exit: number; readonly data: SuggestedData }
  | { readonly kind: 'distilled'; readonly exit: number; readonly data: DistilledData }
  | { readonly kind: 'feedback'; readonly exit: number; readonly data: FeedbackData }
  | { readonly kind: 'learn'; readonly exit: number; readonly data: LearnData }
  | { readonly kind: 'audit'; readonly exit: number; readonly data: AuditData }
  | { readonly kind: 'trust'; readonly exit: number; readonly data: TrustData }
  | { readonly kind: 'eval'; readonly exit: number; readonly data: EvalData }
  | { readonly kind: 'graph'; readonly exit: number; readonly data: GraphData }
  | { readonly kind: 'view'; readonly exit: number; readonly data: ViewData }
  | { readonly kind: 'taught'; readonly exit: number; readonly data: TaughtData }
  | { readonly kind: 'compacted'; readonly exit: number; readonly data: CompactedData }
  | { readonly kind: 'written'; readonly exit: number; readonly data: WrittenData }
  | { readonly kind: 'facts'; readonly exit: number; readonly data: FactSearch }
  | { readonly kind: 'fact_list'; readonly exit: number; readonly data: FactList }
  | { readonly kind: 'about'; readonly exit: number; readonly data: About }
  | { readonly kind: 'related_facts'; readonly exit: number; readonly data: RelatedFacts }
  | { readonly kind: 'contradictions'; readonly exit: number; readonly data: Contradictions }
  | { readonly kind: 'remembered'; readonly exit: number; readonly data: RememberedData }
  | { readonly kind: 'imported'; readonly exit: number; readonly data: ImportedData }
  | { readonly kind: 'integrations'; readonly exit: number; readonly data: IntegrationsData }
  | { readonly kind: 'checked'; readonly exit: number; readonly data: CheckedData }
  | { readonly kind: 'completion'; readonly exit: number; readonly data: { readonly shell: string; readonly script: string } }
  | {
      readonly kind: 'hook'
      readonly exit: 0
      readonly data: { readonly event: string; readonly host: string; readonly output: unknown }
    }

/** A question and the cards it was answered with, best first: a line of the retrieval log. */
export type Retrieval = {
  readonly query: string
  readonly results: readonly { readonly id: string; readonly score: number }[]
}

export type CardList = {
  readonly cards: readonly CardLine[]
  readonly total: number
  readonly complete: boolean
  readonly index: IndexState
}
export type NextItem = {
  readonly id: string | null
  readonly text: string
  readonly priority: string | null
  readonly status: string | null
  readonly why: string
  readonly owner: string | null
  readonly file: string
}
export type Next = {
  readonly next: NextItem | null
  readonly queue: readonly NextItem[]
  readonly total: number
  readonly index: IndexState
}

export type Related = {
  readonly id: string
  readonly title: string
  readonly steps: readonly TreeStep[]
  /** Neighbours that the limit left out, by card. */
  readonly omitted: readonly { readonly id: string; readonly count: number }[]
  /** References of this card that lead to no card. */
  readonly missing: readonly { readonly type: string; readonly target: string; readonly line: number }[]
  readonly total: number
  readonly index: IndexState
}
export type TraceData = {
  readonly id: string
  readonly title: string
  readonly file: string
  readonly why: readonly TreeStep[]
  /** At most as many as were asked for, of `used_by_total`. */
  readonly used_by: readonly TreeStep[]
  readonly used_by_total: number
  /** The line of supersession, newest first; empty when the card stands alone. */
  readonly history: readonly { readonly id: string; readonly title: string; readonly status: string | null }[]
  readonly evidence_paths: readonly string[]
  readonly index: IndexState
}
export type Shown = {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly file: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly summary: string
  readonly updated: string | null
  readonly last_verified: string | null
  readonly source_files: readonly string[]
  readonly stale_reasons: readonly string[]
  readonly superseded_by: string | null
  readonly secret: boolean
  readonly body: string
  readonly edges: readonly TreeStep[]
  readonly index: IndexState
}
export type StatusData = {
  readonly root: string
  readonly project: string
  readonly stage: string
  readonly cards: number
  readonly by_type: readonly { readonly type: string; readonly count: number }[]
  readonly broken: readonly { readonly file: string; readonly line: number | null; readonly message: string }[]
  /** What changed since the memory last took note: by git with the commit it counts from (null: only what is not committed; '': from the beginning), or by the recorded contents of sources. */
  readonly changes: {
    readonly by: 'git' | 'content'
    readonly since: string | null
    readonly files: readonly { readonly path: string; readonly kind: 'added' | 'changed' | 'deleted'; readonly from?: string }[]
  }
  /** Cards that name a changed file, each with the entry that says so. */
  readonly affected: readonly AffectedCard[]
  /** Cards with a pattern or a folder that holds a changed file: a hint, no more. */
  readonly hints: readonly AffectedCard[]
  readonly dirty: readonly { readonly id: string; readonly since: string; readonly reasons: readonly string[] }[]
  /** Cards that rest on something dirty, changed, stale or superseded, with the shortest path that says why. */
  readonly suspect: readonly { readonly id: string; readonly hops: number; readonly path: string }[]
  readonly stale: readonly { readonly id: string; readonly reasons: readonly string[] }[]
  /** Traces that wait to be distilled, and a line that asks for it where the manifest says it is time. */
  readonly undistilled: { readonly traces: readonly string[]; readonly reminder: string | null }
  readonly index: IndexState
}
export type AffectedCard = {
  readonly id: string
  readonly file: string
  readonly source: string
  readonly entry: string
  readonly match: 'file' | 'pattern' | 'folder'
  readonly kind: 'added' | 'changed' | 'deleted'
}
export type RebuildData = {
  readonly cards: number
  readonly edges: number
  readonly terms: number
  readonly files: number
  readonly findings: readonly Finding[]
  readonly written: readonly string[]
}
export type InitData = {
  readonly root: string
  readonly created: boolean
  readonly written: readonly string[]
  readonly sources: readonly { readonly glob: string; readonly type: string; readonly files: number }[]
  /** Found but not taken: `init --yes` takes them. */
  readonly proposed: readonly { readonly glob: string; readonly type: string; readonly files: number }[]
  readonly cards: number
  readonly dry_run: boolean
}
export type WrittenData = {
  readonly id: string
  readonly file: string
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}

/** Data that ends in a footer and bears the id of its receipt. */
export type Signed = { readonly receipt: string; readonly footer: Footer }

/** Data that grows with the budget. `at(levels, false)` is all there is; the printer asks for the level that fits. */
export type Packed<T extends Signed> = {
  readonly levels: number
  readonly at: (level: number, over: boolean) => T
  /** Tokens the whole output may have, or null for no limit. */
  readonly budget: number | null
  /** Called with what was printed, once it is out: keeps the receipt, logs what a question found. */
  readonly printed: (data: T) => void
  /** Where a greater budget opens further lists: what fits `room` tokens of these levels comes first, then the rest after it. */
  readonly opening?: {
    readonly room: number
    readonly levels: number
    readonly at: (level: number, over: boolean) => T
    readonly after: (level: number) => { readonly levels: number; readonly at: (level: number, over: boolean) => T }
  }
}
export type PathData = {
  readonly from: string
  readonly to: string
  readonly found: boolean
  readonly steps: readonly TreeStep[]
  readonly index: IndexState
}
export type Impact = {
  readonly subject: string
  readonly kind: 'file' | 'card'
  /** Cards that speak about the file, or that rest on the card, nearest first, with the path that says why. */
  readonly cards: readonly {
    readonly id: string
    readonly type: string
    readonly title: string
    readonly file: string
    readonly distance: number
    readonly why: string
  }[]
  readonly total: number
  readonly index: IndexState
}
