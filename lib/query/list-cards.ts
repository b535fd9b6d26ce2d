import type { GraphIndex, GraphNode } from '../model/graph.ts'
import { utcDay } from '../text/day.ts'
import { foldName } from '../text/fold.ts'
import { byText } from '../text/order.ts'
import { type FactorContext, isFinished, stalenessOf } from './factors.ts'
import type { ListQuestion } from './list-question.ts'
import { priorityRank } from './priority.ts'
import type { TimeWindow } from './time-window.ts'

const ENDED = new Set(['done', 'completed', 'superseded', 'archived', 'deprecated'])

/**
 * Every card that a list question asks for, most urgent first, then by id. `isAbout` decides over the words that are
 * left of the question; without such words every card of the kind belongs to the answer.
 */
export function listCards(
  question: ListQuestion,
  graph: GraphIndex,
  context: FactorContext,
  isAbout: (node: GraphNode) => boolean,
): readonly GraphNode[] {
  const { types, statuses, priorities, stale, topic } = question
  const open = statuses.includes('open')
  return [...graph.nodes()]
    .filter((node) => types.includes(node.type) && node.secret !== true)
    .filter(
      (node) =>
        statuses.length === 0 ||
        (open ? !ENDED.has(node.status ?? '') : statuses.includes(node.status ?? '') || isSuperseded(node, statuses, graph)),
    )
    .filter((node) => priorities.length === 0 || priorities.includes(node.priority ?? 'medium'))
    .filter((node) => !stale || stalenessOf(node, context).reasons.length > 0)
    .filter((node) => topic === '' || isAbout(node))
    .sort((a, b) => priorityRank(a.priority) - priorityRank(b.priority) || byText(a.id, b.id))
}

/** A card that another supersedes is superseded, whatever its own status still says. */
const isSuperseded = (node: GraphNode, statuses: readonly string[], graph: GraphIndex): boolean =>
  statuses.includes('superseded') && graph.edgesTo(node.id, 'supersedes').length > 0

/** The day a card was written or changed that lies within a span of days, the later one; undefined when neither does. */
export function dayWithin(window: TimeWindow, node: GraphNode): number | undefined {
  return [utcDay(node.updated ?? ''), utcDay(node.created ?? '')].find(
    (day) => day !== undefined && day >= window.from && day <= window.to,
  )
}

/** Cards that were written or changed within a span of days, newest first, then by id. */
export function cardsWithin(window: TimeWindow, graph: GraphIndex): readonly GraphNode[] {
  const found: { readonly node: GraphNode; readonly day: number }[] = []
  for (const node of graph.nodes()) {
    const day = dayWithin(window, node)
    if (day !== undefined && node.secret !== true) found.push({ node, day })
  }
  return found.sort((a, b) => b.day - a.day || byText(a.node.id, b.node.id)).map(({ node }) => node)
}

/** Whether a card carries one of the words as a tag, so that a list about them holds it although its text says it otherwise. */
export const isTagged = (node: GraphNode, topic: string): boolean => node.tags.some((tag) => foldName(tag) === topic)

export const isOver = (node: GraphNode): boolean => isFinished(node.status) || ENDED.has(node.status ?? '')
