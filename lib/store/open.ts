import { openBm25, type StoredText } from '../indexes/bm25-codec.ts'
import type { GraphFile } from '../indexes/graph.ts'
import { openGraph, type StoredGraph } from '../indexes/graph-codec.ts'
import { PmemError } from '../model/error.ts'
import type { IndexState } from '../model/index-state.ts'
import type { Manifest } from '../model/manifest.ts'
import type { TextIndex } from '../model/text-index.ts'
import { VERSION } from '../model/version.ts'
import { areThoseOf, glance, hasSameManifest, isFresh, type Look, lookAt, takeLook } from './freshness.ts'
import type { Project } from './project.ts'
import { readStatCache, readStatHead, type StatCache, type StatHead } from './stat-cache.ts'

/** A project's memory, open for reading. */
export type OpenStore = {
  readonly project: Project
  readonly manifest: Manifest
  readonly graph: GraphFile
  readonly text: TextIndex
  readonly state: IndexState
  /** Of a store in memory that could not be written: what it was made of, by which a process that lives on knows that it still holds. */
  readonly seen?: StatCache
}

/** What needs the parsers. The hot program has none of it: there each of these hands the command over to the full one. */
export type Workshop = {
  /** Brings the indexes up to date, writes them if it may, and opens them. Never waits for the lock. `look` spares it a walk. */
  refresh(project: Project, full: boolean, look?: Look): OpenStore
  readManifest(project: Project): Manifest
  /** The memory as a commit holds it; see store/past. Throws NOT_FOUND. */
  openPast(project: Project, commit: string): PastStore
}

/** A memory that is read from commits and kept files; nothing of it can be written. `now` is when it was so, in milliseconds since 1970, UTC. */
export type PastStore = { readonly store: OpenStore; readonly now: number }

export const GRAPH_PATH = (indexes: string): string => `${indexes}/graph.json`
export const BM25_PATH = (indexes: string): string => `${indexes}/bm25.json`

/**
 * Opens the store for a reading command, fresh: cards edited since the last command are in it, unless the manifest says to
 * leave the indexes alone until somebody rebuilds them. `anew` builds the indexes whatever there is.
 */
export function openStore(project: Project, workshop: Workshop, anew = false): OpenStore {
  if (anew) return workshop.refresh(project, true)
  const head = readStatHead(project.files, VERSION)
  const look = head && (takeLook(project) ?? lookAt(project, head.watch))
  if (head !== undefined && look !== undefined && isFreshAtAGlance(project, head, look)) {
    const opened = openIndexes(project, head.manifest, true)
    if (opened !== undefined) return opened
  } else if (head?.manifest.autoUpdate.onMemoryChange === 'ignore' && hasSameManifest(project, head)) {
    const opened = openIndexes(project, head.manifest)
    if (opened !== undefined) return asItWas(opened)
  }
  return workshop.refresh(project, false, look)
}

/** What was just written is looked at here, since one question often follows another at once; all else that changed needs the parsers. */
function isFreshAtAGlance(project: Project, head: StatHead, look: Look): boolean {
  const seen = glance(project, head, look)
  const cache = seen === 'young' ? readStatCache(project.files, VERSION) : undefined
  return seen === 'fresh' || (cache !== undefined && isFresh(project, cache, look))
}

/** Opens the indexes as they are, whatever the cards say by now, without a look at them. Throws CANNOT_READ when there are none. */
export function openStale(project: Project, workshop: Workshop): OpenStore {
  const head = readStatHead(project.files, VERSION)
  const manifest = head?.manifest ?? workshop.readManifest(project)
  const opened = openUnseen(project, manifest, head)
  if (opened === undefined) {
    throw new PmemError('CANNOT_READ', 'there is no index to answer from', {
      where: { path: GRAPH_PATH(manifest.indexes.path) },
      fix: 'Run `pmem rebuild`, or leave out --no-refresh.',
    })
  }
  return opened
}

/** The same with a head that was read already; undefined where there are no indexes. Whoever asked for it needs no note; the state says it. */
export function openUnseen(project: Project, manifest: Manifest, head: StatHead | undefined): OpenStore | undefined {
  const opened = openIndexes(project, manifest, head !== undefined && areThoseOf(project.files, head))
  return opened && { ...opened, state: { ...opened.state, status: 'not_refreshed' } }
}

const asItWas = (opened: OpenStore): OpenStore => ({
  ...opened,
  state: { ...opened.state, status: 'not_refreshed', note: 'answered from the index as it was; cards may have changed since' },
})

/**
 * The two index files, or undefined when one is missing, damaged, of another format, or does not belong to the other.
 * `trusted` says that their stats vouch for them, so that their checksums need not.
 */
export function openIndexes(project: Project, manifest: Manifest, trusted = false): StoredStore | undefined {
  const graphBytes = project.files.open(GRAPH_PATH(manifest.indexes.path))
  const textBytes = graphBytes === undefined ? undefined : project.files.open(BM25_PATH(manifest.indexes.path))
  const graph = graphBytes === undefined ? undefined : openGraph(graphBytes, { trusted })
  const text = textBytes === undefined ? undefined : openBm25(textBytes, { trusted })
  const close = (): void => {
    graphBytes?.close()
    textBytes?.close()
  }
  if (graph === undefined || text === undefined || graph.header.source.source_hash !== text.header.source_hash) {
    close()
    return undefined
  }
  return { project, manifest, graph, text, state: stateOf(graph, 'fresh', 0, null), close }
}

/** A store whose indexes are files; `close` lets go of them, once nothing is to be read any more. */
export type StoredStore = OpenStore & { readonly graph: StoredGraph; readonly text: StoredText; close(): void }

export function stateOf(graph: GraphFile, status: IndexState['status'], changed: number, note: string | null): IndexState {
  const broken = new Set(graph.header.problems.map(({ file }) => file)).size
  return { status, changed, cards: graph.header.node_count, broken, note }
}
