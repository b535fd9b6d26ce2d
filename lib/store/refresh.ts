import { parseCard } from '../card/parse.ts'
import { decodeBm25 } from '../indexes/bm25-codec.ts'
import {
  type BuiltIndexes,
  buildIndexes,
  encodeIndexes,
  type Indexes,
  type IndexSettings,
  updateIndexes,
} from '../indexes/build.ts'
import { utf8Text } from '../indexes/bytes.ts'
import { DamagedIndex } from '../indexes/container.ts'
import { memoryGraph, type Problem } from '../indexes/graph.ts'
import { decodeGraph } from '../indexes/graph-codec.ts'
import { memoryTextIndex } from '../indexes/postings.ts'
import { parseManifest } from '../manifest/parse.ts'
import type { Card } from '../model/card.ts'
import { PmemError } from '../model/error.ts'
import type { Finding } from '../model/finding.ts'
import type { CardId, ProjectPath, Sha256 } from '../model/ids.ts'
import type { IndexState } from '../model/index-state.ts'
import type { Manifest } from '../model/manifest.ts'
import { VERSION } from '../model/version.ts'
import { byKey, byText } from '../text/order.ts'
import { TOKENIZER_VERSION, tokenize } from '../text/tokenize.ts'
import { clearTemporary, replaceFile } from './apply.ts'
import { setBaselines } from './baseline.ts'
import { shownCard, withoutSecrets } from './clean-card.ts'
import { contentHash, manifestPath } from './freshness.ts'
import { keepState } from './kept.ts'
import { readLedger } from './ledger.ts'
import { type Lock, tryLock } from './lock.ts'
import { BM25_PATH, GRAPH_PATH, type OpenStore, openIndexes, stateOf } from './open.ts'
import { LOCAL, MANIFEST_PATH, type Project, STORE } from './project.ts'
import { manifestMark } from './receipts.ts'
import { type Scan, scanFindings, scanProject, type Tracked } from './scan.ts'
import { type FileRecord, type StatCache, vouches, writeStatCache } from './stat-cache.ts'

/** The indexes and everything that was wrong with what they were made of. */
export type Refreshed = {
  readonly store: OpenStore
  readonly findings: readonly Finding[]
  readonly written: readonly string[]
  readonly files: number
  readonly terms: number
  readonly built: Indexes
}

/** How a refresh may write: a reading command never waits for the lock; a writing one already holds it. */
export type WriteMode = { readonly kind: 'if_free' } | { readonly kind: 'held'; readonly lock: Lock } | { readonly kind: 'never' }

export type RefreshOptions = {
  readonly write: WriteMode
  /** True to read every file and build anew whatever the indexes on disk say. */
  readonly full: boolean
  readonly onProgress?: (done: number, total: number) => void
}

/** Reads the manifest; what is wrong with it comes along, and the defaults count in its place. */
export function loadManifest({ files }: Project): { readonly manifest: Manifest; readonly findings: readonly Finding[] } {
  const bytes = files.read(MANIFEST_PATH)
  const { manifest, findings } = parseManifest(bytes === undefined ? null : utf8Text(bytes), MANIFEST_PATH)
  return { manifest, findings }
}

/** Brings the indexes up to date with the files: unchanged ones are not read again. */
export function refreshStore(project: Project, cache: StatCache | undefined, options: RefreshOptions): Refreshed {
  const recorded = project.host.now()
  const { manifest, findings: manifestFindings } = loadManifest(project)
  const scan = scanProject(project.files, manifest)
  const records = hashTracked(project, scan.tracked, cache)
  const settings = settingsOf(project, manifest)
  const previous = options.full ? undefined : readIndexes(project, manifest, settings)
  const reader = new CardReader(project, manifest, records, options.onProgress)
  const changes = previous === undefined ? undefined : compare(previous, records)
  if (previous !== undefined && changes !== undefined && changes.changed.length + changes.gone.length === 0) {
    const opened = openIndexes(project, manifest)
    if (opened !== undefined) {
      if (options.write.kind !== 'never') keepThis(project, opened, scan)
      if (options.write.kind !== 'never')
        writeStatCache(project.host, project.files, cacheOf(project, manifest, scan, records, recorded))
      return {
        store: opened,
        findings: manifestFindings,
        written: [],
        files: records.length,
        terms: previous.text.terms.size,
        built: previous,
      }
    }
  }
  const built =
    previous === undefined || changes === undefined
      ? buildIndexes(reader.readAll(), reader.problems, settings)
      : incremental(previous, changes, reader, settings)
  const written = writeIndexes(project, manifest, built, options.write)
  const state = describe(
    written.length > 0,
    changes === undefined ? records.length : changes.changed.length + changes.gone.length,
    previous === undefined,
  )
  const graph = memoryGraph(built.graph)
  const store: OpenStore = {
    project,
    manifest,
    graph,
    text: memoryTextIndex(built.text),
    state: stateOf(graph, state.status, state.changed, state.note),
    ...(written.length > 0 ? {} : { seen: cacheOf(project, manifest, scan, records, recorded) }),
  }
  if (options.write.kind !== 'never') keepThis(project, store, scan)
  if (written.length > 0) {
    writeStatCache(project.host, project.files, cacheOf(project, manifest, scan, records, recorded))
    setBaselines(project, manifest, graph, readLedger(project))
  }
  return {
    store,
    findings: [...manifestFindings, ...scanFindings(scan), ...reader.findings, ...built.findings],
    written,
    files: records.length,
    terms: built.text.terms.size,
    built,
  }
}

