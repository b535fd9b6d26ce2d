import type { CardId, ProjectPath } from './ids.ts'

/** The ways a card can be found, with their base scores in query/weights. */
export const CHANNELS = [
  'exact_id',
  'source_file',
  'alias',
  'exact_title',
  'id_part',
  'source_prefix',
  'tag',
  'tag_token',
  'fts',
  'graph',
  'learned',
  'list',
] as const
export type Channel = (typeof CHANNELS)[number]

/** The public name of the strongest reason, as the established JSON field `match_type`. */
export type MatchType = 'exact_id' | 'exact_title' | 'alias' | 'tag' | 'source_file' | 'graph_expansion' | 'keyword_fallback'

/** One piece of evidence that a card answers the query. `base` is in [0, 1]. */
export type Reason = { readonly channel: Channel; readonly detail: string; readonly base: number }

/** The factors a base score is multiplied with, each in (0, 1.25]; see indexes-schema/README.md, "Scoring". */
export type Factors = {
  readonly type_weight: number
  readonly recency: number
  readonly staleness: number
  readonly status: number
  readonly trust: number
  readonly length: number
}

/** Through which card an expanded one was reached. */
export type Via = { readonly from: CardId; readonly type: string; readonly hops: number }

export type Excerpt = { readonly text: string; readonly heading: string | null; readonly line: number }

/** One ranked card. `score` = round6(base x product of factors); `tier` orders before the score, 0 first. */
export type Hit = {
  readonly id: CardId
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly file: ProjectPath
  readonly summary: string
  readonly match_type: MatchType
  /** Same number as `score`, kept under its established name. */
  readonly confidence: number
  readonly score: number
  readonly tier: number
  readonly base: number
  /** 0 for a direct match, else hops from the seed. */
  readonly graph_distance: number
  readonly reasons: readonly Reason[]
  readonly factors: Factors
  readonly stale: boolean
  readonly stale_reasons: readonly string[]
  readonly superseded_by?: CardId
  readonly via?: Via
  readonly excerpt?: Excerpt
}
