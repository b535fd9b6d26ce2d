import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { Omission, OwnFact, ReadingHint, Recall, RecallCard, RecallMode } from '../model/recall.ts'
import { utcDay, utcTime } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { round6 } from '../text/round.ts'
import { lineSummary } from './card-detail.ts'
import { type FactorContext, productOf, weigh } from './factors.ts'
import type { Levels } from './fit.ts'
import type { HotFiles } from './hot.ts'
import { isOver } from './list-cards.ts'
import { headOf } from './walk.ts'

/** How many cards each list holds at most; what is left out is counted. `first` context cards get a line before any gets detail. */
const MOST = {
  foundation: 12,
  decisions: 8,
  reading: 8,
  changes: 5,
  traces: 5,
  own: 5,
  first: 5,
  firstChanges: 3,
  firstTraces: 2,
} as const
/** Below this budget the foundations and decisions are not shown (spec). */
export const FOUNDATION_BUDGET = 800
/** Tokens of the output that come before foundations and decisions: three fifths of FOUNDATION_BUDGET. */
const OPENING_ROOM = 480

export type RecallRequest = {
  readonly mode: RecallMode
  /** Tokens, or undefined for no limit. */
  readonly budget: number | undefined
  /** Whole UTC day from which changes count, or undefined for the newest ones. */
  readonly since: number | undefined
  /** Why a card matters right now, such as a changed file it is about. */
  readonly pressing: ReadonlyMap<CardId, string>
  /** Facts of the store that follows the person, the most trusted first. */
  readonly ownFacts: readonly OwnFact[]
  /** More text of a card where there is room for it; '' for none. */
  readonly detailOf: (node: GraphNode) => string
}
export type RecallView = Omit<Recall, 'reminder' | 'receipt' | 'footer'> & {
  readonly shown: readonly CardId[]
  readonly total: number
  readonly omitted: readonly Omission[]
}

/** What is shown whatever the budget, and how it goes on from a level of it. */
type Opening = Levels<RecallView> & { readonly room: number; readonly after: (level: number) => Levels<RecallView> }
type CardList = 'active_foundation' | 'decisions' | 'context_summary' | 'recent_changes' | 'recent_traces'
/** How much of a card: its title, with its summary, or with more of its text. Small steps leave little of a budget unused. */
type Shape = 'title' | 'summary' | 'detail'
type Part =
  | { readonly list: CardList; readonly card: RecallCard; readonly shape: Shape }
  | { readonly list: 'read_if_needed'; readonly hint: ReadingHint }
  | { readonly list: 'own_facts'; readonly fact: OwnFact }

/**
 * Where the project stands, as levels of growing detail. Level 0 is L0: project, stage, focus and next, never cut.
 * Then L3 (paths to read) and the first of L2 (context by score, changes); from FOUNDATION_BUDGET up L1 (foundations and
 * decisions), the rest of L2, and in deep mode the details of all of them. Below FOUNDATION_BUDGET the output takes
 * OPENING_ROOM tokens at most, so that from there up L1 finds room beside all that was shown before.
 * Inside a list the best card comes first and what the room just held comes last, so that an edit elsewhere moves little
 * text. Deterministic for the same store and day.
 */
export function recallLevels(
  graph: GraphIndex,
  hot: HotFiles,
  context: FactorContext,
  request: RecallRequest,
): Levels<RecallView> & { readonly opening: Opening } {
  const lists = listsOf(graph, hot, context, request)
  const viewOf = viewer(lists, graph, hot, context, request)
  const levelsOf = (parts: readonly Part[]): Levels<RecallView> => ({
    levels: parts.length,
    at: (level) => viewOf(parts.slice(0, level)),
  })
  const first = openingParts(lists, request)
  const after = (level: number): Levels<RecallView> =>
    levelsOf([...first.slice(0, level), ...furtherParts(lists, first.slice(level), request)])
  return { ...after(first.length), opening: { ...levelsOf(first), room: OPENING_ROOM, after } }
}

