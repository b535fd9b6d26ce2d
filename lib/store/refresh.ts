import { openBm25 } from '../indexes/bm25-codec.ts'
import {
  buildIndexes,
  encodeIndexes,
  type Indexes,
  type IndexFiles,
  type IndexSettings,
  type IndexUpdate,
  type StoredIndexes,
  updateIndexes,
} from '../indexes/build.ts'
import { textReader, utf8Text } from '../indexes/bytes.ts'
import { DamagedIndex } from '../indexes/container.ts'
import { type GraphFile, memoryGraph } from '../indexes/graph.ts'
import { openGraph } from '../indexes/graph-codec.ts'
import { memoryTextIndex } from '../indexes/postings.ts'
import { parseManifest } from '../manifest/parse.ts'
import { PmemError } from '../model/error.ts'
import type { Finding } from '../model/finding.ts'
import type { CardId, ProjectPath, Sha256 } from '../model/ids.ts'
import type { IndexState } from '../model/index-state.ts'
import type { Manifest } from '../model/manifest.ts'
import type { EntryStat } from '../model/ports.ts'
import { VERSION } from '../model/version.ts'
import { byText } from '../text/order.ts'
import { TOKENIZER_VERSION, tokenize } from '../text/tokenize.ts'
import { clearTemporary, replaceFile } from './apply.ts'
import { setBaselines } from './baseline.ts'
import { CardReader, type Progress } from './card-reader.ts'
import { areThoseOf, contentHash, hasSameManifest, isFresh, type Look, lookAt, manifestPath, statsOf } from './freshness.ts'
import { keepState } from './kept.ts'
import { readLedger } from './ledger.ts'
import { type Lock, tryLock } from './lock.ts'
import { BM25_PATH, GRAPH_PATH, type OpenStore, openIndexes, stateOf } from './open.ts'
import { LOCAL, MANIFEST_PATH, type Project, STORE } from './project.ts'
import { readOnlyFiles } from './read-only.ts'
import { manifestMark } from './receipts.ts'
import { type Scan, scanFindings, scanProject, type Tracked, watchOf } from './scan.ts'
import { type FileRecord, readStatCache, type StatCache, vouches, writeStatCache } from './stat-cache.ts'
import type { Sweep } from './sweep.ts'

/** A store built from every file, with everything that was wrong. */
export type Rebuilt = {
  readonly store: OpenStore
  readonly findings: readonly Finding[]
  readonly written: readonly string[]
  readonly files: number
  readonly terms: number
  readonly built: Indexes
}

/** How a refresh may write: a reading command never waits for the lock; a writing one already holds it. */
export type WriteMode = { readonly kind: 'if_free' } | { readonly kind: 'held'; readonly lock: Lock } | { readonly kind: 'never' }

export type RefreshOptions = { readonly write: WriteMode; readonly onProgress?: Progress }

/** Reads the manifest; what is wrong with it comes along, and the defaults count in its place. */
export function loadManifest({ host, files }: Project): {
  readonly manifest: Manifest
  readonly findings: readonly Finding[]
  /** Hash of what was read; '' where there is none. */
  readonly hash: Sha256 | ''
} {
  const bytes = files.read(MANIFEST_PATH)
  const { manifest, findings } = parseManifest(bytes === undefined ? null : utf8Text(bytes), MANIFEST_PATH)
  return { manifest, findings, hash: bytes === undefined ? '' : contentHash(host, bytes) }
}

/** Brings the indexes up to date with the files: unchanged ones are not read again. `look` is a walk that was just made. */
export function refreshStore(project: Project, options: RefreshOptions, look?: Look): OpenStore {
  const { files } = project
  const cache = readStatCache(files, VERSION)
  const now = cache && (look ?? lookAt(project, cache.watch))
  const looked = options.write.kind === 'never' ? { ...project, files: readOnlyFiles(files) } : project
  if (cache !== undefined && isFresh(looked, cache, now)) {
    const store = openIndexes(project, cache.manifest, true)
    if (store !== undefined) return store
  }
  const seen = lookAround(project, cache, now)
  const updated = update(project, seen, cache, options)
  return updated ?? build(project, seen, options).store
}

