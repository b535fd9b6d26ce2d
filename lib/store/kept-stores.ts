import { memoryGraph } from '../indexes/graph.ts'
import { decodeGraph } from '../indexes/graph-codec.ts'
import type { ByteReader, EntryStat, Files, Host } from '../model/ports.ts'
import { VERSION } from '../model/version.ts'
import { isFresh } from './freshness.ts'
import { GRAPH_PATH, type OpenStore, openStore, type Workshop } from './open.ts'
import type { Project } from './project.ts'
import { readOnlyFiles, withFiles } from './read-only.ts'
import { readStatCache, STAT_CACHE_PATH, type StatCache } from './stat-cache.ts'

/** Stores that stay open between the calls of a process that lives long. */
export type KeptStores = {
  /** The host to find projects with: it knows which files are open. */
  readonly host: Host
  /** The store as it is on disk now: the one of the last call while nothing has changed, else a new one. */
  open(project: Project, workshop: Workshop, anew?: boolean): OpenStore
  /** What the store was made of when it was last opened, and whether that still holds. Whoever opens it next need not look again. */
  look(project: Project): { readonly cache: StatCache | undefined; readonly fresh: boolean }
  /** Closes the files that a call has left open, but for those of kept stores. To be called after each call. */
  closeStray(): void
  /** Closes everything. */
  close(): void
}

type Kept = {
  readonly store: OpenStore
  readonly seen: StatCache
  readonly readers: ReadonlySet<ByteReader>
  /** True once its graph has been read whole, or is not to be. */
  readonly whole: boolean
}

/** A graph of more cards stays in its file: in memory it would take some hundred megabytes. */
const LARGEST_WHOLE = 50_000

/** One-off commands leave it to the end of the process to close what they read; here nothing ends. */
export function keptStores(outer: Host): KeptStores {
  const open = new Set<ByteReader>()
  const host = withFiles(outer, (root) => watched(outer.files(root), open))
  const kept = new Map<string, Kept>()
  /** The store that was found as it was when its call began: nothing comes between that and opening it. */
  let looked: Kept | undefined
  const caches = new Map<string, { readonly stat: EntryStat | undefined; readonly cache: StatCache | undefined }>()
  const cacheOf = ({ root, files }: Project): StatCache | undefined => {
    const stat = files.stat(STAT_CACHE_PATH)
    const known = caches.get(root)
    if (known !== undefined && sameFile(known.stat, stat)) return known.cache
    const cache = readStatCache(files, VERSION)
    caches.set(root, { stat, cache })
    return cache
  }
  const drop = (root: string): void => {
    for (const reader of kept.get(root)?.readers ?? []) reader.close()
    kept.delete(root)
  }
  return {
    host,
    open(project, workshop, anew = false) {
      const { root } = project
      const known = anew ? undefined : kept.get(root)
      const holds = known !== undefined && (known === looked || stillHolds(known, project, cacheOf(project)))
      looked = undefined
      if (holds) {
        const again = withWholeGraph(known, project)
        kept.set(root, again)
        return again.store
      }
      drop(root)
      const before = new Set(open)
      const store = openStore(project, workshop, anew)
      const seen = store.seen ?? (store.state.status === 'fresh' ? cacheOf(project) : undefined)
      if (seen !== undefined) {
        const readers = new Set([...open].filter((one) => !before.has(one)))
        kept.set(root, { store, seen, readers, whole: store.seen !== undefined })
      }
      return store
    },
    look(project) {
      const known = kept.get(project.root)
      const cache = cacheOf(project)
      const fresh = known === undefined ? cache !== undefined && isFresh(project, cache) : stillHolds(known, project, cache)
      looked = fresh ? known : undefined
      return { cache: known?.seen ?? cache, fresh }
    },
    closeStray() {
      looked = undefined
      const needed = new Set([...kept.values()].flatMap(({ readers }) => [...readers]))
      for (const reader of open) if (!needed.has(reader)) reader.close()
    },
    close() {
      kept.clear()
      for (const reader of open) reader.close()
    },
  }
}

/** Whoever asks twice asks again: then the graph is read once, whole, since a walk over all cards seeks each of them in a file. */
function withWholeGraph(known: Kept, { files }: Project): Kept {
  if (known.whole) return known
  const { graph, manifest } = known.store
  const bytes = graph.header.node_count > LARGEST_WHOLE ? undefined : files.open(GRAPH_PATH(manifest.indexes.path))
  try {
    const data = bytes === undefined ? undefined : decodeGraph(bytes)
    const isSame = data?.header.source.source_hash === graph.header.source.source_hash
    return data === undefined || !isSame
      ? { ...known, whole: true }
      : { ...known, whole: true, store: { ...known.store, graph: memoryGraph(data) } }
  } finally {
    bytes?.close()
  }
}

/** A store in memory holds while its cards are what they were; one in files, while they are the files of the cache besides. */
function stillHolds({ store, seen }: Kept, project: Project, cache: StatCache | undefined): boolean {
  // Nothing may be recorded from what was read into memory: the files of the index know nothing of it.
  if (store.seen !== undefined) return isFresh({ ...project, files: readOnlyFiles(project.files) }, seen)
  return cache !== undefined && sameIndexes(seen, cache) && isFresh(project, cache)
}

const sameIndexes = (a: StatCache, b: StatCache): boolean =>
  a.indexes.length === b.indexes.length && a.indexes.every(({ stat }, at) => sameFile(stat, b.indexes[at]!.stat))

const sameFile = (a: EntryStat | undefined, b: EntryStat | undefined): boolean =>
  a?.size === b?.size && a?.modified === b?.modified && a?.changed === b?.changed && a?.inode === b?.inode

/** Files that note which readers are open; closing one twice does no harm. */
function watched(files: Files, open: Set<ByteReader>): Files {
  return {
    ...files,
    open(path) {
      const reader = files.open(path)
      if (reader === undefined) return undefined
      const noted: ByteReader = {
        size: reader.size,
        read: (offset, length) => reader.read(offset, length),
        close() {
          if (open.delete(noted)) reader.close()
        },
      }
      open.add(noted)
      return noted
    },
  }
}
