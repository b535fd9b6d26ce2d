import type { CardId, Sha256 } from './ids.ts'

/** What every event carries: a unique id, when it happened (milliseconds since 1970, UTC), its kind, and the card it is about. */
type EventHead<K extends string> = { readonly e: string; readonly t: number; readonly k: K; readonly c: CardId }

/** The content hash of each entry of `source_files` at that moment; null for an entry that led to no file. */
export type SourceHashes = readonly (readonly [entry: string, hash: Sha256 | null])[]

/** The card may no longer be true. `files` are the changed files that say so; none where a person flagged it. */
export type DirtyEvent = EventHead<'dirty'> & { readonly reason: string; readonly files?: readonly string[] }
/** The dirty flags of the card up to here are settled. */
export type ResolvedEvent = EventHead<'resolved'> & { readonly reason?: string }
/** Somebody checked the card against its sources, which had these contents. */
export type VerifiedEvent = EventHead<'verified'> & { readonly sources: SourceHashes }
/** Somebody found the card helpful, or not; `query` is the question it was found for. */
export type FeedbackEvent = EventHead<'feedback'> & { readonly helpful: boolean; readonly query?: string }
/**
 * How often questions found the card on one machine: `count` since that machine last told, `total` in all. Of one machine (`by`)
 * the greatest total counts, so that telling it twice, or on two branches, changes nothing. `last` is when it was last found.
 */
export type ReadsEvent = EventHead<'reads'> & {
  readonly count: number
  readonly total: number
  readonly by: string
  readonly last: number
}
/** What `learn` did to the card, in this order, and the evidence for it. `day` is the UTC day it was learned as at. */
export type LearnEvent = EventHead<'learn'> & {
  readonly rules: readonly LearnRule[]
  readonly reads: number
  readonly helpful: number
  readonly last: number | null
  readonly day: string
}
export type LearnRule = 'demote' | 'promote' | 'age'
/** The card no longer answers to a question it was marked helpful for; without `query`, to none of them. */
export type UnlearnEvent = EventHead<'unlearn'> & { readonly query?: string }
/** What was learned about `from` is about this card now. */
export type RenamedEvent = EventHead<'renamed'> & { readonly from: CardId }
/** The first line of a file made by `ledger compact`: it holds what still counts of the files it covers. */
export type SnapshotEvent = EventHead<'snapshot'> & { readonly covers: readonly string[] }

/** One line of the ledger. Appended once, never edited; state is a fold over all of them. */
export type LedgerEvent =
  | DirtyEvent
  | ResolvedEvent
  | VerifiedEvent
  | FeedbackEvent
  | ReadsEvent
  | LearnEvent
  | UnlearnEvent
  | RenamedEvent
  | SnapshotEvent

type WithoutHead<E> = E extends LedgerEvent ? Omit<E, 'e' | 't'> : never
/** An event without its id and time, which it gets when it is written. */
export type NewEvent = WithoutHead<LedgerEvent>
