import type { AskAnswer, NoAnswer } from '../model/answer.ts'
import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { Channel, Factors, Hit } from '../model/hit.ts'
import type { TextIndex } from '../model/text-index.ts'
import { dayOf } from '../text/day.ts'
import { round6 } from '../text/round.ts'
import { addReason, type Candidates, namedCandidates, strongest, TIER } from './candidates.ts'
import { expand, type Seed } from './expand.ts'
import { type FactorContext, statusFactor } from './factors.ts'
import { readIntent } from './intent.ts'
import { learnedCandidates } from './learned.ts'
import { cardsWithin, dayWithin, isTagged, listCards } from './list-cards.ts'
import type { ListQuestion } from './list-question.ts'
import { rankHits, toHit } from './rank.ts'
import { type TextEvidence, textEvidence } from './text-evidence.ts'
import type { TextHit } from './text-score.ts'
import type { TimeWindow } from './time-window.ts'
import { CHANNEL_BASE, FTS_BASE, LEARNED, TEXT_DEPTH, TEXT_TAPER } from './weights.ts'

export type AskOptions = {
  readonly limit: number
  readonly type?: string | undefined
  readonly hops: 1 | 2
  /** True where the person asked for a number of results; then a list question is cut to it too. */
  readonly limited: boolean
  /** Parts of the engine that are switched off: for measurements of what each is worth, and for nothing else. */
  readonly without?: ReadonlySet<Part>
}
/** A channel, a factor, or the judgement that memory has no answer. */
export type Part = Channel | keyof Factors | 'abstention'

/** An answer before it is packed and signed. */
export type Found = Omit<AskAnswer, 'index' | 'receipt' | 'footer'>

export type AskContext = Omit<FactorContext, 'today'> & {
  /** Milliseconds since 1970, UTC. */
  readonly now: number
  readonly graph: GraphIndex
  readonly text: TextIndex
  /** The text of a card's file below its frontmatter, for excerpts and passages; undefined when it cannot be read. */
  readonly textOf: (node: GraphNode) => { readonly body: string; readonly bodyLine: number } | undefined
}

/**
 * Ranks the cards that answer a query, with reasons: names, paths, tags and text find candidates, edges bring their
 * neighbours, factors weigh them. Tiers come before scores, ties fall to priority and then to the id.
 * Total and deterministic: equal input gives equal output.
 */
export function ask(query: string, options: AskOptions, context: AskContext): Found {
  const { graph, text } = context
  const factors: FactorContext = {
    ...context,
    today: dayOf(context.now),
    ...(options.without === undefined ? {} : { without: options.without }),
  }
  const intent = readIntent(query, context.manifest.schema.cardTypes, factors.today)
  if (intent.whole === '' && query.trim() === '') return nothing(query, noAnswer('empty_query', 'the query is empty', [], []))
  if (graph.header.node_count === 0) {
    return nothing(
      query,
      noAnswer(
        'empty_store',
        'the memory holds no cards yet',
        [],
        [],
        'Run `pmem init --yes` to read the documents that are there, or `pmem new <type> <title>`.',
      ),
    )
  }
  const evidence = textEvidence(query, text, ofType(options.type, context))
  const found = namedCandidates(intent, graph, evidence.coverageOf)
  const named = [...found.values()].some(({ tier }) => tier <= TIER.named)
  // 那年今日 may be the title of a card: a name is no question about time, and neither is a date that no card has.
  const dated = named || intent.window === undefined ? [] : cardsWithin(intent.window, graph)
  const window = dated.length === 0 ? undefined : intent.window
  if (intent.list !== undefined && !named) {
    const listed = answerList(query, intent.list, options, context, factors, evidence)
    if (listed !== undefined) return listed
  }
  for (const hit of evidence.hits) {
    addReason(
      found,
      hit.id,
      { channel: 'fts', detail: [...new Set(hit.terms.map(evidence.typed))].join(' '), base: textBase(hit, evidence.hits[0]!) },
      TIER.rest,
    )
  }
  learnedCandidates(found, query, factors.signals, factors.today, evidence.coverageOf)
  dropChannels(found, options.without)
  const judges = window === undefined && !isNamed(found) && options.without?.has('abstention') !== true
  const verdict = judges ? evidence.noAnswer : undefined
  if ((found.size === 0 && window === undefined) || verdict !== undefined)
    return nothing(query, verdict ?? noAnswer('no_match', 'no card holds any word of the query', evidence.words, evidence.words))
  const reached = options.without?.has('graph') === true ? [] : expand(seedsOf(found, graph), graph, options.hops)
  for (const card of reached) {
    addReason(found, card.id, { channel: 'graph', detail: card.detail, base: card.base }, TIER.rest)
  }
  if (window !== undefined) {
    keepDated(found, window, dated, graph, evidence.saysMoreThan(window.phrase))
    if (found.size === 0)
      return nothing(query, noAnswer('no_match', 'no card about this was written or changed in that time', [], evidence.words))
  }
  const { hits, total } = rankHits(found, reached, graph, factors, options)
  if (hits.length === 0)
    return nothing(
      query,
      noAnswer(
        'filtered_out',
        `no card of type ${options.type} answers this; others do`,
        [],
        evidence.words,
        'Leave out --type.',
      ),
    )
  const shown = hits.slice(0, options.limit)
  return {
    query,
    matched: withExcerpts(shown, evidence, context),
    ...reading(shown, context),
    total,
    // Beyond the documents that were scored there may be more that hold a word.
    complete: total === shown.length && evidence.hits.length < TEXT_DEPTH,
    list: null,
    reason: null,
    corrected: evidence.corrected,
  }
}