/** From the indexes on disk; undefined where they are not to be believed, or a full build is needed. */
function update(project: Project, seen: Seen, cache: StatCache | undefined, options: RefreshOptions): OpenStore | undefined {
  const { manifest, records } = seen
  const settings = settingsOf(project, manifest)
  const isKnown = cache !== undefined && areThoseOf(project.files, cache)
  const previous = openIndexes(project, manifest, isKnown)
  if (previous === undefined) return undefined
  try {
    const { header } = previous.graph
    if (header.inputs !== settings.inputs || header.pmem_version !== VERSION) return undefined
    const changes = compare(isKnown ? cache.files : hashesOf(previous.graph), records)
    const count = changes.changed.length + changes.gone.length
    const current = count === 0 ? openIndexes(project, manifest) : undefined
    if (current !== undefined) {
      if (options.write.kind !== 'never') {
        keepThis(project, current, seen.scan)
        writeStatCache(project.host, project.files, cacheOf(project, seen))
      }
      return current
    }
    const reader = new CardReader(project, manifest, records, options.onProgress)
    const built = incremental(previous, changes, reader, records, settings)
    if (built === undefined) return undefined
    const written = writeIndexes(project, manifest, built, options.write)
    const opened = written.length > 0 ? openIndexes(project, manifest, true) : undefined
    const { graph, text } = opened ?? openedFrom(built)
    const measures = [...built.before, ...built.after].some(({ source_files }) => source_files.length > 0)
    return finish(project, seen, { graph, text, written, changed: count, full: false, measures }, options)
  } catch (error) {
    if (error instanceof DamagedIndex) return undefined
    throw error
  } finally {
    previous.close()
  }
}

function openedFrom({ graph, text }: IndexFiles): Pick<OpenStore, 'graph' | 'text'> {
  const opened = [openGraph(textReader(graph)), openBm25(textReader(text))] as const
  if (opened[0] === undefined || opened[1] === undefined) throw new Error('what was just written cannot be read')
  return { graph: opened[0], text: opened[1] }
}

/** Reads every file and builds the indexes anew, whatever those on disk say. */
export function rebuildStore(project: Project, options: RefreshOptions): Rebuilt {
  return build(project, lookAround(project, undefined, undefined), options)
}

/** The settings and files as they are now; `sweep` was taken first, so that what is written meanwhile is noticed next time. */
type Seen = {
  readonly manifest: Manifest
  readonly manifestFile: FileRecord
  readonly scan: Scan
  readonly sweep: Sweep
  readonly records: readonly FileRecord[]
  /** When the look began. Milliseconds since 1970, UTC. */
  readonly recorded: number
  readonly findings: readonly Finding[]
}

/** `look` is a walk that was made with the settings of the cache. */
function lookAround(project: Project, cache: StatCache | undefined, look: Look | undefined): Seen {
  const { files } = project
  const started = look?.at ?? project.host.now()
  const stat = files.stat(MANIFEST_PATH)
  const isSame = cache !== undefined && look !== undefined && hasSameManifest(project, cache)
  const { manifest, findings, hash } = isSame
    ? { manifest: cache.manifest, findings: [], hash: cache.manifestFile.hash }
    : loadManifest(project)
  const manifestFile: FileRecord = { path: manifestPath, stat, hash }
  const walked = isSame ? look : { ...lookAt(project, watchOf(manifest)), at: started }
  const scan = scanProject(files, manifest, walked.found.folders)
  const records = hashTracked(project, scan.tracked, cache, statsOf(walked, files))
  return { manifest, manifestFile, scan, sweep: walked.sweep, records, recorded: started, findings }
}

function build(project: Project, seen: Seen, options: RefreshOptions): Rebuilt {
  const { manifest, records } = seen
  const reader = new CardReader(project, manifest, records, options.onProgress)
  const built = buildIndexes(reader.readAll(), reader.problems, settingsOf(project, manifest))
  const written = writeIndexes(project, manifest, encodeIndexes(built), options.write)
  const [graph, text] = [memoryGraph(built.graph), memoryTextIndex(built.text)]
  const store = finish(project, seen, { graph, text, written, changed: records.length, full: true, measures: true }, options)
  const findings = [...seen.findings, ...scanFindings(seen.scan), ...reader.findings, ...built.findings]
  return { store, findings, written, files: records.length, terms: built.text.terms.size, built }
}

