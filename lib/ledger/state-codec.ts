import type { Container } from '../indexes/container.ts'
import type { Row, Section } from '../indexes/container-writer.ts'
import type { SourceHashes } from '../model/event.ts'
import type { CardId } from '../model/ids.ts'
import type { Taught } from '../model/signals.ts'
import { isRecord } from '../text/json.ts'
import { byKey } from '../text/order.ts'
import type { Flag, LedgerState, Moment, Verified } from './fold.ts'
import { type Learning, type LearningRow, learningOf, learningRow } from './learning.ts'
import { taughtWords } from './words.ts'

/**
 * A state for a seekable file (indexes/container): what every reader needs, as JSON for the header, and sections of rows of which a
 * reader takes those of its cards and words. Questions marked helpful stand under the term they are found by.
 */
export function encodeState({ dirty, verified, learning, last, events, sum }: LedgerState): {
  readonly head: object
  readonly sections: readonly Section[]
} {
  const flags = sorted(dirty).map(([id, list]) => [id, list.map(({ t, reason, files }) => [t, reason, files])])
  return {
    head: { dirty: flags, last, events, sum },
    sections: [
      section(
        'verified',
        sorted(verified).map(([id, { t, sources }]): Row => [id, JSON.stringify([id, t, sources] satisfies VerifiedRow)]),
      ),
      section(
        'learning',
        sorted(learning).map(([id, card]): Row => [id, JSON.stringify([id, ...learningRow(card)])]),
      ),
      section(
        'taught',
        sorted(taughtWords(learning)).map(([term, list]): Row => {
          const questions = list.map(({ id, query, day, terms }) => [id, query, day, terms] as const)
          return [term, JSON.stringify([term, ...questions] satisfies TaughtRow)]
        }),
      ),
    ],
  }
}

type VerifiedRow = readonly [id: string, t: number, sources: SourceHashes]
type TaughtRow = readonly [term: string, ...(readonly [id: CardId, query: string, day: number, terms: readonly string[]])[]]

const section = (name: string, rows: readonly Row[]): Section => ({ name, open: '[', rows })
const sorted = <V>(map: ReadonlyMap<string, V>): readonly (readonly [string, V])[] => [...map].sort(byKey(([key]) => key))

/** The state of `encodeState` without what its rows hold; undefined when the value is not one. */
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

/** The parts that `decodeHead` leaves out. Throws DamagedIndex where the file was altered. */
export const decodeRows = (file: Container): Pick<LedgerState, 'verified' | 'learning'> => ({
  verified: new Map(([...file.values('verified')] as VerifiedRow[]).map((row) => [row[0] as CardId, verifiedOf(row)])),
  learning: new Map(
    ([...file.values('learning')] as [CardId, ...LearningRow][]).map(([id, ...row]) => [id, learningOf(row)] as const),
  ),
})

/** What one card or term has among the rows; each throws DamagedIndex where the part it reads was altered. */
export function findVerified(file: Container, id: CardId): Verified | undefined {
  const row = file.rows('verified', id)[0]
  return row === undefined ? undefined : verifiedOf(JSON.parse(row) as VerifiedRow)
}

export function findLearning(file: Container, id: CardId): Learning | undefined {
  const found = file.rows('learning', id)[0]
  if (found === undefined) return undefined
  const [, ...row] = JSON.parse(found) as [CardId, ...LearningRow]
  return learningOf(row)
}

export function findTaught(file: Container, term: string): readonly Taught[] | undefined {
  const row = file.rows('taught', term)[0]
  if (row === undefined) return undefined
  const [, ...questions] = JSON.parse(row) as TaughtRow
  return questions.map(([id, query, day, terms]) => ({ id, query, day, terms }))
}

const verifiedOf = ([, t, sources]: VerifiedRow): Verified => ({ t, sources })
