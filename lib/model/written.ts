/** What a writing command did, or with `dry_run` would do. */
export type ChangedData = {
  readonly action: string
  /** The card it was about; null for one that is about several. */
  readonly id: string | null
  readonly file: string | null
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** The trace that tells of it, or null. */
  readonly trace: string | null
  /** Cards whose verification was recorded, and whose dirty flags were settled. */
  readonly verified: readonly string[]
  readonly resolved: readonly string[]
  /** Cards that somebody should look at because of it, with the reason. */
  readonly flagged: readonly { readonly id: string; readonly reason: string }[]
  /** What was done all the same and should not stay so. */
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  /** Unified diff over all files. */
  readonly diff: string
  readonly dry_run: boolean
}

/** What `update` proposes. `proposed_edit` is a unified diff; it is left out of a plain list of candidates. */
export type SuggestedData = {
  readonly items: readonly {
    readonly id: string
    readonly card: string
    readonly file: string
    readonly reason: string
    readonly evidence: readonly string[]
    readonly proposed_edit?: string
  }[]
  readonly summary: {
    readonly has_actionable: boolean
    readonly items: number
    readonly changed_files: number
    readonly undistilled_traces: number
  }
  readonly notes: readonly string[]
}

/** What `distill` proposes or did. */
export type DistilledData = {
  readonly proposals: readonly {
    readonly id: string
    readonly trace: string
    readonly card: string
    readonly file: string
    readonly made: boolean
    readonly facts: readonly { readonly kind: string; readonly text: string; readonly line: number }[]
    readonly proposed_edit: string
  }[]
  /** What traces say that a card says already. */
  readonly known: readonly { readonly trace: string; readonly text: string; readonly card: string }[]
  readonly overtaken: readonly { readonly card: string; readonly trace: string; readonly reason: string }[]
  /** Traces that wait before, and those that are marked by it. */
  readonly waiting: readonly string[]
  readonly marked: readonly { readonly trace: string; readonly into: readonly string[] }[]
  readonly written: readonly string[]
  readonly applied: boolean
  readonly diff: string
  readonly dry_run: boolean
  readonly notes: readonly string[]
}
