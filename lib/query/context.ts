import type { GraphNode } from '../model/graph.ts'
import type { Hit } from '../model/hit.ts'
import type { CardId } from '../model/ids.ts'
import type { Omission, ReadingHint, RecallCard, TaskContext } from '../model/recall.ts'
import { type AskContext, ask } from './ask.ts'
import { lineSummary } from './card-detail.ts'
import type { Levels } from './fit.ts'
import type { HotFiles } from './hot.ts'
import { cardsAbout } from './impact.ts'

const MOST = { cards: 20, files: 12, first: 5 } as const

export type TaskKnowledge = AskContext & {
  readonly detailOf: (node: GraphNode) => string
  /** Cards about files that are changed right now, with the file. */
  readonly pressing: ReadonlyMap<CardId, string>
}
export type ContextView = Omit<TaskContext, 'receipt' | 'footer'> & {
  readonly total: number
  readonly omitted: readonly Omission[]
}

type Part =
  | { readonly list: 'traps' | 'cards'; readonly card: RecallCard; readonly detailed: boolean }
  | { readonly list: 'files'; readonly hint: ReadingHint }

/**
 * What to know before a task, in growing detail: traps (rejected approaches, risks, guards) first, then the cards that
 * answer the task or speak about its files, then the files to read. Level 0 is project, focus, next, warnings and the
 * suggested action. Total and deterministic.
 */
export function contextLevels(
  task: string,
  files: readonly string[],
  hot: HotFiles,
  knowledge: TaskKnowledge,
): Levels<ContextView> {
  const { graph, manifest } = knowledge
  const found = ask(task, { limit: MOST.cards, limited: true, hops: manifest.scoring.hops }, knowledge)
  const cards = gather(found.matched, files, knowledge)
  const traps = cards.filter(({ node }) => isTrap(node))
  const rest = cards.filter(({ node }) => !isTrap(node))
  const hints = filesToRead(cards, files, knowledge)
  const parts = sequence(
    traps.map(({ card }) => card),
    rest.map(({ card }) => card),
    hints,
  )
  const details = new Map<CardId, string>()
  const detailed = (card: RecallCard): RecallCard => {
    const node = graph.node(card.id)
    const detail = details.get(card.id) ?? (node === undefined ? '' : knowledge.detailOf(node))
    details.set(card.id, detail)
    return detail === '' ? card : { ...card, detail }
  }
  const warnings = warningsOf(
    cards.map(({ card }) => card),
    found.reason?.message,
  )
  return {
    levels: parts.length,
    at(level) {
      const shown = { traps: new Map<CardId, RecallCard>(), cards: new Map<CardId, RecallCard>(), files: [] as ReadingHint[] }
      for (const part of parts.slice(0, level)) {
        if (part.list === 'files') shown.files.push(part.hint)
        else shown[part.list].set(part.card.id, part.detailed ? detailed(part.card) : part.card)
      }
      const cut = {
        traps: traps.length - shown.traps.size,
        cards: rest.length - shown.cards.size,
        files: hints.length - shown.files.length,
      }
      return {
        task,
        project: { name: manifest.project.name, type: manifest.project.type, stage: manifest.project.stage },
        focus: hot.focus,
        next: hot.next[0]?.text ?? '',
        traps: [...shown.traps.values()],
        cards: [...shown.cards.values()],
        files: shown.files,
        warnings,
        suggested: suggestion(
          hints,
          traps.map(({ card }) => card),
          rest.map(({ card }) => card),
          task,
        ),
        total: cards.length,
        omitted: Object.entries(cut)
          .filter(([, count]) => count > 0)
          .map(([list, count]) => ({ list, count, reason: 'budget' })),
      }
    },
  }
}

type Gathered = { readonly node: GraphNode; readonly card: RecallCard }

