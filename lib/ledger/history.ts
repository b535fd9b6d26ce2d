import type { CardId } from '../model/ids.ts'
import { dayOf, isoDate } from '../text/day.ts'
import type { AnyEvent } from './codec.ts'
import { fold, inOrder } from './fold.ts'
import { type Learning, NO_LEARNING, readsOf } from './learning.ts'
import { stepped } from './trust.ts'

/** One event that tells of a card's use, and what it did to its trust, in thousandths. */
export type HistoryStep = {
  readonly t: number
  readonly e: string
  readonly what: string
  readonly from: number
  readonly to: number
}

/**
 * Why the trust of a card is what it is: its events in the order of replay, from the trust it starts with. Events of the ids it
 * had before count as its own. An event that brought nothing new is there too, with the same trust before and after.
 */
export function historyOf(id: CardId, events: Iterable<AnyEvent>, start: number): readonly HistoryStep[] {
  const ordered = inOrder(events).filter(({ k }) => TELLING.has(k))
  const ids = namesOf(id, ordered)
  const steps: HistoryStep[] = []
  let trust = start
  let state = fold([])
  for (const event of ordered.filter(({ c }) => ids.has(c))) {
    const before = ofAny(state.learning, ids)
    state = fold([event], state)
    const after = ofAny(state.learning, ids)
    const from = trust
    for (const step of after.steps.slice(before.steps.length)) trust = stepped(trust, step)
    steps.push({ t: event.t, e: event.e, what: told(event, before, after), from, to: trust })
  }
  return steps
}

const TELLING: ReadonlySet<string> = new Set(['feedback', 'reads', 'learn', 'unlearn', 'renamed'])

/** The ids under which what was learned about a card was told, its own among them. */
function namesOf(id: CardId, ordered: readonly AnyEvent[]): ReadonlySet<string> {
  const ids = new Set<string>([id])
  for (const event of [...ordered].reverse())
    if (event.k === 'renamed' && ids.has(event.c) && typeof event['from'] === 'string') ids.add(event['from'])
  return ids
}

/** The learning of a card that has one id at a time. */
function ofAny(learning: ReadonlyMap<CardId, Learning>, ids: ReadonlySet<string>): Learning {
  for (const [id, card] of learning) if (ids.has(id)) return card
  return NO_LEARNING
}

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function told(event: AnyEvent, before: Learning, after: Learning): string {
  switch (event.k) {
    case 'feedback': {
      const query = typeof event['query'] === 'string' ? ` for ${JSON.stringify(event['query'])}` : ''
      return `${event['helpful'] === true ? 'helpful' : 'unhelpful'}${query}`
    }
    case 'reads':
      return `found ${timesOf(readsOf(after) - readsOf(before))} more, ${readsOf(after)} in all`
    case 'learn': {
      const rules = Array.isArray(event['rules']) ? event['rules'].join(', ') : ''
      const last = typeof event['last'] === 'number' ? `, last found ${isoDate(dayOf(event['last']))}` : ''
      const known = after.steps === before.steps ? ' (learned before)' : ''
      return `learned: ${rules} (${event['helpful']} helpful of ${event['reads']} reads${last})${known}`
    }
    case 'unlearn':
      return typeof event['query'] === 'string'
        ? `no longer answers to ${JSON.stringify(event['query'])}`
        : 'answers to no question it was marked for'
    default:
      return `renamed from ${event['from']}`
  }
}