const noAnswer = (
  code: NoAnswer['code'],
  message: string,
  uncovered: readonly string[],
  terms: readonly string[],
  fix = 'Try other words, or `pmem list` to see what there is.',
): NoAnswer => ({
  code,
  message,
  uncovered,
  terms,
  fix,
})

/** Cards of the wanted type among the documents: a question within a type is scored within it, not cut from the best of all. */
function ofType(type: string | undefined, { graph, text }: AskContext): ((document: number) => boolean) | undefined {
  return type === undefined ? undefined : (document) => graph.node(text.id(document))?.type === type
}

function dropChannels(found: Candidates, without: ReadonlySet<Part> | undefined): void {
  if (without === undefined) return
  for (const [id, { reasons, tier }] of found) {
    const kept = reasons.filter(({ channel }) => !without.has(channel))
    if (kept.length === 0) found.delete(id)
    else if (kept.length < reasons.length)
      found.set(id, { id, reasons: kept, tier: kept.every(({ channel }) => channel === 'fts') ? TIER.rest : tier })
  }
}

/** A name that carries the query, or a question that was answered before, is an answer, whatever the text says. */
const isNamed = (found: Candidates): boolean =>
  [...found.values()].some(
    ({ tier, reasons }) =>
      tier < TIER.rest ||
      reasons.some(
        ({ channel, base }) =>
          channel !== 'fts' && base >= (channel === 'learned' ? LEARNED.answers : CHANNEL_BASE.source_prefix),
      ),
  )

function nothing(query: string, reason: NoAnswer): Found {
  return {
    query,
    matched: [],
    recommended_files: [],
    evidence_paths: [],
    total: 0,
    complete: true,
    list: null,
    reason,
    corrected: [],
  }
}

/**
 * floor + span x norm, where norm = coverage of the best hit x share of its score: absolute, since a best hit that covers
 * little of the query stays low, and with the distances between the hits kept. A hit below TEXT_TAPER of the best
 * counts in proportion: one common word must not outrank, by its factors, the card that holds the question.
 */
function textBase(hit: TextHit, best: TextHit): number {
  const share = best.score === 0 ? 0 : hit.score / best.score
  return round6((FTS_BASE.floor + FTS_BASE.span * best.coverage * share) * Math.min(1, share / TEXT_TAPER))
}

/** Every card found directly may lead on to its neighbours; what a retired card leads to is no more certain than the card. */
function seedsOf(found: Candidates, graph: GraphIndex): Seed[] {
  return [...found.values()].map(({ id, reasons }) => ({
    id,
    base: round6(strongest(reasons).base * statusFactor(graph.node(id))),
  }))
}

/**
 * Keeps the cards of the time that the question asks about. With a topic these are the ones found for it, by text or by
 * an edge; without one they are all cards of that time, newest first.
 */
function keepDated(
  found: Candidates,
  window: TimeWindow,
  dated: readonly GraphNode[],
  graph: GraphIndex,
  hasTopic: boolean,
): void {
  if (!hasTopic) found.clear()
  for (const { id, tier } of [...found.values()]) {
    const node = graph.node(id)
    if (tier !== TIER.exact && (node === undefined || dayWithin(window, node) === undefined)) found.delete(id)
  }
  dated.forEach((node, place) => {
    const own = found.get(node.id)
    if (own === undefined && hasTopic) return
    const topical = own === undefined ? 1 : strongest(own.reasons).base
    addReason(
      found,
      node.id,
      {
        channel: 'list',
        detail: `dated ${node.updated ?? node.created}`,
        base: round6(
          DATED.floor +
            DATED.span * topical +
            (node.type === 'trace' ? DATED.record : 0) -
            Math.min(DATED.spread, place * DATED.step),
        ),
      },
      TIER.rest,
    )
  })
}

