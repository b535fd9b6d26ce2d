import type { Step } from '../model/answer.ts'
import type { EdgeType } from '../model/card.ts'
import { type Edge, type EdgeSource, type GraphIndex, INVERSE } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'

export type WalkOptions = {
  /** Hops, 1 to 3 usual; any number ends, each card is entered once. */
  readonly depth: number
  readonly types?: readonly string[] | undefined
  readonly sources?: readonly EdgeSource[] | undefined
  /** Most neighbours of one card that are followed; the rest are counted. */
  readonly limit: number
}
export type Walk = {
  /** Depth first in the order of the edges; a card met again is listed once more with `known`, and not entered. */
  readonly steps: readonly Step[]
  /** Neighbours that the limit left out, by card. */
  readonly omitted: ReadonlyMap<CardId, number>
}

/** All edges of a card as steps away from it, strongest source first: explicit, mention, inferred, weak. */
export function stepsFrom(graph: GraphIndex, from: CardId): readonly Omit<Step, 'depth' | 'known'>[] {
  const steps: Omit<Step, 'depth' | 'known'>[] = []
  const add = (edge: Edge, to: CardId, name: string): void => {
    const node = graph.node(to)
    if (node !== undefined) steps.push({ edge, name, from, to, node })
  }
  for (const edge of graph.edgesFrom(from)) add(edge, edge.to, edge.type)
  for (const edge of graph.edgesTo(from)) add(edge, edge.from, INVERSE[edge.type])
  return steps.sort((a, b) => b.edge.confidence - a.edge.confidence || byText(a.name, b.name) || byText(a.to, b.to))
}

/** The neighbourhood of a card as a tree. Ends on cycles; total. */
export function walk(graph: GraphIndex, start: CardId, options: WalkOptions): Walk {
  const steps: Step[] = []
  const omitted = new Map<CardId, number>()
  const entered = new Set<CardId>([start])
  const visit = (from: CardId, depth: number): void => {
    const next = stepsFrom(graph, from).filter(({ edge, name }) => matches(edge, name, options))
    const left = new Set(next.slice(options.limit).map(({ to }) => to))
    for (const { to } of next.slice(0, options.limit)) left.delete(to)
    if (left.size > 0) omitted.set(from, left.size)
    for (const step of next.slice(0, options.limit)) {
      const known = entered.has(step.to)
      // The way back to where we came from says nothing new.
      if (
        known &&
        depth > 1 &&
        steps.some((earlier) => earlier.from === step.to && earlier.to === step.from && earlier.edge.type === step.edge.type)
      )
        continue
      entered.add(step.to)
      steps.push({ ...step, depth, known })
      if (!known && depth < options.depth) visit(step.to, depth + 1)
    }
  }
  visit(start, 1)
  return { steps, omitted }
}

const matches = (edge: Edge, name: string, { types, sources }: WalkOptions): boolean =>
  (types === undefined || types.includes(edge.type) || types.includes(name)) &&
  (sources === undefined || sources.includes(edge.source))

/** What a card rests on (`why`) and what rests on it (`used_by`): the edges that carry a reason. */
const WHY_FORWARD: ReadonlySet<EdgeType> = new Set([
  'decided_by',
  'derived_from',
  'has_evidence',
  'depends_on',
  'implements',
  'next_step_of',
  'supersedes',
])
const WHY_BACKWARD: ReadonlySet<EdgeType> = new Set(['constrains'])

export type Provenance = { readonly why: readonly Step[]; readonly usedBy: readonly Step[]; readonly history: readonly CardId[] }

/**
 * The provenance of a card: the reasons it rests on, transitively up to `depth` hops, traces and decisions among them;
 * the cards that rest on it, directly; and its line of supersession, newest first. `evidenceTypes` are card types that count as evidence.
 */
export function provenance(graph: GraphIndex, start: CardId, depth: number, evidenceTypes: readonly string[]): Provenance {
  const why: Step[] = []
  const entered = new Set<CardId>([start])
  const visit = (from: CardId, level: number): void => {
    for (const step of stepsFrom(graph, from)) {
      const forward = step.edge.from === from
      const carries = forward ? WHY_FORWARD.has(step.edge.type) : WHY_BACKWARD.has(step.edge.type)
      // What was derived from this card came later: it rests on it and is no reason for it.
      const later = !forward && WHY_FORWARD.has(step.edge.type)
      const evidence = !later && evidenceTypes.includes(step.node.type) && step.edge.source !== 'weak'
      if (!carries && !evidence) continue
      const known = entered.has(step.to)
      if (known) continue
      entered.add(step.to)
      why.push({ ...step, depth: level, known })
      if (level < depth) visit(step.to, level + 1)
    }
  }
  visit(start, 1)
  const usedBy = stepsFrom(graph, start)
    .filter(({ edge }) => (edge.to === start ? WHY_FORWARD.has(edge.type) : WHY_BACKWARD.has(edge.type)))
    .map((step): Step => ({ ...step, depth: 1, known: false }))
  return { why, usedBy, history: lineOf(graph, start) }
}

/** The newest card of a supersession line, or the card itself. Ends on cycles. */
export function headOf(graph: GraphIndex, id: CardId): CardId {
  const seen = new Set<CardId>([id])
  let head = id
  for (;;) {
    const newer = graph.edgesTo(head, 'supersedes').filter((edge) => !seen.has(edge.from))
    const next = newer[0]?.from
    if (next === undefined) return head
    seen.add(next)
    head = next
  }
}

function lineOf(graph: GraphIndex, id: CardId): readonly CardId[] {
  const line: CardId[] = [headOf(graph, id)]
  for (;;) {
    const older = graph.edgesFrom(line.at(-1)!).find((edge) => edge.type === 'supersedes' && !line.includes(edge.to))
    if (older === undefined) return line.length > 1 ? line : []
    line.push(older.to)
  }
}

/** The shortest path between two cards, over the most certain edges among equally short ones; undefined when there is none. */
export function shortestPath(graph: GraphIndex, from: CardId, to: CardId): readonly Step[] | undefined {
  const cameBy = new Map<CardId, Step | undefined>([[from, undefined]])
  let frontier: CardId[] = [from]
  for (let depth = 1; frontier.length > 0 && !cameBy.has(to); depth += 1) {
    const next: CardId[] = []
    for (const id of frontier) {
      for (const step of stepsFrom(graph, id)) {
        if (cameBy.has(step.to)) continue
        cameBy.set(step.to, { ...step, depth, known: false })
        next.push(step.to)
      }
    }
    frontier = next
  }
  if (!cameBy.has(to)) return undefined
  const path: Step[] = []
  for (let step = cameBy.get(to); step !== undefined; step = cameBy.get(step.from)) path.unshift(step)
  return path.map((step, index) => ({ ...step, depth: index + 1 }))
}
