import { fingerprint } from '../indexes/bytes.ts'
import type { Sha256 } from '../model/ids.ts'
import type { EntryStat, Files } from '../model/ports.ts'
import { entriesOf, rowsOf, rowValue } from '../text/rows.ts'
import { replaceFile } from './apply.ts'
import { LOCAL, type Project } from './project.ts'
import { sealed, unsealed } from './sealed.ts'
import { MarkSum, RACY_MS } from './sweep.ts'

const RECORD_PATH = `${LOCAL}/source-stats`
const RECORD_KIND = 'pmem.source_stats 3'

/** The files that an entry of `source_files` leads to, and the folders that were walked for them. */
export type Listing = { readonly folders: readonly string[]; readonly files: readonly string[] }

/**
 * Which contents the stats of sources stand for, as remembered from command to command. A file has its stat and its hash; a
 * pattern or folder has the names of all it led to, one mark over all their stats, and the hash of the whole. A folder's
 * own times tell that a name in it came or went, so that an unchanged tree is known by its stats alone.
 */
export type SourceRecord = {
  /** The remembered hash under `key`, where the stat vouches for it. */
  ofFile(key: string, stat: EntryStat): Sha256 | undefined
  /** The remembered hash of a pattern or folder, where the stats of all it led to vouch for it. */
  ofListing(entry: string): Sha256 | undefined
  /** The same, from the hashes of its files: spares the cryptography where a stat changed but no content. */
  ofContents(entry: string, contents: string): Sha256 | undefined
  keepFile(key: string, stat: EntryStat, hash: Sha256): void
  keepListing(entry: string, listing: Listing, contents: string, hash: Sha256): void
  /**
   * Writes what was kept since the record was read, if any of it can be vouched for next time. `complete`: all sources of the
   * project were asked for, so that what was not is forgotten.
   */
  write(complete: boolean): void
}

/** The record of a project. `ignore`: the patterns that listings leave out; others make other listings. */
export function sourceRecord({ host, files }: Project, ignore: readonly string[]): SourceRecord {
  const started = host.now()
  const kind = `${RECORD_KIND} ${fingerprint(ignore.join('\n'))}`
  const { recorded, rows } = readRecord(files, kind)
  const kept = new Map<string, string>()
  const stats = new Map<string, EntryStat | undefined>()
  let isNew = false
  const statOf = (path: string): EntryStat | undefined => {
    const known = stats.get(path)
    if (known !== undefined || stats.has(path)) return known
    const stat = files.stat(path)
    stats.set(path, stat)
    return stat
  }
  /** A stat vouches for what was read at `time` if nothing can have changed in the same tick of its clock. */
  const vouches = (stat: EntryStat, time: number): boolean => stat.modified < time - RACY_MS && stat.changed < time - RACY_MS
  /** One mark over the stats of all paths in their order, or undefined where one is gone, of another kind, or too young at `time`. */
  const markOf = (listing: Listing, time: number): string | undefined => {
    const sum = new MarkSum()
    let place = 0
    const add = (path: string, kind: EntryStat['kind']): boolean => {
      const stat = statOf(path)
      if (stat?.kind !== kind || !vouches(stat, time)) return false
      // The size of a folder is the file system's affair.
      sum.add(place, kind === 'file' ? stat : { ...stat, size: 0 })
      place += 1
      return true
    }
    return listing.folders.every((path) => add(path, 'folder')) && listing.files.every((path) => add(path, 'file'))
      ? sum.result().mark
      : undefined
  }
  return {
    ofFile(key, stat) {
      const value = rowValue(rows, `file:${key}`)
      const [was, hash] = value?.split('\t') ?? []
      if (value === undefined || was !== statText(stat) || !vouches(stat, recorded)) return undefined
      kept.set(`file:${key}`, value)
      return hash as Sha256
    },
    ofListing(entry) {
      const value = rowValue(rows, `list:${entry}`)
      if (value === undefined) return undefined
      const [mark, hash, , count, ...paths] = value.split('\t')
      const listing = { folders: paths.slice(0, Number(count)), files: paths.slice(Number(count)) }
      if (markOf(listing, recorded) !== mark) return undefined
      kept.set(`list:${entry}`, value)
      return hash as Sha256
    },
    ofContents(entry, contents) {
      const [, hash, print] = rowValue(rows, `list:${entry}`)?.split('\t') ?? []
      return print === fingerprint(contents) ? (hash as Sha256) : undefined
    },
    keepFile(key, stat, hash) {
      kept.set(`file:${key}`, `${statText(stat)}\t${hash}`)
      isNew ||= vouches(stat, started)
    },
    keepListing(entry, { folders, files: list }, contents, hash) {
      const mark = markOf({ folders, files: list }, started)
      const paths = [...folders, ...list]
      if (paths.some((path) => /[\t\n]/.test(path))) return
      kept.set(`list:${entry}`, [mark ?? '', hash, fingerprint(contents), folders.length, ...paths].join('\t'))
      isNew ||= mark !== undefined
    },
    write(complete) {
      if (!isNew) return
      if (!complete) for (const [key, value] of entriesOf(rows)) if (!kept.has(key)) kept.set(key, value)
      try {
        const text = `${kind}\t${started}\n${rowsOf(kept)}`
        replaceFile(host, files, RECORD_PATH, sealed(text), { sync: false, mode: 0o600 })
      } catch {
        // A read-only disk: the next command reads the sources again.
      }
    },
  }
}

const statText = ({ size, modified, changed, inode }: EntryStat): string => `${size} ${modified} ${changed} ${inode}`

function readRecord(files: Files, kind: string): { readonly recorded: number; readonly rows: string } {
  const text = unsealed(files.read(RECORD_PATH)) ?? ''
  const end = text.indexOf('\n')
  const [found, recorded] = text.slice(0, Math.max(0, end)).split('\t')
  return found === kind ? { recorded: Number(recorded), rows: text.slice(end + 1) } : { recorded: 0, rows: '' }
}