function gather(hits: readonly Hit[], files: readonly string[], { graph, pressing }: TaskKnowledge): readonly Gathered[] {
  const gathered = new Map<CardId, Gathered>()
  const add = (node: GraphNode, stale: boolean, why: string): void => {
    if (gathered.has(node.id)) return
    const changed = pressing.get(node.id)
    const { id, type, title, status, summary, file, updated } = node
    gathered.set(node.id, {
      node,
      card: {
        id,
        type,
        title,
        status,
        summary: lineSummary(summary),
        file,
        updated,
        stale,
        why: changed === undefined ? why : `${why}; ${changed}`,
      },
    })
  }
  for (const file of files) for (const { node, why } of cardsAbout(graph, file)) add(node, false, why)
  for (const hit of hits) {
    const node = graph.node(hit.id)
    if (node !== undefined) add(node, hit.stale, reasonOf(hit))
  }
  return [...gathered.values()]
}

function reasonOf(hit: Hit): string {
  if (hit.via !== undefined) return `${hit.via.type} from ${hit.via.from}`
  const best = hit.reasons[0]!
  return best.channel === 'fts' ? `speaks of ${best.detail}` : `${best.channel} ${best.detail}`
}

/** What somebody might walk into again: rejected or retired ways, risks, constraints. */
const isTrap = ({ type, status, guards }: GraphNode): boolean =>
  guards !== undefined ||
  type === 'risk' ||
  type === 'constraint' ||
  status === 'superseded' ||
  status === 'deprecated' ||
  status === 'rejected'

function filesToRead(cards: readonly Gathered[], files: readonly string[], { graph }: TaskKnowledge): readonly ReadingHint[] {
  const hints = new Map<string, string>()
  for (const file of files) hints.set(file, 'named by the task')
  for (const { node } of cards.slice(0, MOST.first)) if (!hints.has(node.file)) hints.set(node.file, `${node.type} ${node.id}`)
  for (const { node } of cards.slice(0, MOST.first)) {
    for (const source of graph.node(node.id)?.source_files ?? []) {
      const path = source.replace(/#[^/]*$/, '')
      if (!/[*?[{]/.test(path) && !hints.has(path)) hints.set(path, `source of ${node.id}`)
    }
  }
  return [...hints].slice(0, MOST.files).map(([path, why]) => ({ path, why }))
}

function sequence(traps: readonly RecallCard[], cards: readonly RecallCard[], files: readonly ReadingHint[]): readonly Part[] {
  const line = (list: 'traps' | 'cards', some: readonly RecallCard[], detailed = false): Part[] =>
    some.map((card) => ({ list, card, detailed }))
  const [first, later] = [cards.slice(0, MOST.first), cards.slice(MOST.first)]
  const hints = files.map((hint): Part => ({ list: 'files', hint }))
  return [
    ...line('traps', traps.slice(0, MOST.first)),
    ...line('cards', first),
    ...hints.slice(0, MOST.first),
    ...line('traps', traps.slice(0, MOST.first), true),
    ...line('cards', first, true),
    ...line('traps', traps.slice(MOST.first)),
    ...line('cards', later),
    ...hints.slice(MOST.first),
    ...line('cards', later, true),
  ]
}

function warningsOf(cards: readonly RecallCard[], reason: string | undefined): readonly string[] {
  const stale = cards.filter((card) => card.stale)
  const warnings = stale.slice(0, MOST.first).map(({ id }) => `${id} may no longer be true`)
  if (stale.length > warnings.length) warnings.push(`${stale.length - warnings.length} more cards may no longer be true`)
  return reason === undefined ? warnings : [...warnings, `memory has no answer to the task itself: ${reason}`]
}

function suggestion(
  files: readonly ReadingHint[],
  traps: readonly RecallCard[],
  cards: readonly RecallCard[],
  task: string,
): string {
  if (traps.length + cards.length === 0)
    return `Nothing is known about this. Work from the code, then keep what was decided: pmem new decision "${task.slice(0, 60).replace(/["\n]/g, ' ')}"`
  const read = files[0]?.path
  const avoid = traps[0] === undefined ? '' : `Mind ${traps[0].id} first. `
  return `${avoid}${read === undefined ? '' : `Read ${read}, then `}${read === undefined ? 'Start' : 'start'} from ${(cards[0] ?? traps[0]!).id}.`
}
