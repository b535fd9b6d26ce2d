import type { CardId, Sha256 } from './ids.ts'
import type { Signals } from './signals.ts'

/** What an answer was made of, so that it can be explained and replayed. The id is a hash of everything else. */
export type Receipt = {
  readonly id: string
  readonly command: string
  readonly args: Readonly<Record<string, string | number | boolean | readonly string[] | null>>
  /** The UTC date the answer counts from: nothing finer enters it. */
  readonly now: string
  readonly pmem_version: string
  /** Commit of HEAD, or null outside git. */
  readonly head: string | null
  readonly source_hash: Sha256
  readonly cards: readonly { readonly id: CardId; readonly hash: Sha256 }[]
  /** Mark of what the ledger said, 12 hexadecimal digits; null while there is none. */
  readonly ledger: string | null
  /** Mark of the manifest, 12 hexadecimal digits. */
  readonly manifest: string
  /** What was known beside the cards and entered the answer; left out where nothing did, and for commands that are not replayed. */
  readonly signals?: SeenSignals
}

/** The answers that signals gave, by what they were asked, sorted. */
export type SeenSignals = { readonly [K in keyof Signals]?: readonly (readonly [key: string, value: Seen<Signals[K]>])[] }
type Seen<L> = L extends { get(key: never): infer V } ? NonNullable<V> : never
