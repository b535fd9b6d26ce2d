import type { GraphNode } from '../model/graph.ts'
import type { Factors } from '../model/hit.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Signals } from '../model/signals.ts'
import { utcDay } from '../text/day.ts'
import { round6 } from '../text/round.ts'
import { FINISHED_TASK, LENGTH_PENALTY, RECENCY, STALENESS, STATUS_FACTOR, TRUST_FACTOR } from './weights.ts'

/** What the factors of a card depend on beside the card. `today` is a whole UTC day. */
export type FactorContext = {
  readonly manifest: Manifest
  readonly today: number
  readonly signals: Signals
  /** Factors that count as 1: for measurements only. */
  readonly without?: ReadonlySet<string>
}

export type Weighed = { readonly factors: Factors; readonly staleReasons: readonly string[] }

/**
 * The factors of one card, each unitless and rounded to 1e-6. A date after `today` has age 0.
 * `textOnly` says that no other channel than `fts` found the card: only then the length rule of facts applies.
 * Source: indexes-schema/README.md, "Scoring".
 */
export function weigh(node: GraphNode, context: FactorContext, textOnly: boolean): Weighed {
  const { staleness, reasons } = stalenessOf(node, context)
  const trust = context.signals.trust.get(node.id) ?? node.trust ?? TRUST_FACTOR.default
  const factors: Factors = {
    type_weight: round6(typeWeight(context.manifest, node.type)),
    recency: recencyOf(node, context),
    staleness,
    status: statusFactor(node),
    trust: round6(TRUST_FACTOR.base + TRUST_FACTOR.span * trust),
    length: textOnly && node.type === 'fact' ? lengthFactor(node) : 1,
  }
  return { factors: context.without === undefined ? factors : switchedOff(factors, context.without), staleReasons: reasons }
}

/** A type may be called like a property that every object has. */
const typeWeight = ({ scoring }: Manifest, type: string): number =>
  Object.hasOwn(scoring.typeWeight, type) ? scoring.typeWeight[type]! : 1

const switchedOff = (factors: Factors, without: ReadonlySet<string>): Factors =>
  Object.fromEntries(Object.entries(factors).map(([name, value]) => [name, without.has(name) ? 1 : value])) as Factors

/** The product of all factors, unrounded. */
export const productOf = (factors: Factors): number =>
  factors.type_weight * factors.recency * factors.staleness * factors.status * factors.trust * factors.length

/** What the status of a card leaves of its score, in (0, 1]. */
export function statusFactor(node: GraphNode | undefined): number {
  if (node === undefined) return 1
  return node.type === 'task' && isFinished(node.status) ? FINISHED_TASK : (STATUS_FACTOR.get(node.status ?? '') ?? 1)
}

export const isFinished = (status: string | null): boolean => status === 'done' || status === 'completed'

function recencyOf(node: GraphNode, { manifest, today }: FactorContext): number {
  const day = utcDay(node.updated ?? node.created ?? '')
  if (day === undefined) return RECENCY.undated
  const age = Math.max(0, today - day)
  return round6(RECENCY.floor + (1 - RECENCY.floor) * Math.exp(-age / manifest.scoring.recencyDays))
}

function lengthFactor(node: GraphNode): number {
  const length = node.match_length ?? [...node.summary].length
  return round6(Math.min(1, LENGTH_PENALTY.full / Math.max(1, length)))
}

/** Why a card may no longer be true. Traces are history and cannot grow stale. */
export function stalenessOf(
  node: GraphNode,
  { manifest, today, signals }: FactorContext,
): { staleness: number; reasons: readonly string[] } {
  if (node.type === 'trace') return { staleness: 1, reasons: [] }
  const causes: (readonly [factor: number, reason: string])[] = []
  const dirty = signals.dirty.get(node.id)
  if (dirty !== undefined) causes.push([STALENESS.dirty, `dirty: ${dirty}`])
  const verified = utcDay(node.last_verified ?? '')
  const updated = utcDay(node.updated ?? '')
  // A date in the future counts as today, so that a verification of today is enough.
  if (verified !== undefined && updated !== undefined && verified < Math.min(updated, today)) {
    causes.push([STALENESS.unverified, `last verified ${node.last_verified}, updated ${node.updated}`])
  }
  const source = signals.sourceChanged.get(node.id)
  if (source !== undefined) causes.push([STALENESS.sourceChanged, `source changed: ${source}`])
  const ttl = ttlOf(node, manifest)
  const from = verified ?? updated
  if (ttl !== undefined && from !== undefined && today - from > ttl) {
    causes.push([STALENESS.ttl, `not verified for ${today - from} days, ttl ${ttl}`])
  }
  const suspect = signals.suspect.get(node.id)
  if (suspect !== undefined) {
    causes.push([Math.max(STALENESS.suspectFloor, STALENESS.suspectPerHop ** suspect.hops), `suspect: ${suspect.path}`])
  }
  return {
    staleness: round6(causes.reduce((product, [factor]) => product * factor, 1)),
    reasons: causes.map(([, reason]) => reason),
  }
}

/** Days a card stays true unlooked-at; only a card that says so itself has a limit. */
export function ttlOf(node: GraphNode, manifest: Manifest): number | undefined {
  if (node.policy === 'never') return undefined
  return node.ttl_days ?? (node.policy === 'ttl' ? manifest.freshness.defaultTtlDays : undefined)
}
