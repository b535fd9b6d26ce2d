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
/** Reserved for learning; kept as they are and skipped where nothing knows them. */
export type ReservedEvent = EventHead<'feedback' | 'learn' | 'reads'> & { readonly [key: string]: unknown }

/** One line of the ledger. Appended once, never edited; state is a fold over all of them. */
export type LedgerEvent = DirtyEvent | ResolvedEvent | VerifiedEvent | ReservedEvent
