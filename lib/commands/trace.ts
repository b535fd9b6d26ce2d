import { headOf, provenance } from '../query/walk.ts'
import { sortedUnique } from '../text/order.ts'
import { command, READ_FLAGS } from './command.ts'
import { resolveCard } from './resolve.ts'
import { treeStep } from './tree.ts'

export const trace = command({
  name: 'trace',
  summary: 'Show why a card is as it is: what it rests on, what rests on it, and its history',
  operands: { kind: 'words', names: ['id'] },
  flags: {
    depth: { kind: 'int', default: 3, min: 1, max: 10, doc: 'Hops to follow towards the reasons' },
    limit: { kind: 'int', default: 30, min: 1, max: 10_000, doc: 'Most cards to show of those that rest on it' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem trace decision.json-indexes', 'pmem trace module.store --json'],
  exits: '0 shown, 1 there is no such card',
  run(context, [name = ''], { depth, limit }) {
    const { graph, manifest, state } = context.store()
    const node = resolveCard(graph, name)
    const { why, usedBy, history } = provenance(graph, node.id, depth, manifest.schema.evidenceTypes)
    const line = history.map((id) => graph.node(id)).filter((card) => card !== undefined)
    return {
      kind: 'trace',
      exit: 0,
      data: {
        id: node.id,
        title: node.title,
        file: node.file,
        why: why.map(treeStep),
        used_by: usedBy.slice(0, limit).map(treeStep),
        used_by_total: usedBy.length,
        history:
          line.length > 0 || headOf(graph, node.id) !== node.id
            ? line.map(({ id, title, status }) => ({ id, title, status }))
            : [],
        evidence_paths: sortedUnique(
          why
            .map((step) => step.node)
            .filter((card) => manifest.schema.evidenceTypes.includes(card.type))
            .map((card) => card.file),
        ),
        index: state,
      },
    }
  },
})
