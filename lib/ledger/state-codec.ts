import type { SourceHashes } from '../model/event.ts'
import type { CardId } from '../model/ids.ts'
import type { Taught } from '../model/signals.ts'
import { isRecord } from '../text/json.ts'
import { byText } from '../text/order.ts'
import { rowsOf, rowValue } from '../text/rows.ts'
import type { Flag, LedgerState, Moment, Verified } from './fold.ts'
import { decodeLearning, encodeLearning, type Learning } from './learning.ts'
import { encodeTaught } from './words.ts'

/** The parts of a state that are found card by card, as sorted lines; see text/rows. */
export type StateRows = { readonly verified: string; readonly learning: string; readonly taught: string }

/** A state as text: what every reader needs, as JSON, and lines of which a reader takes those of its cards without reading the others. */
export function encodeState({ dirty, verified, learning, last, events, sum }: LedgerState): {
  readonly head: object
  readonly rows: StateRows
} {
  const flags = [...dirty]
    .sort(([a], [b]) => byText(a, b))
    .map(([id, list]) => [id, list.map(({ t, reason, files }) => [t, reason, files])])
  return {
    head: { dirty: flags, last, events, sum },
    rows: {
      verified: rowsOf([...verified].map(([id, { t, sources }]) => [id, JSON.stringify([t, sources])] as const)),
      learning: rowsOf([...learning].map(([id, card]) => [id, encodeLearning(card)] as const)),
      taught: encodeTaught(learning),
    },
  }
}

/** The state of `encodeState` without what its lines hold; undefined when the text is not one. */
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
  return {
    dirty,
    verified: new Map(),
    learning: new Map(),
    last: last as Moment | null,
    events: head['events'],
    sum: head['sum'],
  }
}

/** The parts that `decodeHead` leaves out. */
export const decodeRows = ({ verified, learning }: StateRows): Pick<LedgerState, 'verified' | 'learning'> => ({
  verified: decoded(verified, decodeVerified),
  learning: decoded(learning, decodeLearning),
})

function decoded<V>(rows: string, decode: (value: string) => V): ReadonlyMap<CardId, V> {
  const values = new Map<CardId, V>()
  for (const row of rows.split('\n'))
    if (row !== '') values.set(row.slice(0, row.indexOf('\t')) as CardId, decode(row.slice(row.indexOf('\t') + 1)))
  return values
}

function found<V>(rows: string, key: string, decode: (value: string) => V): V | undefined {
  const value = rowValue(rows, key)
  return value === undefined ? undefined : decode(value)
}

/** One card or term among the lines. */
export const findVerified = ({ verified }: StateRows, id: CardId): Verified | undefined => found(verified, id, decodeVerified)
export const findLearning = ({ learning }: StateRows, id: CardId): Learning | undefined => found(learning, id, decodeLearning)
export const findTaught = ({ taught }: StateRows, term: string): readonly Taught[] | undefined =>
  found(taught, term, (value) => JSON.parse(value) as readonly Taught[])

function decodeVerified(value: string): Verified {
  const [t, sources] = JSON.parse(value) as [number, SourceHashes]
  return { t, sources }
}
