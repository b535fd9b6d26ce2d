import type { SourceHashes } from '../model/event.ts'
import { type CardId, cardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import type { AnyEvent } from './codec.ts'
import { joined, type Learning, learned, NO_LEARNING } from './learning.ts'

/** An unsettled dirty flag: when it was raised, why, and the changed files that say so. */
export type Flag = { readonly t: number; readonly reason: string; readonly files: readonly string[] }
/** Why a card was flagged, as it is shown. */
export const flagReason = ({ reason, files }: Flag): string =>
  reason !== '' ? reason : files.length === 0 ? 'flagged' : `changed ${files.join(', ')}`
/** The last verification of a card: when, and what its sources held then. */
export type Verified = { readonly t: number; readonly sources: SourceHashes }

/** What the ledger comes to. */
export type LedgerState = {
  /** Unsettled flags, oldest first; no card without one. */
  readonly dirty: ReadonlyMap<CardId, readonly Flag[]>
  readonly verified: ReadonlyMap<CardId, Verified>
  readonly learning: ReadonlyMap<CardId, Learning>
  /** Time and id of the last event in the order of replay; null before the first. */
  readonly last: Moment | null
  /** Distinct events replayed, of unknown kinds too, and the sum of their ids as numbers modulo 2^32: two ledgers with the same events agree in both. */
  readonly events: number
  readonly sum: number
}
export type Moment = readonly [t: number, e: string]

export const EMPTY_LEDGER: LedgerState = {
  dirty: new Map(),
  verified: new Map(),
  learning: new Map(),
  last: null,
  events: 0,
  sum: 0,
}

/**
 * Replays events onto a state: repeated ids once, by (t, e), kinds this version does not know skipped. The same events
 * give the same state whatever order they come in, as long as all of them are later than `from.last`; see `continues`.
 */
export function fold(events: Iterable<AnyEvent>, from: LedgerState = EMPTY_LEDGER): LedgerState {
  const ordered = inOrder(events)
  const draft: Draft = { dirty: new Map(from.dirty), verified: new Map(from.verified), learning: new Map(from.learning) }
  let { sum } = from
  for (const event of ordered) {
    STEPS.get(event.k)?.(draft, event, cardId(event.c)!)
    sum = (sum + numberOf(event.e)) >>> 0
  }
  const last = ordered.at(-1)
  return { ...draft, last: last === undefined ? from.last : [last.t, last.e], events: from.events + ordered.length, sum }
}

/** Events in the order of replay, each once. */
export function inOrder(events: Iterable<AnyEvent>): readonly AnyEvent[] {
  const distinct = new Map<string, AnyEvent>()
  for (const event of events) {
    const known = distinct.get(event.e)
    // Two clones cannot make one id; where a hand did, the earlier event counts on every machine.
    if (
      known === undefined ||
      compare(event, known) < 0 ||
      (compare(event, known) === 0 && byText(JSON.stringify(event), JSON.stringify(known)) < 0)
    )
      distinct.set(event.e, event)
  }
  return [...distinct.values()].sort(compare)
}

/** True when every event is later than all that `state` holds, so that they may be folded onto it; else all must be replayed. */
export const continues = (state: LedgerState, events: readonly AnyEvent[]): boolean => {
  const { last } = state
  return last === null || events.every((event) => event.t > last[0] || (event.t === last[0] && event.e > last[1]))
}

type Draft = {
  readonly dirty: Map<CardId, readonly Flag[]>
  readonly verified: Map<CardId, Verified>
  readonly learning: Map<CardId, Learning>
}

/** What an event of each kind does. A further kind is one line here and one field of the state. */
const STEPS: ReadonlyMap<string, (draft: Draft, event: AnyEvent, card: CardId) => void> = new Map([
  ['dirty', ({ dirty }, event, card) => void dirty.set(card, [...(dirty.get(card) ?? []), flagOf(event)])],
  ['resolved', ({ dirty }, _event, card) => void dirty.delete(card)],
  ['verified', ({ verified }, event, card) => void verified.set(card, { t: event.t, sources: sourcesOf(event['sources']) })],
  ['feedback', learn],
  ['reads', learn],
  ['learn', learn],
  ['unlearn', learn],
  ['renamed', rename],
] as const satisfies readonly (readonly [string, (draft: Draft, event: AnyEvent, card: CardId) => void])[])

function learn({ learning }: Draft, event: AnyEvent, card: CardId): void {
  const now = learned(learning.get(card) ?? NO_LEARNING, event)
  if (now !== undefined) learning.set(card, now)
}

function rename({ learning }: Draft, event: AnyEvent, card: CardId): void {
  const from = typeof event['from'] === 'string' ? cardId(event['from']) : undefined
  const before = from === undefined || from === card ? undefined : learning.get(from)
  if (from === undefined || before === undefined) return
  learning.delete(from)
  learning.set(card, joined(before, learning.get(card) ?? NO_LEARNING))
}

const compare = (a: AnyEvent, b: AnyEvent): number => a.t - b.t || byText(a.e, b.e)

function flagOf({ t, reason, files }: AnyEvent): Flag {
  return {
    t,
    reason: typeof reason === 'string' ? reason : '',
    files: Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [],
  }
}

/** The entries that are well formed; what somebody broke by hand verifies nothing. */
export function sourcesOf(value: unknown): SourceHashes {
  if (!Array.isArray(value)) return []
  return value.filter(
    (pair): pair is SourceHashes[number] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && (pair[1] === null || typeof pair[1] === 'string'),
  )
}

/** FNV-1a over UTF-16 code units: cheap, and ids are random. */
function numberOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