function viewer(
  lists: Lists,
  graph: GraphIndex,
  hot: HotFiles,
  context: FactorContext,
  request: RecallRequest,
): (parts: readonly Part[]) => RecallView {
  const { manifest } = context
  // Details are read from files: only those of cards that come to be shown, and each once.
  const details = new Map<CardId, string>()
  const detailed = (card: RecallCard): RecallCard => {
    const node = graph.node(card.id)
    const detail = details.get(card.id) ?? (node === undefined ? '' : request.detailOf(node))
    details.set(card.id, detail)
    return detail === '' ? card : { ...card, detail }
  }
  const project = { name: manifest.project.name, type: manifest.project.type, stage: manifest.project.stage }
  return (parts) => {
    const shown = new Map<Part['list'], Map<string, RecallCard | ReadingHint | OwnFact>>()
    for (const part of parts) {
      const list = shown.get(part.list) ?? new Map<string, RecallCard | ReadingHint | OwnFact>()
      shown.set(part.list, list)
      if (part.list === 'read_if_needed') list.set(part.hint.path, part.hint)
      else if (part.list === 'own_facts') list.set(part.fact.id, part.fact)
      else
        list.set(
          part.card.id,
          part.shape === 'title' ? { ...part.card, summary: '' } : part.shape === 'detail' ? detailed(part.card) : part.card,
        )
    }
    const cards = (list: CardList): readonly RecallCard[] => [...(shown.get(list)?.values() ?? [])] as RecallCard[]
    const foundation = cards('active_foundation')
    const ids = new Set(
      [...shown].filter(([list]) => list !== 'read_if_needed' && list !== 'own_facts').flatMap(([, list]) => [...list.keys()]),
    ) as Set<CardId>
    return {
      project,
      stage: project.stage,
      active_foundation: foundation,
      active_modules: foundation,
      decisions: cards('decisions'),
      read_if_needed: [...(shown.get('read_if_needed')?.values() ?? [])] as ReadingHint[],
      own_facts: [...(shown.get('own_facts')?.values() ?? [])] as OwnFact[],
      focus: hot.focus,
      context_summary: cards('context_summary'),
      recent_changes: cards('recent_changes'),
      recent_traces: cards('recent_traces'),
      next: hot.next[0]?.text ?? '',
      next_why: hot.next[0]?.why ?? '',
      shown: [...ids].sort(byText),
      total: lists.total,
      omitted: omissions(lists, shown, request),
    }
  }
}

type Lists = {
  readonly foundation: readonly RecallCard[]
  readonly decisions: readonly RecallCard[]
  readonly context: readonly RecallCard[]
  readonly changes: readonly RecallCard[]
  readonly traces: readonly RecallCard[]
  readonly reading: readonly ReadingHint[]
  readonly total: number
}

function listsOf(graph: GraphIndex, hot: HotFiles, context: FactorContext, { since, pressing }: RecallRequest): Lists {
  const nodes = [...graph.nodes()].filter((node) => node.secret !== true)
  const byRank = (some: readonly GraphNode[]): readonly RecallCard[] =>
    some
      .map((node) => ({ node, rank: rankOf(node, graph, context) }))
      .sort((a, b) => b.rank - a.rank || byText(a.node.id, b.node.id))
      .map(({ node }) => toCard(node, context, pressing))
  const current = nodes.filter((node) => !isOver(node) && headOf(graph, node.id) === node.id)
  const foundationTypes = context.manifest.schema.foundationalTypes
  const foundation = byRank(current.filter((node) => foundationTypes.includes(node.type)))
  const decisions = byRank(current.filter((node) => node.type === 'decision'))
  const shownBefore = new Set(
    [...foundation.slice(0, MOST.foundation), ...decisions.slice(0, MOST.decisions)].map(({ id }) => id),
  )
  const focus = focusOf(hot, current, graph)
  const rest = current.filter((node) => !shownBefore.has(node.id) && node.type !== 'trace')
  const near = rest.filter((node) => focus.has(node.id) || pressing.has(node.id))
  const far = rest.filter((node) => !focus.has(node.id) && !pressing.has(node.id))
  const isRecent = (node: GraphNode): boolean =>
    since === undefined || (utcDay(node.updated ?? node.created ?? '') ?? Number.NEGATIVE_INFINITY) >= since
  const newest = (some: readonly GraphNode[]): readonly RecallCard[] =>
    some
      .filter((node) => (node.updated ?? node.created ?? null) !== null && isRecent(node))
      .map((node) => ({ node, date: dateOf(node) }))
      .sort((a, b) => b.date - a.date || byText(a.node.id, b.node.id))
      .map(({ node }) => toCard(node, context, pressing))
  const changes = newest(nodes.filter((node) => node.type !== 'trace'))
  return {
    foundation,
    decisions,
    context: [...byRank(near), ...byRank(far)],
    changes,
    traces: newest(nodes.filter((node) => node.type === 'trace')),
    reading: readingOf(nodes, foundation, graph),
    total: new Set([...current, ...changes, ...nodes.filter((node) => node.type === 'trace')].map(({ id }) => id)).size,
  }
}

