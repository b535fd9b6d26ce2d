import type { EdgeType } from '../model/card.ts'
import type { Finding } from '../model/finding.ts'
import { EDGE_SOURCES, type Edge, type EdgeSource, type GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { chainFindings } from './chains.ts'
import { byEdge, CONFIDENCE } from './graph.ts'
import { getOrMake } from './multi-map.ts'
import { NO_REFERENCES, type References } from './references.ts'
import { type Resolution, resolver } from './resolve.ts'
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
  const resolve = resolver(sorted)
  const suggest = suggester(sorted.map(({ id }) => id))
  const collected = new EdgeSet()
  const findings: Finding[] = []
  for (const node of sorted) {
    const { links, mentions } = references.get(node.id) ?? NO_REFERENCES
    const modules = { named: undefined as CardId | undefined, related: new Map<CardId, number>(), line: 0 }
    for (const { type, target, inverse, line } of links) {
      const found = resolve.field(target, node)
      if (typeof found !== 'string') {
        findings.push(unresolved(node, target, line, found, suggest))
        continue
      }
      collected.add(inverse ? found : node.id, inverse ? node.id : found, type, 'explicit', `${node.file}:${line}`)
      if (type === 'belongs_to' && byId.get(found)!.type === 'module') {
        modules.named ??= found
        modules.line = line
      }
      if (type === 'related_to' && byId.get(found)!.type === 'module' && !modules.related.has(found))
        modules.related.set(found, line)
    }
    const [only] = modules.related
    const module = modules.named ?? (modules.related.size === 1 ? only![0] : undefined)
    if (node.type === 'task' && module !== undefined) {
      const evidence = `${node.file}:${modules.named === undefined ? only![1] : modules.line}`
      collected.add(node.id, module, 'belongs_to', 'inferred', evidence)
      if (!SETTLED.has(node.status)) collected.add(node.id, module, 'next_step_of', 'inferred', evidence)
    }
    for (const mention of mentions) {
      const found = resolve.mention(mention, node)
      if (typeof found === 'string') collected.add(node.id, found, 'references', 'mention', `${node.file}:${mention.line}`)
      else if (mention.form === 'wiki' && node.external !== true)
        findings.push(missingMention(node, mention.target, mention.line, suggest))
    }
  }
  const edges = collected.edges()
  edges.push(...weakEdges(sorted, (a, b) => collected.joins(a.id, b.id)))
  return { edges: edges.sort(byEdge), findings: [...findings, ...chainFindings(edges, byId)] }
}

/** Edges without self-links; of those with the same ends and type the one of the strongest source, else the first. */
class EdgeSet {
  private readonly byStart = new Map<CardId, Map<string, Edge>>()

  add(from: CardId, to: CardId, type: EdgeType, source: Exclude<EdgeSource, 'weak'>, evidence: string): void {
    if (from === to) return
    const mine = getOrMake(this.byStart, from, () => new Map<string, Edge>())
    const key = `${type} ${to}`
    const known = mine.get(key)
    if (known !== undefined && EDGE_SOURCES.indexOf(known.source) <= EDGE_SOURCES.indexOf(source)) return
    mine.set(key, { from, to, type, source, confidence: CONFIDENCE[source], evidence })
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
