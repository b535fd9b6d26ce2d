import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { NextItem } from '../model/outcome.ts'
import type { HotFiles } from '../query/hot.ts'
import { idsIn } from '../query/ids-in.ts'
import { isOver } from '../query/list-cards.ts'
import { priorityRank } from '../query/priority.ts'
import { byText } from '../text/order.ts'
import { command, READ_FLAGS } from './command.ts'
import { hotFiles } from './hot-files.ts'

export const next = command({
  name: 'next',
  summary: 'Print the next step, with why; --all prints the queue in order of priority',
  operands: { kind: 'none' },
  flags: { all: { kind: 'bool', doc: 'Show the whole queue' }, ...READ_FLAGS },
  formats: ['compact', 'json'],
  examples: ['pmem next', 'pmem next --all --json'],
  exits: '0 there is a next step, 1 nothing is waiting',
  run(context, _operands, { all }) {
    const { graph, project, state } = context.store()
    const queue = queueOf(graph, hotFiles(project.files, graph))
    return {
      kind: 'next',
      exit: queue.length === 0 ? 1 : 0,
      data: { next: queue[0] ?? null, queue: all ? queue : queue.slice(0, 1), total: queue.length, index: state },
    }
  },
})

/** What people wrote into next.md comes first, in their order within a priority; then the open tasks that are not blocked. */
function queueOf(graph: GraphIndex, hot: HotFiles): readonly NextItem[] {
  const written = hot.next
    .map((item, place) => ({ item, place }))
    .sort((a, b) => priorityRank(a.item.priority) - priorityRank(b.item.priority) || a.place - b.place)
    .map(
      ({ item }): NextItem => ({
        id: taskNamed(item.text, graph),
        text: item.text,
        priority: item.priority,
        status: null,
        why: item.why,
        owner: item.owner,
        file: item.file,
      }),
    )
  const tasks = [...graph.nodes()]
    .filter(
      (node) =>
        node.type === 'task' &&
        !isOver(node) &&
        !written.some(({ id }) => id === node.id) &&
        node.status !== 'draft' &&
        node.secret !== true,
    )
    .map((node) => ({ node, waiting: isWaiting(node, graph) }))
    .sort((a, b) => Number(a.waiting) - Number(b.waiting) || rank(a.node) - rank(b.node) || byText(a.node.id, b.node.id))
    .map(
      ({ node, waiting }): NextItem => ({
        id: node.id,
        text: node.title,
        priority: node.priority,
        status: waiting ? 'blocked' : node.status,
        why: node.summary,
        owner: null,
        file: node.file,
      }),
    )
  return [...written, ...tasks]
}

/** The task an item of next.md speaks of, so that it is not listed twice. */
function taskNamed(text: string, graph: GraphIndex): CardId | null {
  return idsIn(text).find((id) => graph.node(id)?.type === 'task') ?? null
}

const rank = (node: GraphNode): number =>
  priorityRank(node.priority) * 2 + (node.status === 'implementing' || node.status === 'active' ? 0 : 1)

/** A task waits while a task it depends on, or one that blocks it, is open. */
function isWaiting(node: GraphNode, graph: GraphIndex): boolean {
  if (node.status === 'blocked') return true
  const before = [
    ...graph
      .edgesFrom(node.id)
      .filter(({ type }) => type === 'depends_on')
      .map(({ to }) => to),
    ...graph
      .edgesTo(node.id)
      .filter(({ type }) => type === 'blocks')
      .map(({ from }) => from),
  ]
  return before.some((id) => {
    const other = graph.node(id)
    return other?.type === 'task' && !isOver(other)
  })
}
