import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { RECALL_MODES, type Recall, type RecallMode } from '../model/recall.ts'
import { keyText } from '../query/card-detail.ts'
import { cardsAbout } from '../query/impact.ts'
import { recallLevels, type RecallView } from '../query/recall.ts'
import { changedFiles } from '../store/changed-files.ts'
import type { OpenStore } from '../store/open.ts'
import { keepReceipt } from '../store/receipts.ts'
import { dayOf, utcDay } from '../text/day.ts'
import { textReader } from './card-text.ts'
import { BUDGET_FLAG, command, READ_FLAGS } from './command.ts'
import { factorContext } from './factor-context.ts'
import { hotFiles } from './hot-files.ts'
import { footerOf, receiptMaker } from './receipt-of.ts'

export const recall = command({
  name: 'recall',
  summary: 'Say where the project stands: foundations, decisions, focus, recent changes, next step',
  operands: { kind: 'none' },
  flags: {
    budget: BUDGET_FLAG,
    mode: { kind: 'choice', choices: RECALL_MODES, doc: 'brief: status and paths to read; normal; deep: with details (default: recall.mode of the manifest)' },
    since: { kind: 'text', placeholder: 'WHEN', doc: 'Only changes since then: a date, or an age such as 7d or 2w' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths', 'pack'],
  examples: ['pmem recall', 'pmem recall --budget 800', 'pmem recall --mode deep --since 7d', 'pmem recall --json'],
  run(context, _operands, { budget, mode, since }) {
    const store = context.store()
    const { graph, manifest, project } = store
    const limit = budget ?? manifest.recall.budget
    const chosen: RecallMode = mode ?? manifest.recall.mode
    const { levels, at, opening } = recallLevels(graph, hotFiles(project.files, graph), factorContext(context, manifest), {
      mode: chosen,
      budget: limit,
      since: since === undefined ? undefined : sinceDay(since, dayOf(context.now)),
      pressing: pressingCards(store),
      detailOf: detailReader(store),
    })
    const receipt = receiptMaker(context, store, 'recall', { budget: limit, mode: chosen, since: since ?? null })
    const sign = ({ shown, total, omitted, ...view }: RecallView, over: boolean): Recall => {
      const signed = receipt(shown)
      const stale = countStale([...view.active_foundation, ...view.decisions, ...view.context_summary])
      return { ...view, receipt: signed.id, footer: footerOf(store, signed, { shown: shown.length, total, omitted, budget: limit, over, stale }) }
    }
    return {
      kind: 'recall',
      exit: 0,
      levels,
      budget: limit,
      at: (level, over) => sign(at(level), over),
      opening: {
        room: opening.room,
        levels: opening.levels,
        at: (level, over) => sign(opening.at(level), over),
        after(first) {
          const rest = opening.after(first)
          return { levels: rest.levels, at: (level, over) => sign(rest.at(level), over) }
        },
      },
      printed: (data) => keepReceipt(project, receipt(shownIn(data))),
    }
  },
})

const shownIn = (data: Recall): readonly CardId[] =>
  [...new Set([data.active_foundation, data.decisions, data.context_summary, data.recent_changes, data.recent_traces].flat().map(({ id }) => id))].sort()

const countStale = (cards: readonly { readonly stale: boolean }[]): number => cards.filter(({ stale }) => stale).length

/** The text of a card that is worth more tokens than its summary. */
export function detailReader(store: OpenStore): (node: GraphNode) => string {
  const textOf = textReader(store.project.files)
  return (node) => {
    const text = textOf(node)
    return text === undefined ? '' : keyText(text.body, node.summary)
  }
}

/** Cards about files that are changed and not committed, with the file. */
export function pressingCards({ project, graph }: OpenStore): ReadonlyMap<CardId, string> {
  const pressing = new Map<CardId, string>()
  for (const file of changedFiles(project)) {
    for (const { node } of cardsAbout(graph, file)) if (!pressing.has(node.id)) pressing.set(node.id, `changed: ${file}`)
  }
  return pressing
}

/** A whole UTC day for `2026-07-01`, `7d`, `2w` or `1m`. Throws USAGE. */
export function sinceDay(text: string, today: number): number {
  const age = /^(\d{1,4})\s*(d|w|m)$/.exec(text.trim().toLowerCase())
  const day = age === null ? utcDay(text) : today - Number(age[1]) * { d: 1, w: 7, m: 30 }[age[2] as 'd' | 'w' | 'm']
  if (day === undefined) throw new PmemError('USAGE', `--since is a date such as 2026-07-01 or an age such as 7d, not ${JSON.stringify(text)}`)
  return day
}