/** A dated card keeps the order of its topic; a trace is the record of what happened; among equals the newer comes first. */
const DATED = { floor: 0.3, span: 0.5, record: 0.15, step: 0.001, spread: 0.1 } as const

function answerList(
  query: string,
  question: ListQuestion,
  options: AskOptions,
  context: AskContext,
  factors: FactorContext,
  evidence: TextEvidence,
): Found | undefined {
  const about = question.topic === '' ? undefined : textEvidence(question.topic, context.text)
  const matching = new Set(about?.hits.filter(({ coverage }) => coverage >= 0.5).map(({ id }) => id) ?? [])
  const all = (isAbout: (node: GraphNode) => boolean): readonly GraphNode[] =>
    listCards(question, context.graph, factors, isAbout).filter(
      (node) => options.type === undefined || node.type === options.type,
    )
  // A tag is what somebody decided that a card is about; words are only what it says.
  const tagged = question.topic === '' ? [] : all((node) => isTagged(node, question.topic))
  const cards = tagged.length > 0 ? tagged : all((node) => matching.has(node.id))
  const known = [...context.graph.nodes()].some((node) => question.types.includes(node.type))
  if (cards.length === 0 && (question.topic !== '' || !known)) return undefined
  const filter = [
    ...question.statuses,
    ...question.priorities,
    ...(question.stale ? ['stale'] : []),
    ...(question.topic === '' ? [] : [question.topic]),
  ].join(', ')
  const list = { types: question.types, filter }
  if (cards.length === 0) {
    const what = `${filter === '' ? '' : `${filter} `}${question.types.join(' or ')}`
    return { ...nothing(query, noAnswer('no_match', `there is no ${what} card`, [], evidence.words)), list }
  }
  const hits = cards.map((node) =>
    toHit(
      node,
      [{ channel: 'list', detail: filter === '' ? node.type : `${node.type}: ${filter}`, base: 1 }],
      TIER.rest,
      undefined,
      context.graph,
      factors,
    ),
  )
  const shown = options.limited ? hits.slice(0, options.limit) : hits
  return {
    query,
    matched: shown,
    ...reading(shown, context),
    total: hits.length,
    complete: shown.length === hits.length,
    list,
    reason: null,
    corrected: [],
  }
}

/** So many of the best cards show the passage that matched; the rest are a line each. */
const EXCERPTS = 5

function withExcerpts(hits: readonly Hit[], evidence: TextEvidence, context: AskContext): readonly Hit[] {
  if (evidence.words.length === 0) return hits
  return hits.map((hit, place) => {
    if (place >= EXCERPTS) return hit
    const node = context.graph.node(hit.id)
    const text = node === undefined || hit.graph_distance > 0 ? undefined : context.textOf(node)
    const excerpt = text === undefined ? undefined : evidence.excerptOf(text.body, text.bodyLine)
    return excerpt === undefined ? hit : { ...hit, excerpt }
  })
}

const MOST_FILES = 10

/** Files to open next: the best cards, then what they are about; and where the evidence for them lies. */
function reading(hits: readonly Hit[], { graph, manifest }: AskContext): Pick<AskAnswer, 'recommended_files' | 'evidence_paths'> {
  const direct = hits.filter(({ graph_distance }) => graph_distance === 0).slice(0, 5)
  const files = new Set<string>(direct.map(({ file }) => file))
  for (const { id } of direct)
    for (const source of graph.node(id)?.source_files ?? []) if (!/[*?[{]/.test(source)) files.add(source.replace(/#.*$/, ''))
  const evidence = new Set<GraphNode['file']>()
  for (const { id, type, file } of direct) {
    if (manifest.schema.evidenceTypes.includes(type)) evidence.add(file)
    const edges = [
      ...graph.edgesFrom(id).map(({ to, source }) => ({ id: to, source })),
      ...graph.edgesTo(id).map(({ from, source }) => ({ id: from, source })),
    ]
    for (const edge of edges) {
      const node = edge.source === 'weak' ? undefined : graph.node(edge.id)
      if (node !== undefined && node.secret !== true && manifest.schema.evidenceTypes.includes(node.type)) evidence.add(node.file)
    }
  }
  return { recommended_files: [...files].slice(0, MOST_FILES), evidence_paths: [...evidence].slice(0, MOST_FILES) }
}
