import { shortestPath } from '../query/walk.ts'
import { command, READ_FLAGS } from './command.ts'
import { resolveCard } from './resolve.ts'
import { treeStep } from './tree.ts'

export const path = command({
  name: 'path',
  summary: 'Show the shortest path between two cards, with the edge that justifies each step',
  operands: { kind: 'words', names: ['from', 'to'] },
  flags: { ...READ_FLAGS },
  formats: ['compact', 'json'],
  examples: ['pmem path module.store decision.json-indexes', 'pmem path module.cli risk.start --json'],
  exits: '0 there is a path, 1 there is none, or no such card',
  run(context, [from = '', to = '']) {
    const { graph, state } = context.store()
    const [start, end] = [resolveCard(graph, from), resolveCard(graph, to)]
    const steps = shortestPath(graph, start.id, end.id)
    return {
      kind: 'path',
      exit: steps === undefined ? 1 : 0,
      data: { from: start.id, to: end.id, found: steps !== undefined, steps: (steps ?? []).map(treeStep), index: state },
    }
  },
})
