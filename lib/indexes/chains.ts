import type { EdgeType } from '../model/card.ts'
import type { Finding } from '../model/finding.ts'
import type { Edge, GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { append } from './multi-map.ts'

/**
 * What is wrong with chains of cards: `supersedes-cycle` (error), `supersedes-heads` where two cards replace the same one and
 * neither replaces the other (warning), `depends-cycle` (warning). Each is placed at the file of its first card. Linear.
 */
export function chainFindings(edges: readonly Edge[], nodes: ReadonlyMap<CardId, GraphNode>): Finding[] {
  const supersedes = targetsBy(edges, 'supersedes')
  const found: Finding[] = []
  const at = (id: CardId): Pick<Finding, 'id' | 'file'> => ({ id, ...(nodes.has(id) ? { file: nodes.get(id)!.file } : {}) })
  for (const cycle of cycles(supersedes)) {
    found.push({
      code: 'supersedes-cycle',
      severity: 'error',
      message: `${cycle.join(', ')} supersede each other, so none of them is the current one`,
      ...at(cycle[0]!),
      fix: 'Remove `supersedes` or `superseded_by` from the card that is still valid.',
    })
  }
  for (const cycle of cycles(targetsBy(edges, 'depends_on'))) {
    found.push({
      code: 'depends-cycle',
      severity: 'warning',
      message: `${cycle.join(', ')} depend on each other in a circle`,
      ...at(cycle[0]!),
      fix: 'Remove one `depends_on` of the circle, or use `related` for it.',
    })
  }
  return [...found, ...rivalHeads(supersedes, at)]
}

/** Cards replaced by several that nothing replaces. */
function rivalHeads(supersedes: Adjacency, at: (id: CardId) => Pick<Finding, 'id' | 'file'>): Finding[] {
  const replacedBy = new Map<CardId, CardId[]>()
  for (const [from, targets] of supersedes) {
    for (const target of targets) replacedBy.set(target, [...(replacedBy.get(target) ?? []), from])
  }
  const found: Finding[] = []
  for (const id of [...replacedBy.keys()].sort(byText)) {
    const heads = replacedBy
      .get(id)!
      .filter((newer) => !replacedBy.has(newer))
      .sort(byText)
    if (heads.length < 2) continue
    found.push({
      code: 'supersedes-heads',
      severity: 'warning',
      message: `${id} is superseded by ${heads.join(' and ')}; a chain has one head`,
      ...at(id),
      fix: `Let one of them supersede the other: \`supersedes: ${heads[0]}\`.`,
    })
  }
  return found
}

type Adjacency = ReadonlyMap<CardId, readonly CardId[]>

function targetsBy(edges: readonly Edge[], type: EdgeType): Adjacency {
  const targets = new Map<CardId, CardId[]>()
  for (const edge of edges) {
    if (edge.type !== type || edge.source !== 'explicit') continue
    append(targets, edge.from, edge.to)
  }
  return targets
}

/**
 * The strongly connected components of two cards and more, each sorted, all sorted by their first card.
 * Tarjan's algorithm with its own stack: a chain of any length must not overflow that of the engine.
 */
function cycles(graph: Adjacency): CardId[][] {
  const index = new Map<CardId, number>()
  const low = new Map<CardId, number>()
  const stack: CardId[] = []
  const onStack = new Set<CardId>()
  const found: CardId[][] = []
  for (const root of graph.keys()) {
    if (index.has(root)) continue
    const work: { readonly id: CardId; next: number }[] = []
    const enter = (id: CardId): void => {
      low.set(id, index.size)
      index.set(id, index.size)
      stack.push(id)
      onStack.add(id)
      work.push({ id, next: 0 })
    }
    enter(root)
    while (work.length > 0) {
      const { id, next } = work[work.length - 1]!
      const target = graph.get(id)?.[next]
      work[work.length - 1]!.next += 1
      if (target !== undefined) {
        if (!index.has(target)) enter(target)
        else if (onStack.has(target)) low.set(id, Math.min(low.get(id)!, index.get(target)!))
        continue
      }
      work.pop()
      const above = work[work.length - 1]?.id
      if (above !== undefined) low.set(above, Math.min(low.get(above)!, low.get(id)!))
      if (low.get(id) !== index.get(id)) continue
      const component = stack.splice(stack.lastIndexOf(id))
      for (const member of component) onStack.delete(member)
      if (component.length > 1) found.push(component.sort(byText))
    }
  }
  return found.sort((a, b) => byText(a[0]!, b[0]!))
}
