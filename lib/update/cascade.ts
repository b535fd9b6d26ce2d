import { type GraphIndex, INVERSE, RESTS_ON } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { canAge } from './affected.ts'

/** A card that rests on a cause: hops to the nearest one, and the shortest path there, which says why. */
export type Suspect = { readonly hops: number; readonly path: string; readonly cause: CardId }

type Ground = { readonly id: CardId; readonly name: string }

/**
 * What a card rests on directly, by id. A card that supersedes another does not rest on it: it was written because of it.
 */
function groundsOf(graph: GraphIndex, id: CardId): readonly Ground[] {
  const own = graph.edgesFrom(id)
  const replaced = new Set(own.filter(({ type }) => type === 'supersedes').map(({ to }) => to))
  const found = new Map<CardId, string>()
  const add = (other: CardId, name: string): void => {
    if (other !== id && !replaced.has(other) && !found.has(other)) found.set(other, name)
  }
  for (const { to, type } of own) if (RESTS_ON.has(type)) add(to, type)
  for (const { from } of graph.edgesTo(id, 'constrains')) add(from, INVERSE.constrains)
  return [...found].map(([other, name]) => ({ id: other, name })).sort((a, b) => byText(a.id, b.id))
}

/**
 * Tells of single cards whether they are suspect, by walking to what they rest on until a cause is met: for commands that
 * look at few cards. `causeOf` gives the reason why a card is dirty, stale, changed or superseded. A card is never suspect
 * because of itself. The nearest cause counts, of equally near ones the first by id, over the first of the shortest paths.
 * Ends on cycles. `exempt` cards (traces) are history: they neither grow suspect nor pass it on.
 */
export function suspectFinder(
  graph: GraphIndex,
  causeOf: (id: CardId) => string | undefined,
  exempt: (id: CardId) => boolean = () => false,
): (start: CardId) => Suspect | undefined {
  const grounds = new Map<CardId, readonly Ground[]>()
  const groundsBelow = (id: CardId): readonly Ground[] => {
    const below = grounds.get(id) ?? (exempt(id) ? [] : groundsOf(graph, id))
    grounds.set(id, below)
    return below
  }
  // Cards that are no cause and lead to none: most of a store, and never walked twice.
  const clean = new Set<CardId>()
  return (start) => {
    const layers: CardId[][] = [[start]]
    const seen = new Set<CardId>([start])
    for (;;) {
      const next: CardId[] = []
      for (const id of layers.at(-1)!) {
        for (const ground of groundsBelow(id)) {
          if (clean.has(ground.id) || seen.has(ground.id)) continue
          seen.add(ground.id)
          next.push(ground.id)
        }
      }
      if (next.length === 0) {
        // A card on a cycle with the start may be suspect because of it.
        if (causeOf(start) === undefined) for (const id of seen) clean.add(id)
        return undefined
      }
      layers.push(next)
      const [cause] = next.filter((id) => causeOf(id) !== undefined).sort(byText)
      if (cause !== undefined)
        return { hops: layers.length - 1, path: described(pathDown(layers, grounds, cause), causeOf(cause)!), cause }
    }
  }
}

/** From the start of the layers to the cause in the last one, the first card by id at each step. */
function pathDown(
  layers: readonly (readonly CardId[])[],
  grounds: ReadonlyMap<CardId, readonly Ground[]>,
  cause: CardId,
): readonly Ground[] {
  const leads = new Set<CardId>([cause])
  for (let at = layers.length - 2; at > 0; at -= 1) {
    for (const id of layers[at]!)
      if (grounds.get(id)!.some((ground) => leads.has(ground.id) && layers[at + 1]!.includes(ground.id))) leads.add(id)
  }
  const path: Ground[] = []
  let from = layers[0]![0]!
  for (let at = 1; at < layers.length; at += 1) {
    const step = grounds.get(from)!.find((ground) => leads.has(ground.id) && layers[at]!.includes(ground.id))!
    path.push(step)
    from = step.id
  }
  return path
}

const described = (path: readonly Ground[], cause: string): string =>
  `${path.map(({ id, name }) => `${name} ${id}`).join(', ')} (${cause})`

type Reach = { readonly cause: CardId; readonly hops: number }

/**
 * Every suspect card of a store, the same as `suspectFinder` finds for each, in one walk from the causes outwards: what rests on no
 * cause is never looked at.
 */
export function cascade(
  graph: GraphIndex,
  causes: ReadonlyMap<CardId, string>,
  exempt: (id: CardId) => boolean = () => false,
): ReadonlyMap<CardId, Suspect> {
  if (causes.size === 0) return new Map()
  const known = new Map<CardId, readonly CardId[]>()
  const restingOn = (id: CardId): readonly CardId[] => {
    const list = known.get(id) ?? dependentsOf(graph, id).filter((above) => !exempt(above))
    known.set(id, list)
    return list
  }
  // The two nearest causes of each card: a cause itself counts only the other one.
  const reached = new Map<CardId, Reach[]>()
  let frontier: { readonly id: CardId; readonly cause: CardId }[] = [...causes.keys()]
    .sort(byText)
    .map((id) => ({ id, cause: id }))
  for (let hops = 1; frontier.length > 0; hops += 1) {
    const next: { id: CardId; cause: CardId }[] = []
    for (const { id, cause } of frontier.sort((a, b) => byText(a.cause, b.cause))) {
      for (const above of restingOn(id)) {
        if (above === cause) continue
        const earlier = reached.get(above) ?? []
        if (earlier.length === 2 || earlier.some((reach) => reach.cause === cause)) continue
        reached.set(above, [...earlier, { cause, hops }])
        next.push({ id: above, cause })
      }
    }
    frontier = next
  }
  const suspects = new Map<CardId, Suspect>()
  for (const [id, [nearest]] of [...reached].sort(([a], [b]) => byText(a, b))) {
    suspects.set(id, {
      hops: nearest!.hops,
      path: described(pathTo(graph, reached, id, nearest!), causes.get(nearest!.cause)!),
      cause: nearest!.cause,
    })
  }
  return suspects
}

/** Cards that rest directly on a card and should be looked at when it goes: those that can grow untrue. Sorted. */
export const liveDependents = (graph: GraphIndex, id: CardId): readonly CardId[] =>
  dependentsOf(graph, id)
    .filter((other) => {
      const node = graph.node(other)
      return node !== undefined && canAge(node)
    })
    .sort(byText)

/** What rests directly on a card: `groundsOf` read from the other end. */
function dependentsOf(graph: GraphIndex, id: CardId): CardId[] {
  const incoming = graph.edgesTo(id)
  const replacing = new Set(incoming.filter(({ type }) => type === 'supersedes').map(({ from }) => from))
  const found = new Set<CardId>()
  for (const { from, type } of incoming) if (RESTS_ON.has(type)) found.add(from)
  for (const { to, type } of graph.edgesFrom(id)) if (type === 'constrains') found.add(to)
  return [...found].filter((other) => other !== id && !replacing.has(other))
}

function pathTo(
  graph: GraphIndex,
  reached: ReadonlyMap<CardId, readonly Reach[]>,
  start: CardId,
  { cause, hops }: Reach,
): readonly Ground[] {
  const path: Ground[] = []
  let from = start
  for (let left = hops - 1; left >= 0; left -= 1) {
    const isNext = ({ id }: Ground): boolean =>
      left === 0 ? id === cause : (reached.get(id) ?? []).some((reach) => reach.cause === cause && reach.hops === left)
    const step = groundsOf(graph, from).find(isNext)
    if (step === undefined) break
    path.push(step)
    from = step.id
  }
  return path
}
