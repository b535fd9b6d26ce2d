import type { GraphNode } from '../model/graph.ts'
import type { GraphData, GraphPoint } from '../model/view.ts'
import { type FactorContext, stalenessOf } from '../query/factors.ts'
import { command, READ_FLAGS } from './command.ts'
import { factorContext } from './factor-context.ts'
import { cardType } from './list.ts'
import { resolveCard } from './resolve.ts'

export const graph = command({
  name: 'graph',
  summary: 'Draw the cards and their edges, or those around one card, for a document: Mermaid, Graphviz or JSON',
  operands: { kind: 'words', names: ['id'], optional: 1 },
  flags: {
    depth: { kind: 'int', min: 1, max: 10, default: 2, doc: 'With a card: how many edges far' },
    type: { kind: 'list', placeholder: 'TYPE', doc: 'Only cards of this type; may be given several times' },
    weak: { kind: 'bool', doc: 'Also edges that only shared tags or files suggest' },
    limit: { kind: 'int', min: 1, max: 100_000, default: 200, doc: 'Most cards to draw, those with the most edges first' },
    ...READ_FLAGS,
  },
  formats: ['mermaid', 'dot', 'json'],
  examples: ['pmem graph', 'pmem graph module.store --depth 1', 'pmem graph --type decision --format dot'],
  exits: '0 drawn, 1 there is no such card, or none to draw',
  run(context, [name], { depth, type, weak, limit }) {
    const { graph, manifest } = context.store()
    const types = type.map((each) => cardType(each, manifest.schema.cardTypes))
    const edges = [...graph.nodes()].flatMap(({ id }) => graph.edgesFrom(id)).filter(({ source }) => weak || source !== 'weak')
    const neighbours = new Map<string, string[]>()
    for (const { from, to } of edges) {
      for (const [a, b] of [
        [from, to],
        [to, from],
      ] as const)
        neighbours.set(a, [...(neighbours.get(a) ?? []), b])
    }
    const near = name === undefined ? undefined : within(resolveCard(graph, name).id, depth, neighbours)
    const matching = [...graph.nodes()].filter(
      (node) => node.secret !== true && (near?.has(node.id) ?? true) && (types.length === 0 || types.includes(node.type)),
    )
    const degree = ({ id }: GraphNode): number => neighbours.get(id)?.length ?? 0
    const drawn = new Set(
      matching
        .map((node, place) => ({ node, place }))
        .sort(
          (a, b) =>
            (near?.get(a.node.id) ?? 0) - (near?.get(b.node.id) ?? 0) || degree(b.node) - degree(a.node) || a.place - b.place,
        )
        .slice(0, limit)
        .map(({ node }) => node.id),
    )
    const factors = factorContext(context, manifest)
    const data: GraphData = {
      cards: matching.filter(({ id }) => drawn.has(id)).map((node) => graphPoint(node, factors)),
      edges: edges
        .filter(({ from, to }) => drawn.has(from) && drawn.has(to))
        .map(({ from, to, type: kind, source, confidence }) => ({ from, to, type: kind, source, confidence })),
      total: matching.length,
      complete: drawn.size === matching.length,
    }
    if (!data.complete) context.note(`${drawn.size} of ${matching.length} cards are drawn; --limit draws more`)
    return { kind: 'graph', exit: data.cards.length === 0 ? 1 : 0, data }
  },
})

export const graphPoint = (node: GraphNode, factors: FactorContext): GraphPoint => ({
  id: node.id,
  type: node.type,
  title: node.title,
  status: node.status,
  stale: stalenessOf(node, factors).reasons.some((reason) => !reason.startsWith('suspect')),
  suspect: factors.signals.suspect.get(node.id) !== undefined,
})

/** Cards so many steps around one, with their distance. */
function within(start: string, depth: number, neighbours: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const found = new Map([[start, 0]])
  for (const [id, far] of found)
    if (far < depth) for (const next of neighbours.get(id) ?? []) if (!found.has(next)) found.set(next, far + 1)
  return found
}
