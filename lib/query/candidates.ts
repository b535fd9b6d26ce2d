import type { GraphIndex, GraphNode, NameHit } from '../model/graph.ts'
import type { Reason } from '../model/hit.ts'
import { type CardId, cardId } from '../model/ids.ts'
import { foldName } from '../text/fold.ts'
import { isGlob, matchesGlob } from '../text/glob.ts'
import { round6 } from '../text/round.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'
import type { Intent } from './intent.ts'
import { CHANNEL_BASE } from './weights.ts'

/** Tiers order before scores: an exact id or file, an exact alias or title, a tag that is the whole query, the rest. */
export const TIER = { exact: 0, named: 1, tag: 2, rest: 3 } as const

/** A card with the evidence found for it so far. */
export type Candidate = { readonly id: CardId; readonly reasons: Reason[]; tier: number }
export type Candidates = Map<CardId, Candidate>

/**
 * The cards that the query names, by the names section of the graph.
 * `coverage` gives the share of the query's idf mass, 0 to 1, that a phrase of it holds.
 */
export function namedCandidates(intent: Intent, graph: GraphIndex, coverage: (phrase: string) => number): Candidates {
  const found: Candidates = new Map()
  exactId(found, intent, graph)
  // A title may itself end in a bracket or a question mark: the query counts as typed, and without its edges.
  for (const name of new Set([foldName(intent.query), intent.whole, hyphened(intent.whole)])) addWhole(found, name, graph)
  // A whole title or alias says more than an id or a path that stands in it.
  const tier = [...found.values()].some((candidate) => candidate.tier === TIER.named) ? TIER.rest : TIER.exact
  // The segments of a path are no names of their own.
  const isPath =
    intent.paths.length === 1 &&
    foldName(intent.paths[0]!) === foldName(intent.query.trim().replace(/^\.\//, '').replace(/\/$/, ''))
  for (const phrase of isPath ? [] : intent.phrases) {
    const hits = [...new Set([phrase.text, hyphened(phrase.text)])].flatMap((name) => graph.names(name))
    if (hits.length === 0) continue
    const share = Math.min(1, coverage(phrase.text))
    for (const hit of hits) addPhrase(found, hit, { name: phrase.text, marked: phrase.marked, share, tier })
  }
  for (const path of intent.paths) addPath(found, path, graph, tier)
  return found
}

/** Tags and slugs are written `hybrid-search` where people ask for hybrid search. */
const hyphened = (name: string): string => name.replaceAll(' ', '-')

/** Adds a reason, keeping one per channel: the strongest. */
export function addReason(found: Candidates, id: CardId, reason: Reason, tier: number): void {
  const candidate = found.get(id)
  if (candidate === undefined) {
    found.set(id, { id, reasons: [reason], tier })
    return
  }
  candidate.tier = Math.min(candidate.tier, tier)
  const at = candidate.reasons.findIndex(({ channel }) => channel === reason.channel)
  if (at < 0) candidate.reasons.push(reason)
  else if (reason.base > candidate.reasons[at]!.base) candidate.reasons[at] = reason
}

/** An id is taken as it was typed before it is folded: ids that differ only in case are different cards. */
function exactId(found: Candidates, { query }: Intent, graph: GraphIndex): void {
  for (const text of [query.trim(), query.trim().replace(/^[`"'[]+|[`"'\]?.!,]+$/g, '')]) {
    const id = cardId(text)
    if (id !== undefined && graph.node(id) !== undefined) addReason(found, id, reason('exact_id', text), TIER.exact)
  }
}

const reason = (channel: keyof typeof CHANNEL_BASE, detail: string, share = 1): Reason => ({
  channel,
  detail,
  base: round6(CHANNEL_BASE[channel] * share),
})

/** A part of an id that more cards share names none of them. */
const MOST_PARTS = 10

/** What the whole query is the name of. */
function addWhole(found: Candidates, name: string, graph: GraphIndex): void {
  const hits = graph.names(name)
  const isFile = hits.some(({ kind }) => kind === 'file' || kind === 'source')
  const parts = hits.filter(({ kind }) => kind === 'id_part').length
  const exact = new Set(found.keys())
  for (const hit of hits) {
    // The stem of a file is a name among others unless it looks like one, and behind the file of that very path.
    if (hit.kind === 'basename' && (isFile || !isDistinct(name))) addReason(found, hit.id, reason('source_file', name), TIER.rest)
    else if (hit.kind !== 'id_part' || parts <= MOST_PARTS) addWholeHit(found, hit, name, exact)
  }
}

function addWholeHit(found: Candidates, { kind, id }: NameHit, name: string, exact: ReadonlySet<CardId>): void {
  switch (kind) {
    case 'id':
      // The very spelling wins over one that differs in case.
      if (!isOtherSpelling(id, exact)) addReason(found, id, reason('exact_id', name), TIER.exact)
      break
    case 'file':
    case 'source':
    case 'basename':
      addReason(found, id, reason('source_file', name), TIER.exact)
      break
    case 'alias':
      addReason(found, id, reason('alias', name), TIER.named)
      break
    case 'title':
      addReason(found, id, reason('exact_title', name), TIER.named)
      break
    case 'tag':
      addReason(found, id, reason('tag', name), TIER.tag)
      break
    case 'slug':
    case 'id_part':
      addReason(found, id, reason('id_part', name), TIER.rest)
      break
    case 'folder':
      addReason(found, id, reason('source_prefix', name), TIER.rest)
      break
    case 'tag_token':
      addReason(found, id, reason('tag_token', name), TIER.rest)
  }
}

/** True for an id that differs only in case from one that was typed exactly. */
const isOtherSpelling = (id: CardId, exact: ReadonlySet<CardId>): boolean =>
  !exact.has(id) && [...exact].some((other) => foldName(other) === foldName(id))

/** A phrase of the query as it is looked up: `marked` in quotes or code, `share` of what it carries, the tier of an exact name. */
type NamedPhrase = { readonly name: string; readonly marked: boolean; readonly share: number; readonly tier: number }

/** A phrase inside a longer question. A plain word is a name only as far as it carries the question. */
function addPhrase(found: Candidates, { kind, id }: NameHit, { name, marked, share, tier }: NamedPhrase): void {
  const distinct = marked || isDistinct(name)
  // One plain word that carries little of the question is a word, although some card is called so.
  const telling = distinct || share >= 0.3 || /\s|[^\x00-\u2e7f]{4}/.test(name)
  switch (kind) {
    case 'id':
      if (distinct) addReason(found, id, reason('exact_id', name), tier)
      else addReason(found, id, reason('id_part', name, share), TIER.rest)
      break
    case 'alias':
      if (telling) addReason(found, id, reason('alias', name, share), TIER.rest)
      break
    case 'title':
      if (telling) addReason(found, id, reason('exact_title', name, share), TIER.rest)
      break
    case 'slug':
      if (telling) addReason(found, id, reason('id_part', name, share), TIER.rest)
      break
    case 'id_part':
      if (distinct) addReason(found, id, reason('id_part', name, share), TIER.rest)
      break
    case 'tag':
      addReason(found, id, reason('tag', name, share), TIER.rest)
      break
    case 'tag_token':
      addReason(found, id, reason('tag_token', name, share), TIER.rest)
      break
    case 'file':
    case 'source':
      if (distinct) addReason(found, id, reason('source_file', name), tier)
      break
    case 'basename':
    case 'folder':
      break // only where it looks like a path, see addPath
  }
}

/** Looks like a name that somebody wrote on purpose: joined by marks, or with digits. */
const isDistinct = (name: string): boolean => {
  if (/^[a-z]+$|\s/.test(name)) return false
  return JOINED(name).test(name)
}
const JOINED = unicodePattern(String.raw`[\p{L}\p{N}][-_./:#][\p{L}\p{N}]|\p{L}\p{N}|\p{N}\p{L}`)

/**
 * A path of the query against registered files: itself, what is left after leading folders (an absolute path), or a
 * registered path that ends with it; and against patterns that hold it. Where no file matches, a folder gives the cards
 * about what lies below it.
 */
function addPath(found: Candidates, path: string, graph: GraphIndex, tier: number): void {
  const folded = foldName(path.replace(/^\//, ''))
  const exact = fileHits(folded, graph)
  for (const id of exact) addReason(found, id, reason('source_file', path), tier)
  addGlobbed(found, path, graph)
  if (exact.length > 0) return
  for (const { kind, id } of graph.names(folded))
    if (kind === 'folder') addReason(found, id, reason('source_prefix', path), TIER.rest)
}

function fileHits(folded: string, graph: GraphIndex): readonly CardId[] {
  const segments = folded.split('/')
  for (let skip = 0; skip < segments.length; skip += 1) {
    // `db.ts` alone, left of an absolute path, would match any folder's.
    if (skip > 0 && skip === segments.length - 1) break
    const hits = graph.names(segments.slice(skip).join('/')).filter(({ kind }) => kind === 'file' || kind === 'source')
    if (hits.length > 0) return hits.map(({ id }) => id)
  }
  return graph
    .names(segments.at(-1)!)
    .filter(({ kind, id }) => kind === 'basename' && endsWith(graph.node(id), folded))
    .map(({ id }) => id)
}

function endsWith(node: GraphNode | undefined, folded: string): boolean {
  if (node === undefined) return false
  return [node.file, ...node.source_files].some((file) => {
    const known = foldName(file.replace(/#.*$/, ''))
    return known === folded || known.endsWith(`/${folded}`) || known.endsWith(`/${folded}.md`)
  })
}

/** A card may be about `src/db/**`: a file below it belongs to it although nobody registered that file. */
function addGlobbed(found: Candidates, path: string, graph: GraphIndex): void {
  const relative = path.replace(/^\//, '')
  const segments = relative.split('/')
  for (let depth = segments.length - 1; depth > 0; depth -= 1) {
    const folder = segments.slice(0, depth).join('/')
    for (const { kind, id } of graph.names(foldName(folder))) {
      if (kind !== 'folder' && kind !== 'source') continue
      const holds = graph
        .node(id)
        ?.source_files.some((entry) => (isGlob(entry) ? matchesGlob(relative, entry) : entry.replace(/\/$/, '') === folder))
      if (holds === true) addReason(found, id, reason('source_prefix', path), TIER.rest)
    }
  }
}

/** The strongest channel of a card; ties by the order of the channels. */
export function strongest(reasons: readonly Reason[]): Reason {
  return reasons.reduce((best, next) => (next.base > best.base ? next : best))
}