const linesOf = (list: CardList, cards: readonly RecallCard[]): Part[] =>
  cards.flatMap((card): Part[] => [
    ...(card.summary === '' ? [] : [{ list, card, shape: 'title' } as const]),
    { list, card, shape: 'summary' },
  ])

const detailsOf = (list: CardList, cards: readonly RecallCard[]): Part[] => cards.map((card) => ({ list, card, shape: 'detail' }))

const isCardPart = (part: Part): part is Part & { readonly list: CardList } =>
  part.list !== 'read_if_needed' && part.list !== 'own_facts'

/** What every budget begins with, in the order in which room is given: L3, then the first of L2. */
function openingParts(lists: Lists, { mode, ownFacts }: RecallRequest): readonly Part[] {
  const hints = lists.reading.slice(0, MOST.reading).map((hint): Part => ({ list: 'read_if_needed', hint }))
  if (mode === 'brief') return hints
  const first = lists.context.slice(0, MOST.first)
  return [
    ...hints,
    ...ownFacts.slice(0, MOST.own).map((fact): Part => ({ list: 'own_facts', fact })),
    ...linesOf('context_summary', first),
    ...linesOf('recent_changes', lists.changes.slice(0, MOST.firstChanges)),
    ...linesOf('recent_traces', lists.traces.slice(0, MOST.firstTraces)),
    ...detailsOf('context_summary', first),
    ...lists.context
      .slice(MOST.first)
      .flatMap((card) => [...linesOf('context_summary', [card]), ...detailsOf('context_summary', [card])]),
  ]
}

/** What follows from FOUNDATION_BUDGET up, with what the opening left over. Deep is normal and then more, so that it holds it. */
function furtherParts(lists: Lists, left: readonly Part[], { mode, budget }: RecallRequest): readonly Part[] {
  if (budget !== undefined && budget < FOUNDATION_BUDGET) return []
  const hints = left.filter((part) => !isCardPart(part))
  if (mode === 'brief') return hints
  const decisions = lists.decisions.slice(0, MOST.decisions)
  const foundation = lists.foundation.slice(0, MOST.foundation)
  const keys: Part[] = []
  for (let place = 0; place < Math.max(decisions.length, foundation.length); place += 1) {
    keys.push(
      ...linesOf('decisions', decisions.slice(place, place + 1)),
      ...linesOf('active_foundation', foundation.slice(place, place + 1)),
    )
  }
  const others = left.filter(isCardPart)
  const firstDetail = others.findIndex((part) => part.shape === 'detail')
  const lines = firstDetail < 0 ? others : others.slice(0, firstDetail)
  const normal: readonly Part[] = [
    ...hints,
    ...keys,
    ...lines,
    ...linesOf('recent_changes', lists.changes.slice(MOST.firstChanges, MOST.changes)),
    ...linesOf('recent_traces', lists.traces.slice(MOST.firstTraces, MOST.traces)),
    ...others.slice(lines.length),
    ...linesOf('recent_traces', lists.traces.slice(MOST.traces)),
  ]
  if (mode === 'normal') return normal
  return [
    ...normal,
    ...detailsOf('decisions', decisions),
    ...detailsOf('active_foundation', foundation),
    ...linesOf('recent_changes', lists.changes.slice(MOST.changes)),
    ...detailsOf('recent_traces', lists.traces),
  ]
}

function omissions(
  lists: Lists,
  shown: ReadonlyMap<Part['list'], ReadonlyMap<string, unknown>>,
  { mode, budget, ownFacts }: RecallRequest,
): readonly Omission[] {
  const entries: Omission[] = []
  const closed = budget !== undefined && budget < FOUNDATION_BUDGET
  const add = (list: CardList | 'read_if_needed' | 'own_facts', all: number, most: number): void => {
    const count = shown.get(list)?.size ?? 0
    const allowed = Math.min(all, most)
    const reason =
      closed && (list === 'decisions' || list === 'active_foundation')
        ? `budget below ${FOUNDATION_BUDGET}`
        : mode === 'brief' && list !== 'read_if_needed'
          ? 'mode brief'
          : 'budget'
    if (allowed > count) entries.push({ list, count: allowed - count, reason })
    if (all > allowed) entries.push({ list, count: all - allowed, reason: 'lower score' })
  }
  add('read_if_needed', lists.reading.length, MOST.reading)
  add('own_facts', ownFacts.length, MOST.own)
  add('active_foundation', lists.foundation.length, MOST.foundation)
  add('decisions', lists.decisions.length, MOST.decisions)
  add('context_summary', lists.context.length, Number.POSITIVE_INFINITY)
  add('recent_traces', lists.traces.length, Number.POSITIVE_INFINITY)
  return entries
}

