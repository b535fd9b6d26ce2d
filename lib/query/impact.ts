import type { EdgeType } from '../model/card.ts'
import { type GraphIndex, type GraphNode, INVERSE, RESTS_ON } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { namedCandidates, TIER } from './candidates.ts'

export type Impacted = { readonly node: GraphNode; readonly distance: number; readonly why: string }

/** A change of the card behind these edges touches the card in front of them; of `constrains` it is the other way round. */
const TOUCHED_BY: ReadonlySet<EdgeType> = new Set([...RESTS_ON, 'next_step_of'])

/** Cards about a file: those that name it, then those about its folder or a pattern that holds it. */
export function cardsAbout(graph: GraphIndex, path: string): readonly Impacted[] {
  const found = namedCandidates(
    { query: path, whole: '', phrases: [], paths: [path], list: undefined, window: undefined },
    graph,
    () => 0,
  )
  const about: Impacted[] = []
  for (const { id, tier, reasons } of found.values()) {
    const node = graph.node(id)
    // A name that looks like a path, `decision.json`, may be the id or the title of a card, which makes it no card about a file.
    const reason = reasons.find(({ channel }) => channel === 'source_file' || channel === 'source_prefix')
    if (reason === undefined || node === undefined || node.secret === true || node.file === path) continue
    about.push({
      node,
      distance: tier === TIER.exact ? 0 : 1,
      why: reason.channel === 'source_prefix' ? `is about a folder or pattern that holds ${path}` : `is about ${path}`,
    })
  }
  return about.sort((a, b) => a.distance - b.distance || byText(a.node.id, b.node.id))
}

/** Cards that rest on a card, directly or through others, nearest first, with the shortest path that says why. Ends on cycles. */
export function restingOn(graph: GraphIndex, start: CardId): readonly Impacted[] {
  const found = new Map<CardId, Impacted>()
  let frontier: readonly { readonly id: CardId; readonly path: string }[] = [{ id: start, path: start }]
  for (let distance = 1; frontier.length > 0; distance += 1) {
    const next: { id: CardId; path: string }[] = []
    for (const { id, path } of frontier) {
      const steps = [
        ...graph
          .edgesTo(id)
          .filter(({ type }) => TOUCHED_BY.has(type))
          .map(({ from, type }) => ({ to: from, name: INVERSE[type] })),
        ...graph
          .edgesFrom(id)
          .filter(({ type }) => type === 'constrains')
          .map(({ to, type }) => ({ to, name: type })),
      ]
      for (const { to, name } of steps.sort((a, b) => byText(a.to, b.to))) {
        const node = graph.node(to)
        if (node === undefined || to === start || found.has(to)) continue
        const why = `${path} ${name} ${to}`
        found.set(to, { node, distance, why })
        next.push({ id: to, path: why })
      }
    }
    frontier = next
  }
  return [...found.values()].sort((a, b) => a.distance - b.distance || byText(a.node.id, b.node.id))
}
