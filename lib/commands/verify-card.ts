import type { NewEvent } from '../model/event.ts'
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
  summary: 'Say that a card still holds: records the day and what its sources contain, settles its dirty flag',
  operands: { kind: 'words', names: ['id'] },
  flags: { ...GLOBAL_FLAG, dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' } },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem verify-card module.store', 'pmem verify-card decision.json-indexes --dry-run'],
  exits: '0 done, or it was verified like this today already; 1 there is no such card',
  run(context, [name = ''], { dryRun }) {
    const project = context.project()
    const done = performWrite(context, { dryRun, ask: false }, (store) => {
      const card = writableCard(project, resolveCard(store.graph, name))
      const { id } = card.node
      const { ledger, reader } = signalsOf(store, context.now, 'few')
      const sources = reader.hashesOf(card.node)
      const isDirty = ledger.dirty.has(id)
      const isKnown = JSON.stringify(ledger.verified.get(id)?.sources) === JSON.stringify(sources)
      const ops = putCard(card, verifiedText(card, isoDate(dayOf(context.now))))
      const events: NewEvent[] = [
        ...(isKnown && ops.length === 0 ? [] : [{ k: 'verified' as const, c: id, sources }]),
        ...(isDirty ? [{ k: 'resolved' as const, c: id }] : []),
      ]
      return { ops, events, data: { id, file: card.node.file, events, isDirty } }
    })
    const { id, file, events, isDirty } = done.data
    const diff = dryRun ? done.diff + eventsDiff(context, events) : done.diff
    return changed({ ...done, diff }, dryRun, {
      action: 'verify-card',
      id,
      file,
      verified: events.some(({ k }) => k === 'verified') ? [id] : [],
      resolved: isDirty ? [id] : [],
    })
  },
})