const PRIORITY_FACTOR = { high: 1.2, medium: 1, low: 0.8 } as const
/** References that make a card as central as can be: beyond, more say nothing more. */
const CENTRAL = 30

/**
 * By what rests on a card and by its factors; a foundation that many cards name comes first. In (0, 1.3]. Age is no
 * part of it: what changed lately has a list of its own, and a new date alone must not reorder the rest.
 */
function rankOf(node: GraphNode, graph: GraphIndex, context: FactorContext): number {
  const links = graph.edgesTo(node.id).filter(({ source }) => source !== 'weak').length
  const support = Math.min(1, Math.log2(2 + links) / Math.log2(2 + CENTRAL))
  const depth = node.external === true ? 1 / (1 + 0.1 * (node.file.split('/').length - 1)) : 1
  return round6(
    support *
      depth *
      productOf({ ...weigh(node, context, false).factors, recency: 1 }) *
      PRIORITY_FACTOR[node.priority ?? 'medium'],
  )
}

const dateOf = (node: GraphNode): number => utcTime(node.updated ?? node.created ?? '') ?? Number.NEGATIVE_INFINITY

function toCard(node: GraphNode, context: FactorContext, pressing: ReadonlyMap<CardId, string>): RecallCard {
  const why = pressing.get(node.id)
  return {
    id: node.id,
    type: node.type,
    title: node.title,
    status: node.status,
    summary: lineSummary(node.summary),
    file: node.file,
    updated: node.updated,
    stale: weigh(node, context, false).staleReasons.length > 0,
    ...(why === undefined ? {} : { why }),
  }
}

/** Cards that the hot files name, what they are connected to, and what is in progress or at risk. */
function focusOf(hot: HotFiles, current: readonly GraphNode[], graph: GraphIndex): ReadonlySet<CardId> {
  const focus = new Set<CardId>()
  for (const id of hot.named) {
    focus.add(id)
    for (const edge of graph.edgesFrom(id)) if (edge.source !== 'weak') focus.add(edge.to)
    for (const edge of graph.edgesTo(id)) if (edge.source !== 'weak') focus.add(edge.from)
  }
  for (const node of current) {
    if (
      ['implementing', 'designing', 'blocked'].includes(node.status ?? '') ||
      (node.type === 'task' && node.priority === 'high') ||
      node.type === 'risk'
    )
      focus.add(node.id)
  }
  return focus
}

/** Files to open when a task touches them: documents by how central they are, and what the foundations are about, in turn. */
function readingOf(nodes: readonly GraphNode[], foundation: readonly RecallCard[], graph: GraphIndex): readonly ReadingHint[] {
  const weight = (node: GraphNode): number => graph.edgesTo(node.id).filter(({ source }) => source !== 'weak').length
  const depth = (node: GraphNode): number => node.file.split('/').length
  const documents = nodes
    .filter((node) => node.external === true && node.summary !== '')
    .map((node) => ({ node, depth: depth(node), weight: weight(node) }))
  const isReadme = (node: GraphNode): number => (/^readme\b/i.test(node.file) ? 0 : 1)
  documents.sort(
    (a, b) => isReadme(a.node) - isReadme(b.node) || a.depth - b.depth || b.weight - a.weight || byText(a.node.file, b.node.file),
  )
  const sources = foundation.flatMap(({ id, type, title }) => {
    const source = graph.node(id)?.source_files[0]
    return source === undefined ? [] : [{ path: source.replace(/#[^/]*$/, ''), why: `${type} ${title}` }]
  })
  const reading = new Map<string, string>()
  const add = (path: string, why: string): void => {
    if (!reading.has(path)) reading.set(path, why)
  }
  for (let place = 0; place < Math.max(documents.length, sources.length); place += 1) {
    const document = documents[place]?.node
    if (document !== undefined) add(document.file, document.title)
    const source = sources[place]
    if (source !== undefined) add(source.path, source.why)
  }
  if (reading.size === 0) for (const { file, type, title } of foundation) add(file, `${type} ${title}`)
  return [...reading].map(([path, why]) => ({ path, why }))
}
