import { EDGE_TYPES } from '../model/card.ts'
import { PmemError } from '../model/error.ts'
import { EDGE_SOURCES, type EdgeSource, INVERSE } from '../model/graph.ts'
import { walk } from '../query/walk.ts'
import { nearest } from '../text/nearest.ts'
import { sortedUnique } from '../text/order.ts'
import { command, READ_FLAGS } from './command.ts'
import { missingReferences } from './missing.ts'
import { resolveCard } from './resolve.ts'
import { treeStep } from './tree.ts'

export const related = command({
  name: 'related',
  summary: 'Show the cards around a card, or around a file, with how they are connected',
  operands: { kind: 'words', names: ['id'] },
  flags: {
    depth: { kind: 'int', default: 1, min: 1, max: 10, doc: 'Hops to follow' },
    type: {
      kind: 'list',
      placeholder: 'EDGE',
      doc: 'Only edges of this type, forwards or backwards; may be given several times',
    },
    source: { kind: 'choice', choices: EDGE_SOURCES, doc: 'Only edges that come from this kind of evidence' },
    limit: { kind: 'int', default: 30, min: 1, max: 10_000, doc: 'Most neighbours of one card to show' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json'],
  examples: [
    'pmem related module.store',
    'pmem related lib/store/lock.ts --depth 2',
    'pmem related decision.lock --type depends_on --json',
  ],
  exits: '0 shown, 1 there is no such card',
  run(context, [name = ''], { depth, type, source, limit }) {
    const { graph, state } = context.store()
    const node = resolveCard(graph, name)
    for (const wanted of type) checkEdgeType(wanted)
    const { steps, omitted } = walk(graph, node.id, {
      depth,
      types: type.length === 0 ? undefined : type.map((wanted) => (wanted === 'related' ? 'related_to' : wanted)),
      sources: source === undefined ? undefined : [source as EdgeSource],
      limit,
    })
    return {
      kind: 'related',
      exit: 0,
      data: {
        id: node.id,
        title: node.title,
        steps: steps.map(treeStep),
        omitted: [...omitted].map(([id, count]) => ({ id, count })),
        missing: missingReferences(graph, node.id),
        total: steps.length,
        index: state,
      },
    }
  },
})

const NAMES = sortedUnique([...EDGE_TYPES, ...Object.values(INVERSE), 'related'])

function checkEdgeType(name: string): void {
  if (NAMES.includes(name)) return
  const [close] = nearest(name, NAMES, 1)
  throw new PmemError(
    'USAGE',
    `--type: there is no edge type ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean ${close}?`}`,
  )
}
