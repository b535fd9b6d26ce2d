import type { Word } from '../ledger/learning.ts'
import { PmemError } from '../model/error.ts'
import type { CardId } from '../model/ids.ts'
import type { TaughtData } from '../model/learned.ts'
import { readLedger } from '../store/ledger.ts'
import { dayOf } from '../text/day.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import type { Context } from './context.ts'
import { eventsDiff } from './events-diff.ts'
import { performWrite } from './planned-write.ts'
import { resolveCard } from './resolve.ts'
import { taughtLine } from './taught-line.ts'

export const taught = command({
  name: 'taught',
  summary: 'List the questions that feedback taught cards to answer, or take them away again',
  operands: { kind: 'words', names: ['id'], optional: 1 },
  flags: {
    ...GLOBAL_FLAG,
    remove: { kind: 'text', placeholder: 'TEXT', doc: 'Take this question away from the card' },
    removeAll: { kind: 'bool', doc: 'Take every question away from the card' },
    now: { kind: 'text', placeholder: 'ISO', doc: 'Weights as at this date or time (UTC)' },
    dryRun: { kind: 'bool', doc: 'Print what would be appended to the ledger and write nothing' },
  },
  formats: ['compact', 'json'],
  examples: ['pmem taught', 'pmem taught module.store', 'pmem taught module.store --remove "who holds the lock"'],
  exits: '0 listed or taken away, 1 there is no such card or question',
  run(context, [name], { remove, removeAll, dryRun }) {
    if (remove === undefined && !removeAll) return { kind: 'taught', exit: 0, data: listed(context, name) }
    if (name === undefined) throw new PmemError('USAGE', 'say which card: `pmem taught <id> --remove TEXT`')
    if (remove !== undefined && removeAll) throw new PmemError('USAGE', '--remove and --remove-all exclude each other')
    return { kind: 'taught', exit: 0, data: removed(context, name, remove?.replace(/\s+/g, ' ').trim(), dryRun) }
  },
})

function listed(context: Context, name: string | undefined): TaughtData {
  const { graph, project } = context.store()
  const { learning } = readLedger(project)
  const ids = name === undefined ? [...graph.nodes()].map(({ id }) => id) : [resolveCard(graph, name).id]
  const lines = ids.flatMap((id) => (learning.get(id)?.words ?? []).map((word) => taughtLine(id, word, dayOf(context.now))))
  return { taught: lines, removed: [], written: [], diff: '', dry_run: false }
}

function removed(context: Context, name: string, query: string | undefined, dryRun: boolean): TaughtData {
  const project = context.project()
  const done = performWrite(context, { dryRun, ask: false }, ({ graph }) => {
    const { id } = resolveCard(graph, name)
    const words = readLedger(project, dryRun).learning.get(id)?.words ?? []
    const gone = query === undefined ? words : words.filter(([known]) => known === query)
    if (gone.length === 0) throw unknownQuestion(id, query, words)
    const event = { k: 'unlearn' as const, c: id, ...(query === undefined ? {} : { query }) }
    return { ops: [], events: [event], data: { id, gone, left: words.filter((word) => !gone.includes(word)), event } }
  })
  const { id, gone, left, event } = done.data
  return {
    taught: left.map((word) => taughtLine(id, word, dayOf(context.now))),
    removed: gone.map(([known]) => ({ id, query: known })),
    written: done.written,
    diff: dryRun ? eventsDiff(context, [event]) : '',
    dry_run: dryRun,
  }
}

const unknownQuestion = (id: CardId, query: string | undefined, words: readonly Word[]): PmemError =>
  new PmemError(
    'NOT_FOUND',
    query === undefined ? `${id} was taught no question` : `${id} was not taught ${JSON.stringify(query)}`,
    {
      fix:
        words.length === 0
          ? 'Run `pmem taught` to see what was.'
          : `It answers to ${words.map(([known]) => JSON.stringify(known)).join(', ')}.`,
    },
  )
