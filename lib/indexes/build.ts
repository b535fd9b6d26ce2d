import { withoutComments } from '../card/code-mask.ts'
import type { Card } from '../model/card.ts'
import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId, Sha256 } from '../model/ids.ts'
import { foldName } from '../text/fold.ts'
import { encodeBm25, type StoredText } from './bm25-codec.ts'
import { updateBm25 } from './bm25-update.ts'
import { buildEdges } from './edges.ts'
import { buildGraph, type GraphData, graphNode, matchText, type Problem } from './graph.ts'
import { encodeGraph, type StoredGraph } from './graph-codec.ts'
import { updateGraph } from './graph-update.ts'
import { buildPostings, type PostingsData, type TextDocument } from './postings.ts'
import { orderedReferences, type References } from './references.ts'
import { sourceHash } from './source-hash.ts'

/** What shapes the indexes beside the cards. */
export type IndexSettings = {
  readonly pmemVersion: string
  /** Patterns of cards and documents, as in the manifest. */
  readonly glob: readonly string[]
  /** Hash of the manifest parts and versions that shape the index (schema, globs, sources, tokenizer). */
  readonly inputs: string
  readonly tokenize: (text: string) => readonly string[]
  readonly sha256: (text: string) => Sha256
}

export type Indexes = { readonly graph: GraphData; readonly text: PostingsData }
export type BuiltIndexes = Indexes & { readonly findings: readonly Finding[] }

/** What changed on disk since the previous indexes were built. */
export type Changes = {
  /** Cards of new and edited files. */
  readonly cards: Iterable<Card>
  /** Files whose former card is gone: deleted, edited into another id, or no longer readable. Those of `cards` need not be named. */
  readonly gone: readonly string[]
  /** Every file that is a card now or has to be left out. */
  readonly files: Iterable<HashedFile>
}
export type HashedFile = { readonly path: string; readonly hash: Sha256 }
/** Both indexes as they lie on disk. */
export type StoredIndexes = { readonly graph: StoredGraph; readonly text: StoredText }

/**
 * Both indexes from all cards, with what is wrong with their references. Cards are taken one by one in any order, and their
 * bodies are not kept; `problems` are the files left out. Equal cards give equal indexes. Throws on a repeated id: deciding
 * which of two files holds a card is the caller's.
 */
export function buildIndexes(cards: Iterable<Card>, problems: readonly Problem[], settings: IndexSettings): BuiltIndexes {
  const parts = new Parts(settings.tokenize)
  const text = buildPostings(parts.take(cards), settings.tokenize)
  const { edges, findings } = buildEdges(parts.nodes, parts.references)
  const { pmemVersion, glob, inputs, sha256 } = settings
  const files = [...parts.nodes.map(({ file, hash }) => ({ path: file, hash })), ...distinctFiles(problems)]
  const meta = { pmemVersion, glob, inputs, problems, sourceHash: sourceHash(files, inputs, sha256) }
  return { graph: buildGraph(parts.nodes, edges, parts.references, meta), text, findings }
}

/**
 * The indexes after some files changed, without reading or tokenizing the others: the same bytes as buildIndexes over all cards
 * gives. What did not change is copied. The settings must be those of the previous indexes; when `inputs` differ, build anew.
 * No id of `cards` may be that of a card that stays. Throws DamagedIndex where a part that is needed was altered.
 */
export function updateIndexes(
  previous: StoredIndexes,
  changes: Changes,
  problems: readonly Problem[],
  settings: IndexSettings,
): IndexUpdate {
  const parts = new Parts(settings.tokenize)
  const text = buildPostings(parts.take(changes.cards), settings.tokenize)
  const files = new Set<string>([...changes.gone, ...parts.nodes.map(({ file }) => file)])
  const gone = new Map([...files].flatMap((file) => nodesOf(previous.graph, file)).map((node) => [node.id, node]))
  const added = new Map(parts.nodes.map((node) => [node.id, node]))
  const { pmemVersion, glob, inputs, sha256 } = settings
  const meta = { pmemVersion, glob, inputs, problems, sourceHash: sourceHash(changes.files, inputs, sha256) }
  return {
    before: [...gone.values()],
    after: parts.nodes,
    graph: updateGraph({ previous: previous.graph, gone, added, references: parts.references }, meta),
    text: updateBm25(previous.text, new Set(gone.keys()), text, meta),
  }
}

/** The files after an update, and the cards that it took out and put in. */
export type IndexUpdate = IndexFiles & { readonly before: readonly GraphNode[]; readonly after: readonly GraphNode[] }

/** The card of a file, where it has one. */
const nodesOf = (graph: StoredGraph, file: string): readonly GraphNode[] =>
  graph
    .names(foldName(file))
    .filter(({ kind }) => kind === 'file')
    .flatMap(({ id }) => graph.node(id) ?? [])
    .filter((node) => node.file === file)

/** The bytes of graph.json and bm25.json, in pieces to be written one after the other. */
export type IndexFiles = { readonly graph: readonly Uint8Array[]; readonly text: readonly Uint8Array[] }

export function encodeIndexes({ graph, text }: Indexes): IndexFiles {
  const { pmem_version: pmemVersion, source, inputs } = graph.header
  return { graph: encodeGraph(graph), text: encodeBm25(text, { pmemVersion, sourceHash: source.source_hash, inputs }) }
}

/** A file may have several problems, but counts once. */
const distinctFiles = (problems: readonly Problem[]): HashedFile[] =>
  [...new Map(problems.map(({ file, hash }) => [file, hash]))].map(([path, hash]) => ({ path, hash }))

/** Nodes and references of the cards, gathered while their texts stream into the text index. */
class Parts {
  readonly nodes: GraphNode[] = []
  readonly references = new Map<CardId, References>()
  private readonly ids = new Set<CardId>()
  private readonly tokenize: IndexSettings['tokenize']

  constructor(tokenize: IndexSettings['tokenize']) {
    this.tokenize = tokenize
  }

  private keep(node: GraphNode, references: References | undefined): void {
    if (this.ids.has(node.id)) throw new Error(`two cards have the id ${node.id}`)
    this.ids.add(node.id)
    this.nodes.push(node)
    if (references !== undefined) this.references.set(node.id, references)
  }

  /** Keeps each card and gives the texts of those that may be searched: a secret card is in the graph only. */
  *take(cards: Iterable<Card>): Iterable<TextDocument> {
    for (const card of cards) {
      const hasReferences = card.links.length + card.mentions.length > 0
      const isSearched = card.type === 'fact' && !card.secret
      const matchTerms = isSearched ? new Set(this.tokenize(matchText(card))).size : undefined
      this.keep(graphNode(card, matchTerms), hasReferences ? orderedReferences(card) : undefined)
      if (!card.secret) {
        yield {
          id: card.id,
          fields: [
            card.title,
            card.aliases.join('\n'),
            card.tags.join('\n'),
            card.authoredSummary ?? '',
            card.body.includes('<!--') ? withoutComments(card.body) : card.body,
          ],
        }
      }
    }
  }
}
