import { flagReason } from '../ledger/fold.ts'
import type { GraphIndex } from '../model/graph.ts'
import type { AffectedCard } from '../model/outcome.ts'
import { stalenessOf } from '../query/factors.ts'
import { affectedNow } from '../store/affected.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf } from '../text/day.ts'
import { byText } from '../text/order.ts'
import type { Affected } from '../update/affected.ts'
import { distillReminder, undistilled } from '../update/reminder.ts'
import { command, READ_FLAGS } from './command.ts'
import { known, sinceOf } from './since.ts'

export const status = command({
  name: 'status',
  summary: 'Say how the memory stands: changed files and their cards, dirty, suspect, stale and broken cards, index',
  operands: { kind: 'none' },
  flags: {
    since: {
      kind: 'text',
      placeholder: 'WHEN',
      doc: 'Count changes from a commit, a date or an age such as 7d, instead of the last recorded one',
    },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json'],
  examples: ['pmem status', 'pmem status --json', 'pmem status --since 7d', 'pmem status --since main'],
  run(context, _operands, { since }) {
    const store = context.store()
    const { graph, manifest, project, state } = store
    const today = dayOf(context.now)
    const signals = signalsOf(store, context.now, 'all')
    const { changes, affected } = known(
      affectedNow(store, signals, since === undefined ? undefined : sinceOf(since, today)),
      since,
    )
    const nodes = [...graph.nodes()]
    const counts = new Map<string, number>()
    for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1)
    const cards = affected.map((card) => affectedCard(graph, card))
    return {
      kind: 'status',
      exit: 0,
      data: {
        root: project.root,
        project: manifest.project.name,
        stage: manifest.project.stage,
        cards: nodes.length,
        by_type: [...counts]
          .map(([type, count]) => ({ type, count }))
          .sort((a, b) => b.count - a.count || byText(a.type, b.type)),
        broken: graph.header.problems.map(({ file, line, message }) => ({ file, line, message })),
        changes: { by: changes.by === 'git' ? 'git' : 'content', since: changes.since, files: changes.files },
        affected: cards.filter(({ match }) => match === 'file'),
        hints: cards.filter(({ match }) => match !== 'file'),
        dirty: [...signals.ledger.dirty]
          .filter(([id]) => graph.node(id) !== undefined)
          .sort(([a], [b]) => byText(a, b))
          .map(([id, flags]) => ({
            id,
            since: new Date(flags[0]!.t).toISOString(),
            reasons: [...new Set(flags.map(flagReason))],
          })),
        suspect: nodes.flatMap(({ id }) => {
          const suspect = signals.suspect.get(id)
          return suspect === undefined ? [] : [{ id, hops: suspect.hops, path: suspect.path }]
        }),
        stale: nodes
          .map((node) => ({ id: node.id, reasons: stalenessOf(node, { manifest, today, signals }).reasons }))
          .filter(({ reasons }) => reasons.length > 0),
        undistilled: { traces: undistilled(nodes).map(({ id }) => id), reminder: distillReminder(nodes, manifest, today) },
        index: state,
      },
    }
  },
})

const affectedCard = (graph: GraphIndex, { id, file, entry, match, kind }: Affected): AffectedCard => ({
  id,
  file: graph.node(id)!.file,
  source: file,
  entry,
  match,
  kind,
})
