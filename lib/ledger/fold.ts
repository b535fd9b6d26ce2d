import type { SourceHashes } from '../model/event.ts'
import { type CardId, cardId } from '../model/ids.ts'
import { isRecord } from '../text/json.ts'
import { byText } from '../text/order.ts'
import { rowsOf, rowValue } from '../text/rows.ts'
import type { AnyEvent } from './codec.ts'

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
  /** Time and id of the last event in the order of replay; null before the first. */
  readonly last: Moment | null
  /** Distinct events replayed, of unknown kinds too, and the sum of their ids as numbers modulo 2^32: two ledgers with the same events agree in both. */
  readonly events: number
  readonly sum: number
}
export type Moment = readonly [t: number, e: string]

export const EMPTY_LEDGER: LedgerState = { dirty: new Map(), verified: new Map(), last: null, events: 0, sum: 0 }

/**
 * Replays events onto a state: repeated ids once, by (t, e), kinds this version does not know skipped. The same events
 * give the same state whatever order they come in, as long as all of them are later than `from.last`; see `continues`.
 */
export function fold(events: Iterable<AnyEvent>, from: LedgerState = EMPTY_LEDGER): LedgerState {
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
  const ordered = [...distinct.values()].sort(compare)
  const draft: Draft = { dirty: new Map(from.dirty), verified: new Map(from.verified) }
  let { sum } = from
  for (const event of ordered) {
    STEPS.get(event.k)?.(draft, event, cardId(event.c)!)
    sum = (sum + numberOf(event.e)) >>> 0
  }
  const last = ordered.at(-1)
  return { ...draft, last: last === undefined ? from.last : [last.t, last.e], events: from.events + ordered.length, sum }
}

/** True when every event is later than all that `state` holds, so that they may be folded onto it; else all must be replayed. */
export const continues = (state: LedgerState, events: readonly AnyEvent[]): boolean => {
  const { last } = state
  return last === null || events.every((event) => event.t > last[0] || (event.t === last[0] && event.e > last[1]))
}

type Draft = { readonly dirty: Map<CardId, readonly Flag[]>; readonly verified: Map<CardId, Verified> }

/** What an event of each kind does. A further kind is one line here and one field of the state. */
const STEPS: ReadonlyMap<string, (draft: Draft, event: AnyEvent, card: CardId) => void> = new Map([
  [
    'dirty',
    ({ dirty }: Draft, event: AnyEvent, card: CardId) => void dirty.set(card, [...(dirty.get(card) ?? []), flagOf(event)]),
  ],
  ['resolved', ({ dirty }: Draft, _event: AnyEvent, card: CardId) => void dirty.delete(card)],
  [
    'verified',
    ({ verified }: Draft, event: AnyEvent, card: CardId) =>
      void verified.set(card, { t: event.t, sources: sourcesOf(event['sources']) }),
  ],
])

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

/** A state as text: a line of JSON, then one line for each verified card, sorted by id, so that one card is found without reading the others. */
export function encodeState({ dirty, verified, last, events, sum }: LedgerState): {
  readonly head: object
  readonly rows: string
} {
  const flags = [...dirty]
    .sort(([a], [b]) => byText(a, b))
    .map(([id, list]) => [id, list.map(({ t, reason, files }) => [t, reason, files])])
  const rows = rowsOf([...verified].map(([id, { t, sources }]) => [id, JSON.stringify([t, sources])] as const))
  return { head: { dirty: flags, last, events, sum }, rows }
}

/** The state of `encodeState` without its verified cards; undefined when the text is not one. */
export function decodeHead(head: unknown): LedgerState | undefined {
  if (!isRecord(head) || !Array.isArray(head['dirty']) || typeof head['events'] !== 'number' || typeof head['sum'] !== 'number')
    return undefined
  const last = head['last']
  if (last !== null && !(Array.isArray(last) && typeof last[0] === 'number' && typeof last[1] === 'string')) return undefined
  const dirty = new Map<CardId, readonly Flag[]>()
  for (const [id, flags] of head['dirty'] as [CardId, [number, string, readonly string[]][]][])
    dirty.set(
      id,
      flags.map(([t, reason, files]) => ({ t, reason, files })),
    )
  return { dirty, verified: new Map(), last: last as Moment | null, events: head['events'], sum: head['sum'] }
}

export function decodeRows(rows: string): ReadonlyMap<CardId, Verified> {
  const verified = new Map<CardId, Verified>()
  for (const row of rows.split('\n'))
    if (row !== '') verified.set(row.slice(0, row.indexOf('\t')) as CardId, decoded(row.slice(row.indexOf('\t') + 1)))
  return verified
}

/** The verification of one card among the rows, without reading the others. */
export function findVerified(rows: string, id: CardId): Verified | undefined {
  const value = rowValue(rows, id)
  return value === undefined ? undefined : decoded(value)
}

function decoded(value: string): Verified {
  const [t, sources] = JSON.parse(value) as [number, SourceHashes]
  return { t, sources }
}
