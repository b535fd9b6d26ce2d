import { contentForHash, decodeUtf8 } from '../card/content.ts'
import type { ProjectPath, Sha256 } from '../model/ids.ts'
import type { EntryStat, Files, Host } from '../model/ports.ts'
import { VERSION } from '../model/version.ts'
import { MANIFEST_PATH, type Project } from './project.ts'
import { listingsOf, type Watch } from './scan.ts'
import { type FileRecord, type StatCache, type StatHead, vouches, writeStatCache } from './stat-cache.ts'
import { type Found, type Sweep, settled, sweep } from './sweep.ts'

/** The hash of a card's content: BOM dropped and line ends as LF, so that a checkout on another system is no change. */
export function contentHash(host: Host, bytes: Uint8Array): Sha256 {
  const decoded = decodeUtf8(bytes)
  return host.sha256(decoded.ok ? contentForHash(decoded.text) : bytes)
}

/** A walk over the stats of the settings and of everything that could be a card; `at` is when it began. */
export type Look = { readonly at: number; readonly sweep: Sweep; readonly found: Found }
export function lookAt({ host, files }: Pick<Project, 'host' | 'files'>, watch: Watch): Look {
  const at = host.now()
  return { at, ...sweep(files, watch, [...watch.fixed, MANIFEST_PATH]) }
}

/** Leaves a walk to the program that this one hands over to. */
export const handLook = ({ host, root }: Project, look: Look): void => void host.handedOver.set(`look ${root}`, look)

/** The walk that another program left, once: later ones are to see what changes. */
export function takeLook({ host, root }: Project): Look | undefined {
  const look = host.handedOver.get(`look ${root}`)
  host.handedOver.delete(`look ${root}`)
  return look as Look | undefined
}

/** The stats that a walk came by; of other paths as they are now. */
export function statsOf({ found }: Look, files: Files): (path: string) => EntryStat | undefined {
  const known = new Map(found.paths.map((path, at) => [path, found.stats[at]]))
  return (path) => (known.has(path) ? known.get(path) : files.stat(path))
}

/**
 * What a walk over the stats tells: `fresh` when nothing has changed since the cache was written, `young` when all stats are the
 * same but some are too recent to vouch for a content, `changed` when they are not. See isFresh for what the contents say.
 */
export function glance({ files }: Pick<Project, 'files'>, head: StatHead, { sweep: now }: Look): 'fresh' | 'young' | 'changed' {
  if (head.pmemVersion !== VERSION || !areThoseOf(files, head)) return 'changed'
  if (settled(head.sweep, head.recorded, now)) return 'fresh'
  return now.mark === head.sweep.mark ? 'young' : 'changed'
}

/**
 * True when nothing that the indexes were made of has changed since the cache was written: the same folder listings, and
 * for every file the same stat or, where the stat does not vouch, the same content. Reads only what it must.
 */
export function isFresh(project: Project, cache: StatCache, look = lookAt(project, cache.watch)): boolean {
  const { at, sweep: now, found } = look
  const { host, files } = project
  if (cache.pmemVersion !== VERSION || !areThoseOf(files, cache)) return false
  if (settled(cache.sweep, cache.recorded, now)) return true
  // Equal marks hold equal names.
  if (now.mark !== cache.sweep.mark && !sameListings(cache, found)) return false
  const statOf = statsOf(look, files)
  const changed = new Map<string, FileRecord>()
  for (const record of [cache.manifestFile, ...cache.files]) {
    const stat = statOf(record.path)
    if (vouches(record, stat, cache.recorded)) continue
    if (record.stat === undefined || stat === undefined || stat.kind !== 'file') return false
    const hash = hashNow(host, files, record.path)
    if (hash !== record.hash) return false
    changed.set(record.path, { ...record, stat })
  }
  // Touched, copied or just written files: remember their new stats, unless they are still too young to be vouched for.
  const restated = (record: FileRecord): FileRecord => changed.get(record.path) ?? record
  const restatement = {
    ...cache,
    recorded: at,
    sweep: now,
    manifestFile: restated(cache.manifestFile),
    files: cache.files.map(restated),
  }
  if (settled(now, at, now)) writeStatCache(host, files, restatement)
  return true
}

/** True when the settings are those that the cache was written with. */
export const hasSameManifest = ({ host, files }: Project, { manifestFile, recorded }: StatHead): boolean =>
  vouches(manifestFile, files.stat(manifestFile.path), recorded) || hashNow(host, files, manifestFile.path) === manifestFile.hash

export function hashNow(host: Host, files: Files, path: ProjectPath): Sha256 | '' {
  const bytes = files.read(path)
  return bytes === undefined ? '' : contentHash(host, bytes)
}

function sameListings(cache: StatCache, { folders }: Found): boolean {
  const now = listingsOf(folders)
  return (
    now.length === cache.listings.length &&
    now.every(({ folder, names }, index) => folder === cache.listings[index]!.folder && names === cache.listings[index]!.names)
  )
}

/** True when the index files are those that the cache was written with. */
export const areThoseOf = (files: Files, { indexes }: StatHead): boolean =>
  indexes.every(({ stat, path }) => sameStat(stat, files.stat(path)))

/** Indexes are replaced as a whole by rename: an equal stat is enough, and what was edited by hand its own checksums find. */
const sameStat = (a: EntryStat | undefined, b: EntryStat | undefined): boolean =>
  a?.kind === b?.kind && a?.size === b?.size && a?.modified === b?.modified && a?.inode === b?.inode

export const manifestPath = MANIFEST_PATH as ProjectPath
