import type { LearnRule } from './event.ts'

/** What somebody said of a card, and what it did to its trust, 0 to 1. */
export type FeedbackData = {
  readonly id: string
  readonly verdict: 'helpful' | 'unhelpful'
  readonly old_trust: number
  readonly new_trust: number
  readonly query: string | null
  /** True where the card answers to the question from now on. */
  readonly taught: boolean
  readonly notes: readonly string[]
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}

/** A fact whose length costs it score. Lengths in code points; `penalty` is the factor, to a thousandth. */
export type LongFact = {
  readonly id: string
  readonly content_length: number
  readonly penalty: number
  readonly has_summary: boolean
}

/** What was learned. A card that two rules hit counts in both. */
export type LearnData = {
  readonly promoted: number
  readonly demoted: number
  readonly aged: number
  readonly unchanged: number
  readonly long_facts: readonly LongFact[]
  /** Cards that questions found since this was last told, and the cards whose trust moved. */
  readonly reads: readonly { readonly id: string; readonly count: number }[]
  readonly changes: readonly {
    readonly id: string
    readonly rules: readonly LearnRule[]
    readonly from: number
    readonly to: number
  }[]
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}

/** What deserves a look. Times are milliseconds since 1970, UTC. */
export type AuditData = {
  readonly total_cards: number
  readonly total_facts: number
  readonly long_without_summary: readonly { readonly id: string; readonly content_length: number }[]
  readonly low_helpful_rate: readonly { readonly id: string; readonly rate: number; readonly retrieval_count: number }[]
  readonly aging_candidates: readonly { readonly id: string; readonly last_retrieved_at: number }[]
  /** Every card, the worst first: 100 less the points of what is wrong with it. */
  readonly quality: readonly {
    readonly id: string
    readonly score: number
    readonly deductions: readonly { readonly points: number; readonly reason: string }[]
  }[]
  /** The mean over all cards, to a tenth; 100 without cards. */
  readonly mean_quality: number
}

/** A question that a card was marked helpful for. `weight` is what it counts as the whole of a query today. */
export type TaughtLine = { readonly id: string; readonly query: string; readonly since: string; readonly weight: number }

/** Why the trust of a card is what it is. */
export type TrustData = {
  readonly id: string
  readonly trust: number
  readonly start: number
  /** The author's own value in the card, or the default. */
  readonly start_from: 'card' | 'default'
  readonly reads: number
  readonly helpful: number
  readonly unhelpful: number
  readonly rate: number
  readonly last_retrieved_at: number | null
  readonly steps: readonly { readonly at: string; readonly what: string; readonly from: number; readonly to: number }[]
  readonly taught: readonly TaughtLine[]
}

export type TaughtData = {
  readonly taught: readonly TaughtLine[]
  readonly removed: readonly { readonly id: string; readonly query: string }[]
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}

/** What was drawn together. */
export type CompactedData = {
  readonly snapshot: string | null
  readonly covered: readonly string[]
  readonly events_before: number
  readonly events_after: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
  readonly notes: readonly string[]
}
