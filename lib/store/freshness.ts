import { contentForHash, decodeUtf8 } from '../card/content.ts'
import type { ProjectPath, Sha256 } from '../model/ids.ts'
import type { EntryStat, Files, Host } from '../model/ports.ts'
import { VERSION } from '../model/version.ts'
import { MANIFEST_PATH, type Project } from './project.ts'
import { listingsNow } from './scan.ts'
import { type FileRecord, type StatCache, vouches, writeStatCache } from './stat-cache.ts'

/** The hash of a card's content: BOM dropped and line ends as LF, so that a checkout on another system is no change. */
export function contentHash(host: Host, bytes: Uint8Array): Sha256 {
  const decoded = decodeUtf8(bytes)
  return host.sha256(decoded.ok ? contentForHash(decoded.text) : bytes)
}

/**
 * True when nothing that the indexes were made of has changed since the cache was written: the same folder listings, and
 * for every file the same stat or, where the stat does not vouch, the same content. Reads only what it must.
 */
export function isFresh(project: Project, cache: StatCache): boolean {
  const { host, files } = project
  if (cache.pmemVersion !== VERSION) return false
  const looked = host.now()
  if (!sameListings(cache, files)) return false
  const changed: FileRecord[] = []
  for (const record of [cache.manifestFile, ...cache.files]) {
    const now = files.stat(record.path)
    if (vouches(record, now, cache.recorded)) continue
    if (record.stat === undefined || now === undefined || now.kind !== 'file') return false
    const hash = hashNow(host, files, record.path)
    if (hash !== record.hash) return false
    changed.push({ ...record, stat: now })
  }
  if (cache.indexes.some((record) => !sameStat(record.stat, files.stat(record.path)))) return false
  // Touched, copied or just written files: remember their new stats, unless they are still too young to be vouched for.
  if (changed.length > 0) writeStatCache(host, files, restated(cache, changed, looked))
  return true
}

/** True when the settings are those that the cache was written with. */
export const hasSameManifest = ({ host, files }: Project, { manifestFile, recorded }: StatCache): boolean =>
  vouches(manifestFile, files.stat(manifestFile.path), recorded) || hashNow(host, files, manifestFile.path) === manifestFile.hash

function restated(cache: StatCache, changed: readonly FileRecord[], recorded: number): StatCache {
  const byPath = new Map(changed.map((record) => [record.path, record]))
  const replace = (record: FileRecord): FileRecord => byPath.get(record.path) ?? record
  return { ...cache, recorded, manifestFile: replace(cache.manifestFile), files: cache.files.map(replace) }
}

export function hashNow(host: Host, files: Files, path: ProjectPath): Sha256 | '' {
  const bytes = files.read(path)
  return bytes === undefined ? '' : contentHash(host, bytes)
}

function sameListings(cache: StatCache, files: Files): boolean {
  const now = listingsNow(files, cache.watch)
  return (
    now.length === cache.listings.length &&
    now.every(({ folder, names }, index) => folder === cache.listings[index]!.folder && names === cache.listings[index]!.names)
  )
}

/** Indexes are replaced as a whole by rename: an equal stat is enough, and what was edited by hand its own checksums find. */
const sameStat = (a: EntryStat | undefined, b: EntryStat | undefined): boolean =>
  a?.kind === b?.kind && a?.size === b?.size && a?.modified === b?.modified && a?.inode === b?.inode

export const manifestPath = MANIFEST_PATH as ProjectPath
