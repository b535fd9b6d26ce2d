import { stalenessOf } from '../query/factors.ts'
import { byText } from '../text/order.ts'
import { command, READ_FLAGS } from './command.ts'
import { factorContext } from './factor-context.ts'

export const status = command({
  name: 'status',
  summary: 'Say how the memory stands: cards by type, index, broken and stale cards',
  operands: { kind: 'none' },
  flags: { ...READ_FLAGS },
  formats: ['compact', 'json'],
  examples: ['pmem status', 'pmem status --json'],
  run(context) {
    const { graph, manifest, project, state } = context.store()
    const factors = factorContext(context, manifest)
    const nodes = [...graph.nodes()]
    const counts = new Map<string, number>()
    for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1)
    const stale = nodes.map((node) => ({ id: node.id, reasons: stalenessOf(node, factors).reasons })).filter(({ reasons }) => reasons.length > 0)
    return {
      kind: 'status',
      exit: 0,
      data: {
        root: project.root,
        project: manifest.project.name,
        stage: manifest.project.stage,
        cards: nodes.length,
        by_type: [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count || byText(a.type, b.type)),
        broken: graph.header.problems.map(({ file, line, message }) => ({ file, line, message })),
        stale,
        index: state,
      },
    }
  },
})