type Done = Pick<OpenStore, 'graph' | 'text'> & {
  readonly written: readonly string[]
  readonly changed: number
  readonly full: boolean
  /** Whether a card that came, went or changed is measured by its source files. */
  readonly measures: boolean
}

/** Keeps what later commands know this state by, and opens it. */
function finish(project: Project, seen: Seen, done: Done, { write }: RefreshOptions): OpenStore {
  const { manifest, scan } = seen
  const { graph, text, written, changed, full, measures } = done
  const { status, note } = describe(written.length > 0, changed, full)
  const store: OpenStore = {
    project,
    manifest,
    graph,
    text,
    state: stateOf(graph, status, changed, note),
    ...(written.length > 0 ? {} : { seen: cacheOf(project, seen) }),
  }
  if (write.kind !== 'never') keepThis(project, store, scan)
  if (written.length > 0) {
    writeStatCache(project.host, project.files, cacheOf(project, seen))
    if (measures) setBaselines(project, manifest, graph, readLedger(project))
  }
  return store
}

const keepThis = (project: Project, { graph, manifest }: OpenStore, { tracked, watch }: Scan): void =>
  keepState(
    project,
    graph.header.source.source_hash,
    manifestMark(manifest),
    tracked.map(({ path }) => path),
    [STORE, ...watch.bases.map(({ folder }) => folder), ...watch.fixed],
  )

const describe = (written: boolean, changed: number, full: boolean): Pick<IndexState, 'status' | 'note'> => {
  const what = full
    ? 'the index was built'
    : `the index was brought up to date with ${changed} changed ${changed === 1 ? 'file' : 'files'}`
  return written
    ? { status: 'refreshed', note: what }
    : { status: 'in_memory', note: `${what} in memory only: the store is locked or cannot be written` }
}

/** Terms of each script: an index made by a tokenizer that cuts these otherwise is never searched, whatever its version says. */
const PROBE =
  'Indexing the user\u2019s loadCartByOwner() in src/db_pool.ts v2.30.1, C++ & résumés: 缓存更新策略 とうきょう 캐시를 ระบบความจำ'

/** Everything outside the cards that shapes the indexes: a change of it makes them stale. */
function settingsOf({ host }: Project, manifest: Manifest): IndexSettings {
  const glob = [...manifest.cardGlobs, ...manifest.sources.map((source) => source.glob)]
  const inputs = host.sha256(
    JSON.stringify([
      TOKENIZER_VERSION,
      tokenize(PROBE),
      manifest.schema,
      manifest.cardGlobs,
      manifest.sources,
      manifest.autoUpdate.ignorePatterns,
    ]),
  )
  return { pmemVersion: VERSION, glob, inputs, tokenize, sha256: host.sha256 }
}

function hashTracked(
  { host, files }: Project,
  tracked: readonly Tracked[],
  cache: StatCache | undefined,
  statOf: (path: string) => EntryStat | undefined,
): FileRecord[] {
  const known = new Map(cache?.files.map((record) => [record.path, record]))
  const records: FileRecord[] = []
  for (const { path, source } of tracked) {
    const stat = statOf(path)
    const before = known.get(path)
    const vouched = cache !== undefined && before !== undefined && before.hash !== '' && vouches(before, stat, cache.recorded)
    const hash = vouched ? before.hash : readHash(host.sha256, files.read(path), host, path)
    records.push({ path, ...(source === undefined ? {} : { source }), stat, hash })
  }
  return records
}

// A file that cannot be read still counts: its problem must change the hash of the sources when it is mended.
function readHash(sha256: (text: string) => Sha256, bytes: Uint8Array | undefined, host: Project['host'], path: string): Sha256 {
  return bytes === undefined ? sha256(`unreadable ${path}`) : contentHash(host, bytes)
}

