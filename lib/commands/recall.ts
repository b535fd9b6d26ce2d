import { trustOf } from '../facts/rank.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { PackedOutcome } from '../model/outcome.ts'
import { type OwnFact, RECALL_MODES, type Recall, type RecallMode } from '../model/recall.ts'
import { keyText } from '../query/card-detail.ts'
import { cardsAbout } from '../query/impact.ts'
import { type RecallView, recallLevels } from '../query/recall.ts'
import { changesOf } from '../store/changes.ts'
import { factState } from '../store/fact-state.ts'
import type { OpenStore } from '../store/open.ts'
import { keepReceipt } from '../store/receipts.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { distillReminder } from '../update/reminder.ts'
import { textReader } from './card-text.ts'
import { BUDGET_FLAG, command, READ_FLAGS } from './command.ts'
import type { Context } from './context.ts'
import { isRetired } from './fact-view.ts'
import { hotFiles } from './hot-files.ts'
import { footerOf, receiptMaker } from './receipt-of.ts'
import { sinceDay } from './since.ts'

export const recall = command({
  name: 'recall',
  summary: 'Say where the project stands: foundations, decisions, focus, recent changes, next step',
  operands: { kind: 'none' },
  flags: {
    budget: BUDGET_FLAG,
    mode: {
      kind: 'choice',
      choices: RECALL_MODES,
      doc: 'brief: status and paths to read; normal; deep: with details (default: recall.mode of the manifest)',
    },
    since: { kind: 'text', placeholder: 'WHEN', doc: 'Only changes since then: a date, or an age such as 7d or 2w' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths', 'pack'],
  examples: ['pmem recall', 'pmem recall --budget 800', 'pmem recall --mode deep --since 7d', 'pmem recall --json'],
  run: (context, _operands, flags) => recallOf(context, flags),
})

/** What recall says and how far it may go; what is left out is as the manifest has it. */
export type RecallFlags = {
  readonly budget?: number | undefined
  readonly mode?: RecallMode | undefined
  readonly since?: string | undefined
}

/** Where the project stands. */
export function recallOf(
  context: Context,
  { budget, mode, since }: RecallFlags,
): Extract<PackedOutcome, { readonly kind: 'recall' }> {
  const store = context.store()
  const { graph, manifest, project } = store
  const limit = budget ?? manifest.recall.budget
  const chosen: RecallMode = mode ?? manifest.recall.mode
  const signals = signalsOf(store, context.now, 'all')
  const { levels, at, opening } = recallLevels(
    graph,
    hotFiles(project.files, graph),
    { manifest, today: dayOf(context.now), signals },
    {
      mode: chosen,
      budget: limit,
      since: since === undefined ? undefined : sinceDay(since, dayOf(context.now)),
      pressing: pressingCards(store),
      ownFacts: manifest.recall.includeGlobal ? ownFacts(context) : [],
      detailOf: detailReader(store),
    },
  )
  const receipt = receiptMaker(context.now, store, signals.ledger, 'recall', {
    budget: limit,
    mode: chosen,
    since: since ?? null,
  })
  const reminder = distillReminder(graph.nodes(), manifest, dayOf(context.now))
  const sign = ({ shown, total, omitted, ...view }: RecallView, over: boolean): Recall => {
    const signed = receipt(shown)
    const stale = countStale([...view.active_foundation, ...view.decisions, ...view.context_summary])
    return {
      ...view,
      reminder,
      footer: footerOf(store, signed, { shown: shown.length, total, omitted, budget: limit, over, stale }),
      receipt: signed.id,
    }
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
}

const shownIn = (data: Recall): readonly CardId[] =>
  [
    ...new Set(
      [data.active_foundation, data.decisions, data.context_summary, data.recent_changes, data.recent_traces]
        .flat()
        .map(({ id }) => id),
    ),
  ].sort()

/** Facts of the person's own store that hold, the most trusted first. */
function ownFacts(context: Context): readonly OwnFact[] {
  const own = context.globalStore()
  if (own === undefined) return []
  const state = factState(own.project, own.graph)
  return [...own.graph.nodes()]
    .filter((node) => node.type === 'fact' && node.secret !== true && !isRetired(own, node))
    .map((node) => ({ node, trust: trustOf(node, state) }))
    .sort((a, b) => b.trust - a.trust || byText(b.node.updated ?? '', a.node.updated ?? '') || byText(a.node.id, b.node.id))
    .map(({ node }) => ({ id: node.id, text: node.summary === '' ? node.title : node.summary }))
}

const countStale = (cards: readonly { readonly stale: boolean }[]): number => cards.filter(({ stale }) => stale).length

/** The text of a card that is worth more tokens than its summary. */
export function detailReader(store: OpenStore): (node: GraphNode) => string {
  const textOf = textReader(store)
  return (node) => {
    const text = textOf(node)
    return text === undefined ? '' : keyText(text.body, node.summary)
  }
}

/** More changed files than this say nothing about what somebody works on: a mass rename, a tree without commits. */
const MOST_CHANGED = 40

/** Cards about files that changed since the memory last took note, with the file. */
export function pressingCards({ project, manifest, graph }: OpenStore): ReadonlyMap<CardId, string> {
  const pressing = new Map<CardId, string>()
  const files = changesOf(project, manifest)?.files ?? []
  if (files.length > MOST_CHANGED) return pressing
  for (const { path } of files) {
    for (const { node } of cardsAbout(graph, path)) if (!pressing.has(node.id)) pressing.set(node.id, `changed: ${path}`)
  }
  return pressing
}
