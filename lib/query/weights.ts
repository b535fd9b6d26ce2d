import type { Channel, MatchType } from '../model/hit.ts'

/** Base score of each channel. Source: the published recall design (spec). `fts` and `graph` are formulas, see below. */
export const CHANNEL_BASE = {
  exact_id: 1,
  source_file: 0.9,
  alias: 0.9,
  exact_title: 0.85,
  id_part: 0.85,
  source_prefix: 0.75,
  tag: 0.7,
  tag_token: 0.6,
} as const satisfies Partial<Record<Channel, number>>

/** fts = floor + span x norm, norm in [0, 1] on an absolute scale (spec). */
export const FTS_BASE = { floor: 0.3, span: 0.5 } as const

/** graph = seed x confidence x decay^hop over the best seeds (spec: 0.5, 8 seeds, 1 hop). */
export const EXPANSION = { decay: 0.5, seeds: 8 } as const

/** A further channel adds this share of its base, all of them together at most the cap: more evidence ranks higher, never by much. */
export const FUSION_BONUS = { share: 0.05, cap: 0.08 } as const

/** recency = floor + (1 - floor) exp(-age / tau); without a date the middle of the range (spec). */
export const RECENCY = { floor: 0.75, undated: 0.875 } as const

/** Factors of staleness (spec for dirty and unverified); suspect counts per hop with a floor. */
export const STALENESS = { dirty: 0.7, unverified: 0.9, sourceChanged: 0.8, ttl: 0.9, suspectPerHop: 0.9, suspectFloor: 0.7 } as const

/** Status factors; `done` and `completed` count for tasks only: a finished feature is as true as before (spec for deprecated). */
export const STATUS_FACTOR: Readonly<Record<string, number>> = { superseded: 0.5, archived: 0.5, deprecated: 0.3 }
export const FINISHED_TASK = 0.8

/** trust factor = base + span x trust; the default trust 0.5 gives 1. Source: design, section 3. */
export const TRUST_FACTOR = { base: 0.75, span: 0.5, default: 0.5 } as const

/** Facts found by text alone: min(1, full / characters of the match text) (spec). */
export const LENGTH_PENALTY = { full: 300 } as const

/** A name that covers less than this share of the query's idf mass counts in proportion: one common word of a long question is no name. */
export const NAME_COVERAGE = 0.5

/** The established JSON name of each channel. */
export const MATCH_TYPE: Readonly<Record<Channel, MatchType>> = {
  exact_id: 'exact_id',
  id_part: 'exact_id',
  alias: 'alias',
  learned: 'alias',
  exact_title: 'exact_title',
  tag: 'tag',
  tag_token: 'tag',
  source_file: 'source_file',
  source_prefix: 'source_file',
  graph: 'graph_expansion',
  fts: 'keyword_fallback',
  list: 'keyword_fallback',
}
