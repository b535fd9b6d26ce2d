import type { CardId } from './ids.ts'

/** What is known of a card, or undefined: a Map, or something that finds out when it is asked. */
export type Lookup<V> = { get(id: CardId): V | undefined }

/** What is known about cards beside their text: joined at query time, never part of an index. Empty maps are the neutral case. */
export type Signals = {
  /** Unresolved dirty flags with their reason. */
  readonly dirty: Lookup<string>
  /** Cards whose source content changed since they were verified, with the file. */
  readonly sourceChanged: Lookup<string>
  /** Cards that rest on something dirty, stale, changed or superseded: the number of hops and the path that says why. */
  readonly suspect: Lookup<{ readonly hops: number; readonly path: string; readonly cause?: CardId }>
  /** Learned trust, 0 to 1; absent means the default. */
  readonly trust: Lookup<number>
  /** Questions that cards were marked helpful for, by one term of each. */
  readonly taught: { get(term: string): readonly Taught[] | undefined }
}

/** A question that a card was marked helpful for: its terms, each once, and the UTC day of the last time. */
export type Taught = {
  readonly id: CardId
  readonly query: string
  readonly day: number
  readonly terms: readonly string[]
}

export const NO_SIGNALS: Signals = {
  dirty: new Map(),
  sourceChanged: new Map(),
  suspect: new Map(),
  trust: new Map(),
  taught: new Map(),
}
