import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { Recall, RecallCard } from '../model/recall.ts'
import type { CardId } from '../model/ids.ts'
import { utcTime } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { round6 } from '../text/round.ts'
import { type FactorContext, productOf, weigh } from './factors.ts'
import type { HotFiles } from './hot.ts'
import { isOver } from './list-cards.ts'
import { headOf } from './walk.ts'

/** How many cards of each list are kept; what is left out is counted. */
const MOST = { foundation: 12, decisions: 8, traces: 5, changes: 5, context: 8, reading: 8 } as const

/** Where the project stands, from its hot files and its graph. Deterministic for the same store and day. */
export function recallOf(graph: GraphIndex, hot: HotFiles, context: FactorContext): Omit<Recall, 'index'> {
  const { manifest } = context
  const { foundationalTypes } = manifest.schema
  const nodes = [...graph.nodes()].filter((node) => node.secret !== true)
  const live = nodes.filter((node) => node.external !== true && !isOver(node) && headOf(graph, node.id) === node.id)
  const foundation = ranked(live.filter((node) => foundationalTypes.includes(node.type)), graph, context)
  const decisions = ranked(live.filter((node) => node.type === 'decision'), graph, context)
  const traces = newest(nodes.filter((node) => node.type === 'trace'))
  const changes = newest(nodes.filter((node) => node.type !== 'trace' && node.external !== true && node.updated !== null))
  const shown = new Set<CardId>([...foundation.slice(0, MOST.foundation), ...decisions.slice(0, MOST.decisions)].map(({ id }) => id))
  const focused = ranked(focusCards(hot, live, graph).filter((node) => !shown.has(node.id)), graph, context)
  const lines = (cards: readonly RankedNode[], most: number): readonly RecallCard[] => cards.slice(0, most).map((node) => toLine(node, context))
  const reading = readIfNeeded(nodes, live, graph, context)
  const omitted = [
    omission('active_foundation', foundation.length - MOST.foundation),
    omission('decisions', decisions.length - MOST.decisions),
    omission('recent_traces', traces.length - MOST.traces),
    omission('context_summary', focused.length - MOST.context),
    omission('read_if_needed', reading.length - MOST.reading),
  ]
  const active = lines(foundation, MOST.foundation)
  return {
    project: { name: manifest.project.name, type: manifest.project.type, stage: manifest.project.stage },
    stage: manifest.project.stage,
    focus: hot.focus,
    next: hot.next[0]?.text ?? '',
    active_foundation: active,
    active_modules: active,
    decisions: lines(decisions, MOST.decisions),
    recent_traces: lines(traces, MOST.traces),
    recent_changes: lines(changes, MOST.changes),
    context_summary: lines(focused, MOST.context),
    read_if_needed: reading.slice(0, MOST.reading),
    omitted: omitted.filter((entry) => entry !== undefined),
  }
}

type RankedNode = GraphNode & { readonly rank?: number }

const omission = (list: string, count: number): Recall['omitted'][number] | undefined => (count > 0 ? { list, count, reason: 'lower score' } : undefined)

/** By what rests on them and by their factors: a foundation that many cards name comes first. */
function ranked(nodes: readonly GraphNode[], graph: GraphIndex, context: FactorContext): readonly RankedNode[] {
  return nodes
    .map((node) => ({ ...node, rank: rankOf(node, graph, context) }))
    .sort((a, b) => b.rank - a.rank || byText(a.id, b.id))
}

const PRIORITY_FACTOR = { high: 1.2, medium: 1, low: 0.8 } as const

function rankOf(node: GraphNode, graph: GraphIndex, context: FactorContext): number {
  const links = graph.edgesTo(node.id).filter(({ source }) => source !== 'weak').length
  const support = Math.log2(2 + links) / Math.log2(2 + 30)
  return round6(Math.min(1, support) * productOf(weigh(node, context, false).factors) * PRIORITY_FACTOR[node.priority ?? 'medium'])
}

const newest = (nodes: readonly GraphNode[]): readonly RankedNode[] =>
  [...nodes].sort((a, b) => dateOf(b) - dateOf(a) || byText(a.id, b.id))

const dateOf = (node: GraphNode): number => utcTime(node.updated ?? node.created ?? '') ?? Number.NEGATIVE_INFINITY

function toLine(node: RankedNode, context: FactorContext): RecallCard {
  const { factors, staleReasons } = weigh(node, context, false)
  return {
    id: node.id,
    type: node.type,
    title: node.title,
    status: node.status,
    summary: node.summary,
    file: node.file,
    updated: node.updated,
    score: node.rank ?? round6(productOf(factors)),
    stale: staleReasons.length > 0,
  }
}

/** Cards that the focus or the next step names, and what they are connected to. */
function focusCards(hot: HotFiles, live: readonly GraphNode[], graph: GraphIndex): readonly GraphNode[] {
  const named = new Set(live.filter((node) => hot.named.has(node.id)).map(({ id }) => id))
  const around = new Set<CardId>()
  for (const id of named) {
    for (const edge of graph.edgesFrom(id)) if (edge.source !== 'weak') around.add(edge.to)
    for (const edge of graph.edgesTo(id)) if (edge.source !== 'weak') around.add(edge.from)
  }
  const inProgress = (node: GraphNode): boolean => ['implementing', 'designing', 'blocked'].includes(node.status ?? '') || (node.type === 'task' && node.priority === 'high')
  return live.filter((node) => node.type !== 'trace' && (named.has(node.id) || around.has(node.id) || inProgress(node) || (node.type === 'risk' && node.status !== 'draft')))
}

/** Files to open when a task touches them: the sources of what is active, then the documents that were found. */
function readIfNeeded(nodes: readonly GraphNode[], live: readonly GraphNode[], graph: GraphIndex, context: FactorContext): Recall['read_if_needed'] {
  const reading = new Map<string, string>()
  for (const node of ranked(live.filter(({ type }) => context.manifest.schema.foundationalTypes.includes(type)), graph, context)) {
    if (!reading.has(node.file)) reading.set(node.file, `${node.type} ${node.title}`)
  }
  const documents = nodes.filter((node) => node.external === true)
  const weight = (node: GraphNode): number => graph.edgesTo(node.id).filter(({ source }) => source !== 'weak').length
  const depth = (node: GraphNode): number => node.file.split('/').length
  for (const node of [...documents].sort((a, b) => depth(a) - depth(b) || weight(b) - weight(a) || byText(a.file, b.file))) {
    if (!reading.has(node.file)) reading.set(node.file, node.title)
  }
  return [...reading].map(([path, why]) => ({ path, why }))
}
