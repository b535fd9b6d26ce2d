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

/**
 * learned = base x share of the query x exp(-age / tau), down to `least` of it: below every name, which somebody gave on purpose, and
 * half gone in four months, so that it needs to be confirmed to last. As an answer where text gives none from `answers` on.
 */
export const LEARNED = { base: 0.5, tauDays: 180, least: 0.1, answers: 0.25 } as const

/** fts = floor + span x norm, norm in [0, 1] on an absolute scale (spec). */
export const FTS_BASE = { floor: 0.3, span: 0.5 } as const

/**
 * Share of the best text score below which a hit counts in proportion. Own judged set, fuzzy questions right in the top 3 of 132:
 * 128 without, 129 at 0.4, 130 at 0.5, 132 at 0.6, 131 at 0.75 and 1. The order of text hits among each other is unchanged.
 */
export const TEXT_TAPER = 0.6

/** graph = seed x confidence x decay^hop over the best seeds (spec: 0.5, 8 seeds, 1 hop). */
export const EXPANSION = { decay: 0.5, seeds: 8 } as const

/**
 * A further channel adds this share of its base, all of them together at most the cap: more evidence ranks higher, never by much.
 * What an edge adds to a card that was found itself counts `graph` of that: a neighbour's score says little about the card (commit
 * subjects 0.7284 to 0.732, notes 0.7087 to 0.7102 nDCG@10).
 */
export const FUSION_BONUS = { share: 0.05, cap: 0.08, graph: 0.1 } as const

/** recency = floor + (1 - floor) exp(-age / tau); without a date the middle of the range (spec). */
export const RECENCY = { floor: 0.75, undated: 0.875 } as const

/** Factors of staleness (spec for dirty and unverified); suspect counts per hop with a floor. */
export const STALENESS = {
  dirty: 0.7,
  unverified: 0.9,
  sourceChanged: 0.8,
  ttl: 0.9,
  suspectPerHop: 0.9,
  suspectFloor: 0.7,
} as const

/** Status factors; `done` and `completed` count for tasks only: a finished feature is as true as before (spec for deprecated). */
export const STATUS_FACTOR: ReadonlyMap<string, number> = new Map([
  ['superseded', 0.5],
  ['archived', 0.5],
  ['deprecated', 0.3],
])
export const FINISHED_TASK = 0.8

/** trust factor = base + span x trust; the default trust 0.5 gives 1. Source: design, section 3. */
export const TRUST_FACTOR = { base: 0.75, span: 0.5, default: 0.5 } as const

/** Facts found by text alone: min(1, full / characters of the match text) (spec). */
export const LENGTH_PENALTY = { full: 300 } as const

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

/**
 * What a term of the query counts for, by its kind. Overlapping pieces say the same thing several times over: at full weight they
 * drown the words beside them (0.3 against 1: Korean pages 0.829 to 0.900, Chinese pages 0.846 to 0.896, Thai +0.008 nDCG@10), and
 * the joined form of an identifier repeats its parts (0.15 against 1: commit subjects 0.667 to 0.70, others even).
 */
export const TERM_WEIGHT = { word: 1, joined: 0.15, gram: 0.3 } as const

/**
 * BM25 of both scorers. k 1.2 wins on Thai, German and notes, 2 on pages and code. See bench/quality/README.md, "Parameters".
 * MiniSearch's delta is 0: it rewards a lone match in a long text.
 */
export const BM25 = { k: 1.35, b: 0.8 } as const

/** BM25F: length normalisation by field, in the order of TEXT_FIELDS. Titles and tags are short on purpose, a long body is not. */
export const BM25F_B = [0.5, 0.5, 0.5, 0.5, 0.75] as const

/**
 * How field weights and coordination enter, by the average length of a body in terms: between `short` and `long` on a log scale.
 * In short texts counting matched words says most, in long ones the title (code of 40 terms 0.404 to 0.416, notes of 240 keep 0.70).
 * `boost` and `weight` are exponents of the field weights, in the sum over fields and in BM25F; `coordination` one of the matched share. `bm25f` is
 * the part of BM25F in the mean of the two scorers: in short texts it says more (code 0.412 to 0.414), where titles are telling the sum
 * over fields does (notes 0.702 at 0.6, 0.714 at 0.5).
 */
export const BY_LENGTH = {
  short: { terms: 50, boost: 0.13, weight: 0.8, coordination: 0.8, bm25f: 0.7 },
  long: { terms: 250, boost: 0.5, weight: 1, coordination: 0.4, bm25f: 0.5 },
} as const

/** How many of the best documents text search gives. */
export const TEXT_DEPTH = 100
/**
 * How many of them MiniSearch scores, cold and warm alike: all that an answer shows, with room for those that other channels and
 * factors move. The formula over the full postings that selects them gives the same scores, so that where this ends moves nothing.
 */
export const MINISEARCH_DEPTH = 24

/**
 * Words that begin like a word of the query count for it in part: share x (common beginning / longer word)^slope, in a text and in the
 * document frequency never more than the word itself. German 0.927 to 0.950, code 0.388 to 0.404, abstracts 0.391 to 0.399.
 */
export const VARIANTS = {
  beginning: 4,
  common: 0.5,
  share: 0.5,
  slope: 2,
  longerBy: 8,
  most: 16,
  coordination: 0.25,
  coverage: 0.5,
} as const

/** A word that no card holds, read as the nearest one that some card does: what it counts for, and how far off it may be. */
export const SPELLING = { weight: 0.8, letters: 5, lettersForTwo: 8 } as const

/**
 * When text alone may answer: the best card covers `coverage` of the query's idf mass, or `least` of it with at least `words` words of
 * `surprise` times the idf that chance brings together in some card (query/abstain.ts), or a `single` word that is rarer. `variant`, `corrected` and `gram` are what such
 * matches count for as evidence; a piece of a script without blanks that stands in no card counts `unknownGram` of a missing word, one
 * that does `gramChance` of a word met by chance; the best `looked` cards are looked at.
 * Source: grid over the own set and questions of one public set asked of another, bench/quality/README.md, "Abstention".
 */
export const ABSTENTION = {
  coverage: 0.5,
  least: 0.2,
  surprise: 0.5,
  words: 2,
  single: { least: 0.35, surprise: 0.6 },
  variant: 0.4,
  corrected: 0.6,
  gram: 0.7,
  unknownGram: 0.3,
  gramChance: 0.5,
  looked: 10,
} as const

/** Excerpts: characters at most, and letters looked at. */
export const PASSAGE = { characters: 240, looked: 100_000 } as const
