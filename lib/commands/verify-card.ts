import { PmemError } from '../model/error.ts'
import type { NewEvent } from '../model/event.ts'
import type { CardId } from '../model/ids.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { putCard } from '../update/card-file.ts'
import { verifiedText } from '../update/confirm.ts'
import { changed } from './changed.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { eventsDiff } from './events-diff.ts'
import { performWrite, writableCard } from './planned-write.ts'
import { resolveCard } from './resolve.ts'

export const verifyCard = command({
  name: 'verify-card',
  summary: 'Say that cards still hold: records the day and what their sources contain, settles their dirty flags',
  operands: { kind: 'list', name: 'id' },
  flags: { ...GLOBAL_FLAG, dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' } },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem verify-card module.store',
    'pmem verify-card module.store decision.exit-codes',
    'pmem verify-card decision.json-indexes --dry-run',
  ],
  exits: '0 done, or all of it was verified like this today already; 1 there is no such card, and then nothing is written',
  run(context, names, { dryRun }) {
    if (names.length === 0) throw new PmemError('USAGE', 'verify-card needs the id of a card, or several')
    const project = context.project()
    const done = performWrite(context, { dryRun, ask: false }, (store) => {
      const { ledger, reader } = signalsOf(store, context.now, 'few')
      const cards = new Map(
        names.map((name) => writableCard(project, resolveCard(store.graph, name))).map((card) => [card.node.id, card]),
      )
      const settled = [...cards.values()].map((card) => {
        const { id } = card.node
        const sources = reader.hashesOf(card.node)
        const isKnown = JSON.stringify(ledger.verified.get(id)?.sources) === JSON.stringify(sources)
        const ops = putCard(card, verifiedText(card, isoDate(dayOf(context.now))))
        const events: NewEvent[] = [
          ...(isKnown && ops.length === 0 ? [] : [{ k: 'verified' as const, c: id, sources }]),
          ...(ledger.dirty.has(id) ? [{ k: 'resolved' as const, c: id }] : []),
        ]
        return { ops, events, file: card.node.file }
      })
      const events = settled.flatMap((card) => card.events)
      const [only] = settled
      return {
        ops: settled.flatMap(({ ops }) => ops),
        events,
        data: { ids: [...cards.keys()], file: settled.length === 1 ? only!.file : null, events },
      }
    })
    const { ids, file, events } = done.data
    const diff = dryRun ? done.diff + eventsDiff(context, events) : done.diff
    const told = (kind: NewEvent['k']): readonly CardId[] => ids.filter((id) => events.some(({ k, c }) => k === kind && c === id))
    return changed({ ...done, diff }, dryRun, {
      action: 'verify-card',
      id: ids.length === 1 ? ids[0]! : null,
      file,
      verified: told('verified'),
      resolved: told('resolved'),
    })
  },
})
