import { PmemError } from '../model/error.ts'
import type { GraphIndex } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { headOf } from '../query/walk.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { liveDependents } from '../update/cascade.ts'
import { listField } from '../update/field-list.ts'
import { planSupersede } from '../update/supersede.ts'
import { namedCard } from './card-names.ts'
import { changed } from './changed.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { ownCards, performWrite, writableCard } from './planned-write.ts'
import { resolveCard } from './resolve.ts'

export const supersede = command({
  name: 'supersede',
  summary: 'Say that one card takes the place of another; what points to the old one now points to the new',
  operands: { kind: 'words', names: ['old', 'new'] },
  flags: { ...GLOBAL_FLAG, dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' } },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem supersede decision.sqlite decision.json-indexes', 'pmem supersede decision.a decision.b --dry-run'],
  exits: '0 done, 1 there is no such card',
  run(context, [oldName = '', freshName = ''], { dryRun }) {
    const project = context.project()
    const done = performWrite(context, { dryRun, ask: false }, (store) => {
      const { graph } = store
      const old = writableCard(project, resolveCard(graph, oldName))
      const fresh = writableCard(project, resolveCard(graph, freshName))
      refuseSecondHead(graph, old.node.id, fresh.node.id)
      const others = ownCards(project, store).filter(({ node }) => node.id !== old.node.id && node.id !== fresh.node.id)
      const flagged = liveDependents(graph, old.node.id)
        .filter((id) => id !== fresh.node.id)
        .map((id) => ({ id, reason: `${old.node.id} was superseded by ${fresh.node.id}` }))
      const ops = planSupersede(
        {
          old,
          oldName: namedCard(graph, old.node),
          fresh,
          supersedes: listField(fresh.text, 'supersedes'),
          today: isoDate(dayOf(context.now)),
        },
        others,
      )
      return {
        ops,
        events: ops.length === 0 ? [] : flagged.map(({ id, reason }) => ({ k: 'dirty' as const, c: id, reason })),
        data: { id: fresh.node.id, file: fresh.node.file, flagged: ops.length === 0 ? [] : flagged },
      }
    })
    return changed(done, dryRun, { action: 'supersede', ...done.data })
  },
})

/** A line of supersession has one head, and no card comes after itself. */
function refuseSecondHead(graph: GraphIndex, old: CardId, fresh: CardId): void {
  if (old === fresh) throw new PmemError('USAGE', `${old} cannot supersede itself`)
  const head = headOf(graph, fresh)
  if (head !== fresh)
    throw new PmemError('USAGE', `${fresh} is itself superseded by ${head}`, { fix: `Name ${head} as the new card.` })
  const current = headOf(graph, old)
  if (current !== old && current !== fresh)
    throw new PmemError('USAGE', `${old} is superseded by ${current} already`, {
      fix: `Run \`pmem supersede ${current} ${fresh}\`.`,
    })
}
