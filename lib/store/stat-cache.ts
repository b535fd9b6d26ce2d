import { type ProjectPath, projectPath, type Sha256 } from '../model/ids.ts'
import type { Manifest, Source } from '../model/manifest.ts'
import type { EntryStat, Files, Host } from '../model/ports.ts'
import { replaceFile } from './apply.ts'
import { LOCAL } from './project.ts'
import type { Listing, Watch } from './scan.ts'
import { sealed, unsealed } from './sealed.ts'
import { ENTRY_KINDS, RACY_MS, type Sweep } from './sweep.ts'

export const STAT_CACHE_PATH = `${LOCAL}/stat-cache.json`
const KIND = 'pmem.stat_cache'
const FORMAT = 3

/** What a question reads of the cache: the settings, where cards may lie, and one mark over all that lay there. */
export type StatHead = {
  readonly pmemVersion: string
  readonly manifest: Manifest
  readonly manifestFile: FileRecord
  readonly watch: Watch
  readonly sweep: Sweep
  readonly indexes: readonly FileRecord[]
  /** When the sweep began; the recorded stats were taken later. Milliseconds since 1970, UTC. */
  readonly recorded: number
}
/** What was seen at the last refresh besides: the folder listings, the stat and content hash of every tracked file. */
export type StatCache = StatHead & { readonly listings: readonly Listing[]; readonly files: readonly FileRecord[] }

/** `stat` is undefined for a file that does not exist; `hash` is '' where only the stat counts. */
export type FileRecord = {
  readonly path: ProjectPath
  readonly source?: Source | undefined
  readonly stat: EntryStat | undefined
  readonly hash: string
}

/** Enough for the head; the rest is read only where something changed. */
const HEAD_BYTES = 16 * 1024

/** Reads what comes first in the cache; undefined when there is none, it is damaged, or another version wrote it. */
export function readStatHead(files: Files, pmemVersion: string): StatHead | undefined {
  const reader = files.open(STAT_CACHE_PATH)
  if (reader === undefined) return undefined
  try {
    for (let length = HEAD_BYTES; ; length = reader.size) {
      const bytes = reader.read(0, length)
      const end = endOfHead(bytes)
      if (end > 0)
        return parsed(unsealed(bytes.subarray(0, end)), (text) => decodeHead(JSON.parse(text) as StoredHead, pmemVersion))
      if (length >= reader.size) return undefined
    }
  } finally {
    reader.close()
  }
}

/** Reads the whole cache; undefined when there is none, it is damaged, or another version wrote it. */
export function readStatCache(files: Files, pmemVersion: string): StatCache | undefined {
  return parsed(unsealed(files.read(STAT_CACHE_PATH)), (text) => {
    const [head = '', , body = ''] = text.split('\n')
    return decode(decodeHead(JSON.parse(head) as StoredHead, pmemVersion), JSON.parse(body) as StoredBody)
  })
}

/** Writes the cache, best effort: on a read-only disk the next command looks at the contents again. */
export function writeStatCache(host: Host, files: Files, cache: StatCache): boolean {
  const text = `${sealed(`${JSON.stringify(encodeHead(cache))}\n`)}${JSON.stringify(encodeBody(cache))}\n`
  try {
    replaceFile(host, files, STAT_CACHE_PATH, sealed(text), { sync: false, mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Where the second line ends: the head and its seal. 0 where there is no second line. */
const endOfHead = (bytes: Uint8Array): number => bytes.indexOf(0x0a, bytes.indexOf(0x0a) + 1) + 1

function parsed<T>(text: string | undefined, parse: (text: string) => T | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
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
type StoredHead = {
  readonly kind: string
  readonly format: number
  readonly pmem_version: string
  readonly recorded: number
  readonly sweep: Sweep
  readonly manifest: Manifest
  readonly watch: Watch
  readonly manifest_file: Columns
  readonly indexes: Columns
}
type StoredBody = { readonly listings: readonly (readonly [folder: string, names: string])[]; readonly files: Columns }
const KINDS = [...ENTRY_KINDS, 'absent'] as const

const encodeHead = ({ manifest, watch, manifestFile, indexes, pmemVersion, recorded, sweep }: StatCache): StoredHead => ({
  kind: KIND,
  format: FORMAT,
  pmem_version: pmemVersion,
  recorded,
  sweep,
  manifest,
  watch,
  manifest_file: columnsOf([manifestFile], []),
  indexes: columnsOf(indexes, []),
})

const encodeBody = ({ manifest, listings, files }: StatCache): StoredBody => ({
  listings: listings.map(({ folder, names }) => [folder, names] as const),
  files: columnsOf(files, manifest.sources),
})

const columnsOf = (records: readonly FileRecord[], sources: readonly Source[]): Columns => ({
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

function decodeHead(head: StoredHead, pmemVersion: string): StatHead | undefined {
  if (head.kind !== KIND || head.format !== FORMAT || head.pmem_version !== pmemVersion) return undefined
  const [manifestFile] = recordsOf(head.manifest_file, [])
  if (manifestFile === undefined || !Number.isFinite(head.recorded)) return undefined
  const { manifest, watch, recorded } = head
  return { pmemVersion, manifest, manifestFile, watch, sweep: head.sweep, indexes: recordsOf(head.indexes, []), recorded }
}

const decode = (head: StatHead | undefined, body: StoredBody): StatCache | undefined =>
  head && {
    ...head,
    listings: body.listings.map(([folder, names]) => ({ folder, names })),
    files: recordsOf(body.files, head.manifest.sources),
  }

/** Throws on a path that leaves the project. */
const recordsOf = (columns: Columns, sources: readonly Source[]): FileRecord[] =>
  columns.paths.map((path, index) => {
    const kind = KINDS[columns.kinds[index]!]!
    const source = sources[columns.sources[index]!]
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