const keepThis = (project: Project, { graph, manifest }: OpenStore, { tracked, watch }: Scan): void =>
  keepState(
    project,
    graph.header.source.source_hash,
    manifestMark(manifest),
    tracked.map(({ path }) => path),
    [STORE, ...watch.bases.map(({ folder }) => folder), ...watch.fixed],
  )

const describe = (written: boolean, changed: number, full: boolean): Pick<IndexState, 'status' | 'changed' | 'note'> => {
  const what = full
    ? 'the index was built'
    : `the index was brought up to date with ${changed} changed ${changed === 1 ? 'file' : 'files'}`
  return written
    ? { status: 'refreshed', changed, note: what }
    : { status: 'in_memory', changed, note: `${what} in memory only: the store is locked or cannot be written` }
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

function hashTracked({ host, files }: Project, tracked: readonly Tracked[], cache: StatCache | undefined): FileRecord[] {
  const known = new Map(cache?.files.map((record) => [record.path, record]))
  const records: FileRecord[] = []
  for (const { path, source } of tracked) {
    const stat = files.stat(path)
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

function readIndexes(project: Project, manifest: Manifest, settings: IndexSettings): Indexes | undefined {
  const graphBytes = project.files.open(GRAPH_PATH(manifest.indexes.path))
  const textBytes = project.files.open(BM25_PATH(manifest.indexes.path))
  try {
    const graph = graphBytes === undefined ? undefined : decodeGraph(graphBytes)
    const text = textBytes === undefined ? undefined : decodeBm25(textBytes)
    if (graph === undefined || text === undefined) return undefined
    const { header } = graph
    const belong =
      header.source.source_hash === text.header.source_hash &&
      header.inputs === settings.inputs &&
      header.pmem_version === VERSION
    return belong ? { graph, text } : undefined
  } catch (error) {
    if (error instanceof DamagedIndex) return undefined
    throw error
  } finally {
    graphBytes?.close()
    textBytes?.close()
  }
}

type Compared = { readonly changed: readonly FileRecord[]; readonly gone: readonly string[] }

function compare(previous: Indexes, records: readonly FileRecord[]): Compared {
  const before = new Map<string, string>()
  for (const { file, hash } of previous.graph.nodes) before.set(file, hash)
  for (const { file, hash } of previous.graph.header.problems) before.set(file, hash)
  const now = new Map(records.map((record) => [record.path as string, record.hash]))
  return {
    changed: records.filter(({ path, hash }) => before.get(path) !== hash),
    gone: [...before.keys()].filter((path) => !now.has(path)).sort(byText),
  }
}

function incremental(previous: Indexes, { changed, gone }: Compared, reader: CardReader, settings: IndexSettings): BuiltIndexes {
  const touched = new Set<string>([...changed.map(({ path }) => path), ...gone])
  const problems = previous.graph.header.problems.filter(({ file }) => !touched.has(file))
  // A repeated id is decided over all files that carry it: such edits are rare, and a full build is never wrong.
  const duplicates = previous.graph.header.problems.some(({ code }) => code === 'duplicate-id')
  const cards = duplicates ? undefined : reader.read(changed)
  const kept = new Set(previous.graph.nodes.filter(({ file }) => !touched.has(file)).map(({ id }) => id))
  if (cards === undefined || cards.some(({ id }) => kept.has(id)) || new Set(cards.map(({ id }) => id)).size < cards.length) {
    reader.reset()
    return buildIndexes(reader.readAll(), reader.problems, settings)
  }
  return updateIndexes(previous, { cards, gone: [...touched] }, [...problems, ...reader.problems], settings)
}

/** Reads and parses cards, and keeps what is wrong with them. Of files that share an id the first in path order holds it. */
class CardReader {
  readonly problems: Problem[] = []
  readonly findings: Finding[] = []
  private readonly project: Project
  private readonly manifest: Manifest
  private readonly records: readonly FileRecord[]
  private readonly onProgress: RefreshOptions['onProgress']
  private done = 0

  constructor(project: Project, manifest: Manifest, records: readonly FileRecord[], onProgress: RefreshOptions['onProgress']) {
    this.project = project
    this.manifest = manifest
    this.records = [...records].sort(byKey(({ path }) => path))
    this.onProgress = onProgress
  }

  reset(): void {
    this.problems.length = 0
    this.findings.length = 0
    this.done = 0
  }

  read(records: readonly FileRecord[]): Card[] {
    return records.map((record) => this.parse(record)).filter((card) => card !== undefined)
  }

  *readAll(): Iterable<Card> {
    const owners = new Map<CardId, ProjectPath>()
    // Cards of the store hold their ids against documents that happen to derive the same.
    const ordered = [
      ...this.records.filter(({ source }) => source === undefined),
      ...this.records.filter(({ source }) => source !== undefined),
    ]
    for (const record of ordered) {
      const card = this.parse(record)
      if (card === undefined) continue
      const owner = owners.get(card.id)
      if (owner === undefined) {
        owners.set(card.id, card.file)
        yield card
      } else this.leaveOut(record, duplicateId(card, owner))
    }
  }

  private parse(record: FileRecord): Card | undefined {
    this.done += 1
    this.onProgress?.(this.done, this.records.length)
    const { path: file, source } = record
    const bytes = this.project.files.read(file)
    if (bytes === undefined) {
      this.leaveOut(record, {
        code: 'unreadable',
        severity: source === undefined ? 'error' : 'warning',
        message: 'the file cannot be read',
        file,
        line: 1,
        fix: 'Give yourself the right to read it, or remove it.',
      })
      return undefined
    }
    const { schema } = this.manifest
    const { card, findings } = parseCard({
      file,
      bytes: withoutSecrets(bytes),
      hash: record.hash as Sha256,
      schema,
      source,
      sha256: this.project.host.sha256,
    })
    if (card === null) {
      const worst = findings.find(({ severity }) => severity === 'error') ?? findings[0]
      this.findings.push(...findings.filter((finding) => finding !== worst))
      this.leaveOut(
        record,
        worst ?? { code: 'unreadable', severity: 'error', message: 'the file is no card', file, line: 1, fix: NO_CARD },
      )
      return undefined
    }
    this.findings.push(...findings)
    return shownCard(card)
  }

  private leaveOut(record: FileRecord, finding: Finding): void {
    this.findings.push(finding)
    this.problems.push({
      file: record.path,
      hash: record.hash as Sha256,
      code: finding.code,
      line: finding.line ?? null,
      message: finding.message,
    })
  }
}

const NO_CARD = 'Correct the file, or move it out of the folders of cards.'

const duplicateId = (card: Card, owner: ProjectPath): Finding => ({
  code: 'duplicate-id',
  severity: card.external ? 'warning' : 'error',
  message: `the id ${card.id} is already taken by ${owner}; this file is left out`,
  file: card.file,
  line: 1,
  id: card.id,
  fix: `Give one of ${owner} and ${card.file} another id.`,
})

/** Writes both indexes as the mode allows; returns what was written, nothing when it may not or cannot. */
function writeIndexes(project: Project, manifest: Manifest, built: Indexes, mode: WriteMode): readonly string[] {
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

function putIndexes({ host, files }: Project, manifest: Manifest, built: Indexes, lock: Lock): readonly string[] {
  clearTemporary(host, files)
  const encoded = encodeIndexes(built)
  const paths = [GRAPH_PATH(manifest.indexes.path), BM25_PATH(manifest.indexes.path)] as const
  lock.beat()
  replaceFile(host, files, paths[0], encoded.graph, { sync: false, check: lock.check })
  lock.beat()
  replaceFile(host, files, paths[1], encoded.text, { sync: false, check: lock.check })
  return paths
}

function cacheOf(
  { host, files }: Project,
  manifest: Manifest,
  scan: Scan,
  records: readonly FileRecord[],
  recorded: number,
): StatCache {
  const manifestBytes = files.read(MANIFEST_PATH)
  const known = new Set<string>(records.map(({ path }) => path))
  const absent = scan.watch.fixed
    .filter((path) => !known.has(path))
    .map((path): FileRecord => ({ path: path as ProjectPath, stat: files.stat(path), hash: '' }))
  return {
    pmemVersion: VERSION,
    manifest,
    manifestFile: {
      path: manifestPath,
      stat: files.stat(MANIFEST_PATH),
      hash: manifestBytes === undefined ? '' : contentHash(host, manifestBytes),
    },
    watch: scan.watch,
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
