import { type ProjectPath, projectPath, type Sha256 } from '../model/ids.ts'
import type { Manifest, Source } from '../model/manifest.ts'
import type { EntryStat, Files, Host } from '../model/ports.ts'
import { replaceFile } from './apply.ts'
import { LOCAL } from './project.ts'
import type { Listing, Watch } from './scan.ts'
import { sealed, unsealed } from './sealed.ts'

export const STAT_CACHE_PATH = `${LOCAL}/stat-cache.json`
const KIND = 'pmem.stat_cache'
const FORMAT = 2

/**
 * An entry whose file changed this shortly before it was recorded, or later, may change again without a new time: it
 * is looked at by content, as git's index does. Two seconds cover file systems that keep whole seconds.
 */
const RACY_MS = 2_000

/** What was seen at the last refresh: the manifest, the folder listings, the stat and content hash of every tracked file. */
export type StatCache = {
  readonly pmemVersion: string
  readonly manifest: Manifest
  readonly manifestFile: FileRecord
  readonly watch: Watch
  readonly listings: readonly Listing[]
  readonly files: readonly FileRecord[]
  readonly indexes: readonly FileRecord[]
  /** When the recorded stats were taken. Milliseconds since 1970, UTC. */
  readonly recorded: number
}

/** `stat` is undefined for a file that does not exist; `hash` is '' where only the stat counts. */
export type FileRecord = {
  readonly path: ProjectPath
  readonly source?: Source | undefined
  readonly stat: EntryStat | undefined
  readonly hash: string
}

/** Reads the cache; undefined when there is none, it is damaged, or another version wrote it. */
export function readStatCache(files: Files, pmemVersion: string): StatCache | undefined {
  const text = unsealed(files.read(STAT_CACHE_PATH))
  if (text === undefined) return undefined
  try {
    const file = JSON.parse(text) as Stored
    return file.kind === KIND && file.format === FORMAT && file.pmem_version === pmemVersion ? decode(file) : undefined
  } catch {
    return undefined
  }
}

/** Writes the cache, best effort: on a read-only disk the next command looks at the contents again. */
export function writeStatCache(host: Host, files: Files, cache: StatCache): boolean {
  try {
    replaceFile(host, files, STAT_CACHE_PATH, sealed(`${JSON.stringify(encode(cache))}\n`), { sync: false, mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** True when the stat of a file vouches for its content: equal to the recorded one, and not racy. */
export function vouches(record: FileRecord, now: EntryStat | undefined, recorded: number): boolean {
  const { stat } = record
  if (stat === undefined || now === undefined) return stat === now
  return (
    stat.kind === now.kind &&
    stat.size === now.size &&
    stat.modified === now.modified &&
    stat.changed === now.changed &&
    stat.inode === now.inode &&
    now.modified < recorded - RACY_MS &&
    now.changed < recorded - RACY_MS
  )
}

// Columns instead of objects: a tenth of the size, and the fastest thing to parse.
type Columns = {
  readonly paths: readonly string[]
  readonly sources: readonly number[]
  readonly kinds: readonly number[]
  readonly sizes: readonly number[]
  readonly modified: readonly number[]
  readonly changed: readonly number[]
  readonly inodes: readonly number[]
  readonly hashes: readonly string[]
}
type Stored = {
  readonly kind: string
  readonly format: number
  readonly pmem_version: string
  readonly recorded: number
  readonly manifest: Manifest
  readonly watch: Watch
  readonly listings: readonly (readonly [folder: string, names: string])[]
  readonly sources: readonly Source[]
  readonly manifest_file: Columns
  readonly indexes: Columns
  readonly files: Columns
}
const KINDS = ['file', 'folder', 'link', 'other', 'absent'] as const

function encode(cache: StatCache): Stored {
  const sources = cache.manifest.sources
  const columns = (records: readonly FileRecord[]): Columns => ({
    paths: records.map(({ path }) => path),
    sources: records.map(({ source }) =>
      source === undefined ? -1 : sources.findIndex((other) => other.glob === source.glob && other.type === source.type),
    ),
    kinds: records.map(({ stat }) => KINDS.indexOf(stat?.kind ?? 'absent')),
    sizes: records.map(({ stat }) => stat?.size ?? 0),
    modified: records.map(({ stat }) => stat?.modified ?? 0),
    changed: records.map(({ stat }) => stat?.changed ?? 0),
    inodes: records.map(({ stat }) => stat?.inode ?? 0),
    hashes: records.map(({ hash }) => hash),
  })
  return {
    kind: KIND,
    format: FORMAT,
    pmem_version: cache.pmemVersion,
    recorded: cache.recorded,
    manifest: cache.manifest,
    watch: cache.watch,
    listings: cache.listings.map(({ folder, names }) => [folder, names] as const),
    sources,
    manifest_file: columns([cache.manifestFile]),
    indexes: columns(cache.indexes),
    files: columns(cache.files),
  }
}

function decode(file: Stored): StatCache | undefined {
  const records = (columns: Columns): FileRecord[] =>
    columns.paths.map((path, index) => {
      const kind = KINDS[columns.kinds[index]!]!
      const source = file.sources[columns.sources[index]!]
      if (projectPath(path) === undefined) throw new Error('not a path of the project')
      const stat: EntryStat | undefined =
        kind === 'absent'
          ? undefined
          : {
              kind,
              size: columns.sizes[index]!,
              modified: columns.modified[index]!,
              changed: columns.changed[index]!,
              inode: columns.inodes[index]!,
              mode: 0,
            }
      return {
        path: path as ProjectPath,
        ...(source === undefined ? {} : { source }),
        stat,
        hash: columns.hashes[index]! as Sha256 | '',
      }
    })
  const [manifestFile] = records(file.manifest_file)
  if (manifestFile === undefined || !Number.isFinite(file.recorded)) return undefined
  return {
    pmemVersion: file.pmem_version,
    manifest: file.manifest,
    manifestFile,
    watch: file.watch,
    listings: file.listings.map(([folder, names]) => ({ folder, names })),
    files: records(file.files),
    indexes: records(file.indexes),
    recorded: file.recorded,
  }
}
