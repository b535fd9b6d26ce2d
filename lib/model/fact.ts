import type { CardId } from './ids.ts'
import type { IndexState } from './index-state.ts'

/** What somebody wants remembered. Lists may be empty; null where nothing is said. */
export type FactInput = {
  readonly content: string
  readonly summary: string | null
  readonly category: string | null
  readonly tags: readonly string[]
  readonly entities: readonly string[]
  /** Cards that it takes the place of, by any of their names. */
  readonly supersedes: readonly string[]
  /** Where it was taken from; makes that it is imported once. */
  readonly origin?: string
  /** What it is called, where that is not the opening of its text. */
  readonly title?: string
}

/** project: the store of the project; global: that of the person. */
export type StoreName = 'project' | 'global'

/** A fact as it is shown, in full. */
export type FactView = {
  readonly id: CardId
  readonly store: StoreName
  readonly title: string
  readonly content: string
  /** The author's own; null without one. */
  readonly summary: string | null
  readonly category: string | null
  readonly tags: readonly string[]
  readonly entities: readonly string[]
  /** 0 to 1. */
  readonly trust: number
  readonly status: string | null
  readonly superseded_by: string | null
  readonly created: string | null
  readonly updated: string | null
  /** When an answer last held it, UTC ISO; null if never. */
  readonly last_retrieved_at: string | null
  readonly file: string
}
/** The numbers that make the score: relevance x trust x length_penalty, relevance = 0.5 text + 0.5 overlap. */
export type FactHit = FactView & {
  readonly score: number
  readonly relevance: number
  readonly text: number
  readonly overlap: number
  readonly length_penalty: number
}

export type FactSearch = {
  readonly query: string
  /** What was searched: the query without requests and fillers; '' where nothing is left. */
  readonly refined: string
  readonly results: readonly FactHit[]
  /** Facts that match, whatever the limit. */
  readonly total: number
  /** Why there are no results; null where there are. */
  readonly reason: string | null
  readonly index: IndexState
}
export type FactList = {
  readonly facts: readonly FactView[]
  readonly total: number
  readonly index: IndexState
}

/** A card about something: where it is named, and of a fact its text. */
export type AboutCard = {
  readonly id: CardId
  readonly store: StoreName
  readonly type: string
  readonly title: string
  readonly summary: string
  /** The text of a fact; null for other cards. */
  readonly content: string | null
  readonly entities: readonly string[]
  readonly named_in: 'entities' | 'text'
  readonly trust: number
  readonly status: string | null
  readonly superseded_by: string | null
  readonly file: string
}
export type About = {
  readonly entities: readonly string[]
  readonly cards: readonly AboutCard[]
  readonly total: number
  readonly index: IndexState
}

export type RelatedFacts = {
  readonly subject: string
  /** Entities that stand in the same cards, most often first. */
  readonly neighbours: readonly { readonly entity: string; readonly count: number; readonly cards: readonly string[] }[]
  readonly cards: readonly AboutCard[]
  readonly total: number
  readonly index: IndexState
}

export type Contradictions = {
  readonly topic: string | null
  readonly contradictions: readonly {
    readonly kind: 'number' | 'negation' | 'value' | 'status'
    readonly subject: string
    readonly differing: readonly [string, string]
    readonly a: Evidence
    readonly b: Evidence
  }[]
  /** Facts that were compared. */
  readonly facts: number
  readonly index: IndexState
}
export type Evidence = { readonly id: string; readonly text: string; readonly updated: string | null; readonly file: string }

/** A fact that was written, or that was there already. */
export type RememberedFact = {
  readonly id: string
  readonly file: string
  readonly title: string
  /** The very same text was there already: nothing was written for it. */
  readonly known: boolean
  readonly entities: readonly string[]
  /** Facts whose words are much the same, as they are; `differs` where they disagree. */
  readonly similar_to: readonly {
    readonly id: string
    readonly overlap: number
    readonly content: string
    readonly differs: { readonly kind: string; readonly differing: readonly [string, string] } | null
  }[]
  readonly supersedes: readonly string[]
}
export type RememberedData = {
  readonly facts: readonly RememberedFact[]
  readonly warnings: readonly string[]
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}

/** What an import makes of each thing it found. */
export type ImportedData = {
  readonly source: string
  readonly kind: string
  readonly items: readonly {
    /** Place in the source: a file, perhaps with a line. */
    readonly from: string
    readonly action: 'import' | 'known' | 'left_out'
    readonly id: string | null
    readonly type: string | null
    readonly title: string
    /** Why it is left out, or which card holds it already. */
    readonly reason: string | null
  }[]
  readonly imported: number
  readonly known: number
  readonly left_out: number
  readonly warnings: readonly string[]
  readonly written: readonly string[]
  readonly diff: string
  readonly dry_run: boolean
}