type Compared = { readonly changed: readonly FileRecord[]; readonly gone: readonly string[] }

/** The contents that an index was made of. */
function* hashesOf(graph: GraphFile): Iterable<Pick<FileRecord, 'path' | 'hash'>> {
  for (const { file, hash } of graph.nodes()) yield { path: file, hash }
  for (const { file, hash } of graph.header.problems) yield { path: file as ProjectPath, hash }
}

function compare(previous: Iterable<Pick<FileRecord, 'path' | 'hash'>>, records: readonly FileRecord[]): Compared {
  const before = new Map<string, string>()
  // A named path that holds no card has no content.
  for (const { path, hash } of previous) if (hash !== '') before.set(path, hash)
  const now = new Set<string>(records.map(({ path }) => path))
  return {
    changed: records.filter(({ path, hash }) => before.get(path) !== hash),
    gone: [...before.keys()].filter((path) => !now.has(path)).sort(byText),
  }
}

/** Undefined where files share an id: which of them holds it is decided over all. Such edits are rare, and a full build is never wrong. */
function incremental(
  { graph, text }: StoredIndexes,
  { changed, gone }: Compared,
  reader: CardReader,
  files: readonly FileRecord[],
  settings: IndexSettings,
): IndexUpdate | undefined {
  const touched = new Set<string>([...changed.map(({ path }) => path), ...gone])
  if (graph.header.problems.some(({ code }) => code === 'duplicate-id')) return undefined
  const cards = reader.read(changed)
  const isTaken = (id: CardId): boolean => {
    const holder = graph.node(id)
    return holder !== undefined && !touched.has(holder.file)
  }
  if (cards.some(({ id }) => isTaken(id)) || new Set(cards.map(({ id }) => id)).size < cards.length) return undefined
  const problems = graph.header.problems.filter(({ file }) => !touched.has(file))
  const hashed = files.map(({ path, hash }) => ({ path, hash: hash as Sha256 }))
  return updateIndexes({ graph, text }, { cards, gone: [...touched], files: hashed }, [...problems, ...reader.problems], settings)
}

/** Writes both indexes as the mode allows; returns what was written, nothing when it may not or cannot. */
function writeIndexes(project: Project, manifest: Manifest, built: IndexFiles, mode: WriteMode): readonly string[] {
  if (mode.kind === 'never') return []
  const { host, files } = project
  if (mode.kind === 'held') return putIndexes(project, manifest, built, mode.lock)
  try {
    files.makeFolder(LOCAL)
    const lock = tryLock(host, files, manifest.concurrency.lockPath, 0)
    if (lock === undefined) return []
    try {
      return putIndexes(project, manifest, built, lock)
    } finally {
      lock.release()
    }
  } catch (error) {
    // A reader answers from memory when the disk refuses.
    if (error instanceof PmemError) return []
    throw error
  }
}

function putIndexes({ host, files }: Project, manifest: Manifest, built: IndexFiles, lock: Lock): readonly string[] {
  clearTemporary(host, files)
  const paths = [GRAPH_PATH(manifest.indexes.path), BM25_PATH(manifest.indexes.path)] as const
  lock.beat()
  replaceFile(host, files, paths[0], built.graph, { sync: false, check: lock.check })
  lock.beat()
  replaceFile(host, files, paths[1], built.text, { sync: false, check: lock.check })
  return paths
}

function cacheOf({ files }: Project, { manifest, manifestFile, scan, sweep, records, recorded }: Seen): StatCache {
  const known = new Set<string>(records.map(({ path }) => path))
  const absent = scan.watch.fixed
    .filter((path) => !known.has(path))
    .map((path): FileRecord => ({ path: path as ProjectPath, stat: files.stat(path), hash: '' }))
  return {
    pmemVersion: VERSION,
    manifest,
    manifestFile,
    watch: scan.watch,
    sweep,
    listings: scan.listings,
    files: [...records, ...absent],
    indexes: [GRAPH_PATH(manifest.indexes.path), BM25_PATH(manifest.indexes.path)].map((path) => ({
      path: path as ProjectPath,
      stat: files.stat(path),
      hash: '',
    })),
    recorded,
  }
}
