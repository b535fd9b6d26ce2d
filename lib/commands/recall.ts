import { hotFiles } from './hot-files.ts'
import { recallOf } from '../query/recall.ts'
import { command, READ_FLAGS } from './command.ts'
import { factorContext } from './factor-context.ts'

export const recall = command({
  name: 'recall',
  summary: 'Say where the project stands: focus, next step, foundations, decisions, recent changes',
  operands: { kind: 'none' },
  flags: { ...READ_FLAGS },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem recall', 'pmem recall --json'],
  run(context) {
    const { graph, manifest, project, state } = context.store()
    const data = recallOf(graph, hotFiles(project.files, graph), factorContext(context, manifest))
    return { kind: 'recall', exit: 0, data: { ...data, index: state } }
  },
})
