import type { EdgeType } from '../model/card.ts'
import type { Finding } from '../model/finding.ts'
import { EDGE_SOURCES, type Edge, type EdgeSource, type GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { chainFindings } from './chains.ts'
import { byEdge, CONFIDENCE } from './graph.ts'
import { getOrMake } from './multi-map.ts'
import { NO_REFERENCES, type References } from './references.ts'
import { type CardLookup, cardLookup, type Resolution, type Resolver, resolver } from './resolve.ts'
import { suggester } from './suggest.ts'
import { weakEdges } from './weak-edges.ts'

/** A task in one of these is no next step any more. */
const SETTLED: ReadonlySet<string | null> = new Set(['done', 'completed', 'superseded', 'archived', 'deprecated'])

/**
 * The edges of all cards by from, type and to, and what is wrong with their references.
 *
 * Explicit edges come from frontmatter fields (1.0), mentions from bodies (0.9, `references`), inferred ones from tasks with a
 * module (0.8), weak ones from what cards share (at most 0.4). Self-links are dropped; of equal edges the strongest source stays.
 * Findings: `dangling-link` (error; in a document outside the store a warning), `ambiguous-link`, `dangling-mention` (warnings),
 * and those of chains. Ids must be unique; the order of the nodes does not matter.
 */
export function buildEdges(
  nodes: readonly GraphNode[],
  references: ReadonlyMap<CardId, References>,
): { readonly edges: Edge[]; readonly findings: Finding[] } {
  const sorted = [...nodes].sort((a, b) => byText(a.id, b.id))
  const byId = new Map(sorted.map((node) => [node.id, node]))
  const cards = cardLookup(sorted)
  const resolve = resolver(cards)
  const suggest = suggester(sorted.map(({ id }) => id))
  const collected = new EdgeSet()
  const findings: Finding[] = []
  for (const node of sorted) {
    const own = references.get(node.id) ?? NO_REFERENCES
    for (const edge of strongEdges(node, own, cards, resolve, (target, line, found) =>
      findings.push(
        found === 'missing' ? missingMention(node, target, line, suggest) : unresolved(node, target, line, found, suggest),
      ),
    ))
      collected.add(edge)
  }
  const edges = collected.edges()
  edges.push(...weakEdges(sorted, (a, b) => collected.joins(a.id, b.id)))
  return { edges: edges.sort(byEdge), findings: [...findings, ...chainFindings(edges, byId)] }
}

/** Told of each reference that makes no edge: a field that leads to no card or to several, a wikilink that leads to none. */
type Unmet = (target: string, line: number, found: Exclude<Resolution, CardId> | 'missing') => void

/**
 * The edges that the references of one card make, in the order of the references; several may have the same ends and type.
 * One end of each is the card itself.
 */
export function strongEdges(
  node: GraphNode,
  { links, mentions }: References,
  cards: CardLookup,
  resolve: Resolver,
  unmet: Unmet = () => undefined,
): Edge[] {
  const edges: Edge[] = []
  const add = (from: CardId, to: CardId, type: EdgeType, source: Exclude<EdgeSource, 'weak'>, line: number): void => {
    if (from !== to) edges.push({ from, to, type, source, confidence: CONFIDENCE[source], evidence: `${node.file}:${line}` })
  }
  const isModule = (id: CardId): boolean => cards.byId(id)?.type === 'module'
  let named: CardId | undefined
  let namedLine = 0
  const related = new Map<CardId, number>()
  for (const { type, target, inverse, line } of links) {
    const found = resolve.field(target, node)
    if (typeof found !== 'string') {
      unmet(target, line, found)
      continue
    }
    add(inverse ? found : node.id, inverse ? node.id : found, type, 'explicit', line)
    if (type === 'belongs_to' && isModule(found)) {
      named ??= found
      namedLine = line
    }
    if (type === 'related_to' && !related.has(found) && isModule(found)) related.set(found, line)
  }
  const [only] = related
  const module = named ?? (related.size === 1 ? only![0] : undefined)
  if (node.type === 'task' && module !== undefined) {
    const line = named === undefined ? only![1] : namedLine
    add(node.id, module, 'belongs_to', 'inferred', line)
    if (!SETTLED.has(node.status)) add(node.id, module, 'next_step_of', 'inferred', line)
  }
  for (const mention of mentions) {
    const found = resolve.mention(mention, node)
    if (typeof found === 'string') add(node.id, found, 'references', 'mention', mention.line)
    else if (mention.form === 'wiki' && node.external !== true) unmet(mention.target, mention.line, 'missing')
  }
  return edges
}

/** Of edges with the same ends and type the one of the strongest source, of these the first. */
export const strongest = (edges: readonly Edge[]): Edge | undefined =>
  edges.reduce<Edge | undefined>((best, edge) => (best === undefined || isStronger(edge, best) ? edge : best), undefined)

const isStronger = (a: Edge, b: Edge): boolean => EDGE_SOURCES.indexOf(a.source) < EDGE_SOURCES.indexOf(b.source)

/** Of edges with the same ends and type the strongest. */
class EdgeSet {
  private readonly byStart = new Map<CardId, Map<string, Edge>>()

  add(edge: Edge): void {
    const mine = getOrMake(this.byStart, edge.from, () => new Map<string, Edge>())
    const key = `${edge.type} ${edge.to}`
    const known = mine.get(key)
    if (known === undefined || isStronger(edge, known)) mine.set(key, edge)
  }

  edges(): Edge[] {
    return [...this.byStart.values()].flatMap((mine) => [...mine.values()])
  }

  /** True when an edge runs between the two, whichever way. */
  joins(a: CardId, b: CardId): boolean {
    return this.runs(a, b) || this.runs(b, a)
  }

  private targets: Map<CardId, Set<CardId>> | undefined

  private runs(from: CardId, to: CardId): boolean {
    this.targets ??= new Map(
      [...this.byStart].map(([start, mine]) => [start, new Set([...mine.values()].map((edge) => edge.to))]),
    )
    return this.targets.get(from)?.has(to) === true
  }
}

function unresolved(
  node: GraphNode,
  target: string,
  line: number,
  found: Exclude<Resolution, CardId>,
  suggest: (target: string) => readonly string[],
): Finding {
  const place = { file: node.file, line, id: node.id }
  if (found !== undefined) {
    return {
      code: 'ambiguous-link',
      severity: 'warning',
      message: `${target} may mean ${list(found)}; no edge is made of it`,
      ...place,
      fix: `Write the id of the one that is meant, such as ${found[0]}.`,
    }
  }
  return {
    code: 'dangling-link',
    severity: node.external === true ? 'warning' : 'error',
    message: `${node.id} refers to ${target}, which is no card`,
    ...place,
    fix: repair(suggest(target)),
  }
}

const missingMention = (
  node: GraphNode,
  target: string,
  line: number,
  suggest: (target: string) => readonly string[],
): Finding => ({
  code: 'dangling-mention',
  severity: 'warning',
  message: `[[${target}]] leads to no card`,
  file: node.file,
  line,
  id: node.id,
  fix: repair(suggest(target)),
})

const repair = (ids: readonly string[]): string =>
  ids.length === 0
    ? 'Create the card with `pmem new`, or remove the reference.'
    : `Did you mean ${list(ids)}? Else create the card or remove the reference.`

function list(ids: readonly string[]): string {
  const shown = ids.slice(0, 5)
  const last = ids.length > shown.length ? `${ids.length - shown.length} more` : shown.pop()
  return shown.length === 0 ? `${last}` : `${shown.join(', ')} or ${last}`
}
