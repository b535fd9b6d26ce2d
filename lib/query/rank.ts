import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { Hit, Reason } from '../model/hit.ts'
import type { CardId } from '../model/ids.ts'
import { NO_SIGNALS } from '../model/signals.ts'
import { byText } from '../text/order.ts'
import { round6 } from '../text/round.ts'
import { type Candidates, TIER } from './candidates.ts'
import type { Reached } from './expand.ts'
import { type FactorContext, productOf, weigh } from './factors.ts'
import { priorityRank } from './priority.ts'
import { headOf } from './walk.ts'
import { FUSION_BONUS, MATCH_TYPE } from './weights.ts'

/**
 * The best cards in order, at least `limit` of them where there are as many, and how many were found in all.
 *
 * Whether a card is stale may need a look at its source files and at what it rests on. That can only lower a score, so cards are taken
 * in the order of what they would score if nothing were stale, and only as many are looked at as can still be among the best.
 */
export function rankHits(
  found: Candidates,
  reached: readonly Reached[],
  graph: GraphIndex,
  factors: FactorContext,
  options: { readonly limit: number; readonly type?: string | undefined },
): { readonly hits: readonly Hit[]; readonly total: number } {
  const vias = new Map(reached.map((card) => [card.id, card]))
  const hopeful: FactorContext = { ...factors, signals: { ...NO_SIGNALS, trust: factors.signals.trust } }
  const ranked: (Ordered & { readonly node: GraphNode; readonly reasons: readonly Reason[] })[] = []
  for (const { id, reasons, tier } of found.values()) {
    const node = graph.node(id)
    if (node === undefined || node.secret === true || (options.type !== undefined && node.type !== options.type)) continue
    const { base, textOnly } = baseOf(reasons)
    const score = round6(base * productOf(weigh(node, hopeful, textOnly).factors))
    ranked.push({ id, tier, score, priority: priorityRank(node.priority), node, reasons })
  }
  ranked.sort(inOrder)
  const looked: (Ordered & { readonly hit: Hit })[] = []
  for (const { node, tier, priority, reasons, ...bound } of ranked) {
    const last = looked[options.limit + MARGIN - 1]
    if (last !== undefined && inOrder(last, { ...bound, tier, priority }) < 0) break
    const hit = toHit(node, reasons, tier, vias.get(node.id), graph, factors)
    looked.push({ id: node.id, tier, score: hit.score, priority, hit })
    looked.sort(inOrder)
  }
  const hits = behindHeads(
    looked.map(({ hit }) => hit),
    graph,
    factors,
  )
  return { hits, total: ranked.length + hits.length - looked.length }
}

/** Room for cards that have to give way to the heads of superseded ones. */
const MARGIN = 5

type Ordered = { readonly id: CardId; readonly tier: number; readonly score: number; readonly priority: number }
const inOrder = (a: Ordered, b: Ordered): number =>
  a.tier - b.tier || b.score - a.score || a.priority - b.priority || byText(a.id, b.id)

/** The strongest channel and what the others add; whether text and edges alone found the card. */
function baseOf(reasons: readonly Reason[]): {
  readonly base: number
  readonly sorted: readonly Reason[]
  readonly textOnly: boolean
} {
  const sorted = [...reasons].sort((a, b) => b.base - a.base || byText(a.channel, b.channel))
  const textOnly = sorted.every(({ channel }) => channel === 'fts' || channel === 'graph')
  return { base: round6(sorted[0]!.base + bonus(sorted.slice(1))), sorted, textOnly }
}

export function toHit(
  node: GraphNode,
  reasons: readonly Reason[],
  tier: number,
  reached: Reached | undefined,
  graph: GraphIndex,
  context: FactorContext,
): Hit {
  const { base, sorted, textOnly } = baseOf(reasons)
  const best = sorted[0]!
  const { factors, staleReasons } = weigh(node, context, textOnly)
  const score = round6(base * productOf(factors))
  const head = headOf(graph, node.id)
  const expanded = best.channel === 'graph'
  return {
    id: node.id,
    type: node.type,
    title: node.title,
    status: node.status,
    file: node.file,
    summary: node.summary,
    match_type: MATCH_TYPE[best.channel],
    confidence: score,
    score,
    tier,
    base,
    graph_distance: expanded && reached !== undefined ? reached.via.hops : 0,
    reasons: sorted,
    factors,
    stale: staleReasons.length > 0,
    stale_reasons: staleReasons,
    ...(head === node.id ? {} : { superseded_by: head }),
    ...(expanded && reached !== undefined ? { via: reached.via } : {}),
  }
}

/** What further channels add to the strongest: a little, capped, so that more evidence ranks higher. */
export const bonus = (further: readonly Reason[]): number =>
  Math.min(
    FUSION_BONUS.cap,
    FUSION_BONUS.share *
      further.reduce((sum, { channel, base }) => sum + (channel === 'graph' ? FUSION_BONUS.graph : 1) * base, 0),
  )

/**
 * A superseded card stands directly behind its head, whatever its own score; only where the query names it exactly it
 * stays first, and its head is second. A head that nothing else found comes in through the card it superseded.
 */
function behindHeads(hits: readonly Hit[], graph: GraphIndex, context: FactorContext): readonly Hit[] {
  const ordered = [...hits]
  for (const retired of hits.filter((hit) => hit.superseded_by !== undefined)) {
    const headId = retired.superseded_by as CardId
    const at = ordered.findIndex(({ id }) => id === retired.id)
    const headAt = ordered.findIndex(({ id }) => id === headId)
    const node = graph.node(headId)
    if (node === undefined || node.secret === true) continue
    const exact = retired.tier <= TIER.named || (retired.tier === TIER.tag && (headAt < 0 || ordered[headAt]!.tier > TIER.tag))
    if (headAt >= 0 && (headAt < at || (exact && headAt === at + 1))) continue
    const reason: Reason = { channel: 'graph', detail: `supersedes ${retired.id}`, base: retired.base }
    const reached: Reached = {
      id: headId,
      base: retired.base,
      detail: reason.detail,
      via: { from: retired.id, type: 'superseded_by', hops: 1 },
    }
    const head = headAt >= 0 ? ordered.splice(headAt, 1)[0]! : toHit(node, [reason], retired.tier, reached, graph, context)
    ordered.splice(exact ? at + 1 : at, 0, head)
  }
  return ordered
}
