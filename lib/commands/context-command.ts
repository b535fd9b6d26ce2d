import type { CardId } from '../model/ids.ts'
import type { TaskContext } from '../model/recall.ts'
import { contextLevels } from '../query/context.ts'
import { keepReceipt } from '../store/receipts.ts'
import { signalsOf } from '../store/signals.ts'
import { textReader } from './card-text.ts'
import { BUDGET_FLAG, command, READ_FLAGS } from './command.ts'
import { hotFiles } from './hot-files.ts'
import { detailReader, pressingCards } from './recall.ts'
import { footerOf, receiptMaker } from './receipt-of.ts'

export const contextCommand = command({
  name: 'context',
  summary: 'Say in one call what to know before a task: traps first, cards, files to read, warnings',
  operands: { kind: 'text', name: 'task' },
  flags: {
    budget: BUDGET_FLAG,
    files: {
      kind: 'list',
      placeholder: 'FILE',
      doc: 'A file the task touches; may be given several times, or several separated by commas',
    },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths', 'pack'],
  examples: [
    'pmem context "make the lock survive a clock jump"',
    'pmem context "speed up ask" --files lib/query/ask.ts --budget 1500',
  ],
  run(context, [task = ''], { budget, files }) {
    const store = context.store()
    const { graph, text, manifest, project } = store
    const limit = budget ?? manifest.recall.budget
    const touched = files
      .flatMap((entry) => entry.split(','))
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    const signals = signalsOf(store, context.now, 'few')
    const { levels, at } = contextLevels(task, touched, hotFiles(project.files, graph), {
      graph,
      text,
      manifest,
      signals,
      now: context.now,
      textOf: textReader(store),
      detailOf: detailReader(store),
      pressing: pressingCards(store),
    })
    const receipt = receiptMaker(context.now, store, signals.ledger, 'context', { task, files: touched, budget: limit })
    return {
      kind: 'context',
      exit: 0,
      levels,
      budget: limit,
      at(level, over): TaskContext {
        const { total, omitted, ...view } = at(level)
        const shown = idsOf(view)
        const signed = receipt(shown)
        const stale = [...view.traps, ...view.cards].filter((card) => card.stale).length
        return {
          ...view,
          footer: footerOf(store, signed, { shown: shown.length, total, omitted, budget: limit, over, stale }),
          receipt: signed.id,
        }
      },
      printed(data) {
        keepReceipt(project, receipt(idsOf(data)))
        signals.reader.done()
      },
    }
  },
})

const idsOf = ({ traps, cards }: Pick<TaskContext, 'traps' | 'cards'>): readonly CardId[] =>
  [...new Set([...traps, ...cards].map(({ id }) => id))].sort()
