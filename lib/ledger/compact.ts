import type { SnapshotEvent } from '../model/event.ts'
import type { CardId } from '../model/ids.ts'
import type { AnyEvent } from './codec.ts'
import { inOrder } from './fold.ts'

/** A snapshot tells of no card; its line names this in place of one. */
export const NO_CARD = 'ledger' as CardId

/**
 * What still counts of some events, whatever further events join them later, from other branches and from earlier times too:
 * their fold together with any others is the fold of all. What is left out is what a later event of the same card has
 * settled: flags before the last settlement, verifications before the last one, smaller totals of reads of one machine (of a
 * card that was not renamed), earlier snapshots and repeated events. Feedback and learning stay, each for itself: trust is a matter of their order.
 */
export function compacted(events: Iterable<AnyEvent>): readonly AnyEvent[] {
  const ordered = inOrder(events)
  const kept = new Set<AnyEvent>(ordered)
  const renamed = new Set(ordered.filter(({ k }) => k === 'renamed').map(({ from }) => from))
  const isMeasured = (event: AnyEvent): boolean => event.k === 'reads' && !renamed.has(event.c) && hasTotal(event)
  const later = new Map<string, AnyEvent>()
  const greatest = new Map<string, AnyEvent>()
  const latest = new Map<string, AnyEvent>()
  for (const event of [...ordered].reverse()) {
    const { k, c } = event
    if (k === 'snapshot') kept.delete(event)
    if (k === 'resolved' || k === 'verified') {
      if (later.has(`${k} ${c}`)) kept.delete(event)
      else later.set(`${k} ${c}`, event)
    }
    if (k === 'dirty' && later.has(`resolved ${c}`)) kept.delete(event)
    if (isMeasured(event)) {
      keepGreatest(greatest, event, 'total')
      keepGreatest(latest, event, 'last')
    }
  }
  const measures = new Set([...greatest.values(), ...latest.values()])
  return ordered.filter((event) => kept.has(event) && (!isMeasured(event) || measures.has(event)))
}

/** Reads with a total, which stand for all before of their machine; others add up. */
const hasTotal = ({ total, last, by }: AnyEvent): boolean =>
  Number.isSafeInteger(total) && Number.isSafeInteger(last) && typeof by === 'string'

function keepGreatest(found: Map<string, AnyEvent>, event: AnyEvent, field: 'total' | 'last'): void {
  const key = JSON.stringify([event.c, event['by']])
  const before = found.get(key)
  if (before === undefined || (event[field] as number) > (before[field] as number)) found.set(key, event)
}

/** The first line of a snapshot; it is as old as the newest event it stands for, so that it is no news. */
export const snapshotHead = (e: string, t: number, covers: readonly string[]): SnapshotEvent => ({
  e,
  t,
  k: 'snapshot',
  c: NO_CARD,
  covers,
})
