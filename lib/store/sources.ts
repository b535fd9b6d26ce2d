import { contentForHash, decodeUtf8 } from '../card/content.ts'
import { fingerprint, utf8Text } from '../indexes/bytes.ts'
import type { SourceHashes } from '../model/event.ts'
import type { GraphNode } from '../model/graph.ts'
import type { Sha256 } from '../model/ids.ts'
import type { EntryStat, Files } from '../model/ports.ts'
import { globMatcher, isGlob, isIgnored } from '../text/glob.ts'
import { byText } from '../text/order.ts'
import { rowsOf, rowValue } from '../text/rows.ts'
import { splitEntry } from '../update/affected.ts'
import { symbolText } from '../update/symbol.ts'
import { replaceFile } from './apply.ts'
import { contentHash } from './freshness.ts'
import { LOCAL, type Project, STORE } from './project.ts'

const RECORD_PATH = `${LOCAL}/source-stats`
const RECORD_KIND = 'pmem.source_stats 1'
/** See store/stat-cache. */
const RACY_MS = 2_000
/** An entry that holds more files than this is not compared by content: no card can be about so many. */
const MOST_FILES = 5_000
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', STORE])

/** The contents that cards are about. */
export type SourceReader = {
  /** The hash of what an entry of `source_files` leads to: a file, the text of one symbol of it, or all files of a folder or pattern; null for none. */
  hash(entry: string): Sha256 | null
  /** All entries of a card, as a verification records them. */
  hashesOf(node: GraphNode): SourceHashes
  /** False where an entry names a symbol that its file does not declare; true for all other entries. */
  declares(entry: string): boolean
  /** Remembers which contents the stats stand for; to be called once, when all is read. */
  done(): void
}

/**
 * Reads sources, each once; stats that vouch for a file spare reading it. `recording`: the reader is shown the sources of
 * all cards, so that `done` may replace what is remembered. Line ends and a BOM do not count, nor where in its file a symbol stands.
 */
export function sourceReader(project: Project, ignore: readonly string[], recording: boolean): SourceReader {
  const { host, files } = project
  const started = host.now()
  let record: StatRecord | undefined
  const rows = new Map<string, Row>()
  const known = new Map<string, Sha256 | null>()
  let isNew = false
  /** The hash under `key` of a file that lies at `path`. */
  const remembered = (key: string, path: string, make: (bytes: Uint8Array) => Sha256): Sha256 | null => {
    const stat = files.stat(path)
    if (stat === undefined || stat.kind === 'folder' || (stat.kind === 'link' && files.follow(path)?.kind !== 'file')) return null
    record ??= readRecord(files)
    const row = rowIn(record, key)
    if (row !== undefined && stat.kind === 'file' && sameStat(row, stat, record.recorded)) {
      rows.set(key, row)
      return row.hash
    }
    const bytes = files.read(path)
    if (bytes === undefined) return null
    const hash = make(bytes)
    isNew = true
    if (stat.kind === 'file')
      rows.set(key, { size: stat.size, modified: stat.modified, changed: stat.changed, inode: stat.inode, hash })
    return hash
  }
  const ofFile = (path: string): Sha256 | null => remembered(path, path, (bytes) => contentHash(host, bytes))
  const ofEntry = (entry: string): Sha256 | null => {
    const { path, symbol } = splitEntry(entry)
    const list = isGlob(path)
      ? matchingFiles(files, path, ignore)
      : files.stat(path)?.kind === 'folder'
        ? filesBelow(files, path, ignore)
        : undefined
    if (list !== undefined) return list.length === 0 || list.length > MOST_FILES ? null : ofList(entry, list)
    return symbol === undefined ? ofFile(path) : remembered(entry, path, (bytes) => symbolHash(bytes, symbol, path))
  }
  /** The hash of a list of files; remembered under a mark of the same text, so that unchanged files need no cryptography. */
  const ofList = (entry: string, list: readonly string[]): Sha256 => {
    const text = list.map((file) => `${file}\0${ofFile(file) ?? ''}\n`).join('')
    const key = `list:${entry}`
    const mark = Number.parseInt(fingerprint(text), 16)
    record ??= readRecord(files)
    const row = rowIn(record, key)
    if (row !== undefined && row.size === list.length && row.inode === mark) {
      rows.set(key, row)
      return row.hash
    }
    const hash = host.sha256(text)
    isNew = true
    rows.set(key, { size: list.length, modified: 0, changed: 0, inode: mark, hash })
    return hash
  }
  const symbolHash = (bytes: Uint8Array, symbol: string, path: string): Sha256 => {
    const text = symbolIn(bytes, symbol, path)
    // A symbol that is not found is as uncertain as its file.
    return text === undefined ? contentHash(host, bytes) : host.sha256(text)
  }
  const reader: SourceReader = {
    hash(entry) {
      const before = known.get(entry)
      if (before !== undefined) return before
      const hash = ofEntry(entry)
      known.set(entry, hash)
      return hash
    },
    hashesOf: (node) => node.source_files.map((entry) => [entry, reader.hash(entry)] as const),
    declares(entry) {
      const { path, symbol } = splitEntry(entry)
      const bytes = symbol === undefined || isGlob(path) ? undefined : files.read(path)
      return bytes === undefined || symbol === undefined || symbolIn(bytes, symbol, path) !== undefined
    },
    done() {
      if (recording && isNew) writeRecord(project, rows, started)
    },
  }
  return reader
}

function symbolIn(bytes: Uint8Array, symbol: string, path: string): string | undefined {
  const decoded = decodeUtf8(bytes)
  return decoded.ok ? symbolText(contentForHash(decoded.text), symbol, path) : undefined
}

/** Files that a pattern holds, sorted; walked without a globbing library, which the program of the reading commands has not. */
export function matchingFiles(files: Files, pattern: string, ignore: readonly string[]): readonly string[] {
  const segments = pattern.split('/')
  const base = segments.slice(0, segments.findIndex(isGlob)).join('/')
  return filesBelow(files, base, ignore).filter(globMatcher(pattern))
}

function filesBelow(files: Files, folder: string, ignore: readonly string[]): readonly string[] {
  const found: string[] = []
  const visit = (at: string): void => {
    for (const { name, kind } of files.list(at) ?? []) {
      const path = at === '' ? name : `${at}/${name}`
      if (found.length > MOST_FILES || SKIPPED.has(name) || isIgnored(path, ignore)) continue
      if (kind === 'file') found.push(path)
      else if (kind === 'folder') visit(path)
    }
  }
  visit(folder)
  return found.sort(byText)
}

type Row = {
  readonly size: number
  readonly modified: number
  readonly changed: number
  readonly inode: number
  readonly hash: Sha256
}
type StatRecord = { readonly recorded: number; readonly rows: string }

const sameStat = (row: Row, stat: EntryStat, recorded: number): boolean =>
  row.size === stat.size &&
  row.modified === stat.modified &&
  row.changed === stat.changed &&
  row.inode === stat.inode &&
  stat.modified < recorded - RACY_MS &&
  stat.changed < recorded - RACY_MS

function readRecord(files: Files): StatRecord {
  const bytes = files.read(RECORD_PATH)
  const text = bytes === undefined ? '' : utf8Text(bytes)
  const end = text.indexOf('\n')
  const [kind, recorded] = text.slice(0, Math.max(0, end)).split('\t')
  return kind === RECORD_KIND ? { recorded: Number(recorded), rows: text.slice(end + 1) } : { recorded: 0, rows: '' }
}

function rowIn({ rows }: StatRecord, key: string): Row | undefined {
  const [size, modified, changed, inode, hash] = rowValue(rows, key)?.split('\t') ?? []
  return hash?.length === 64
    ? { size: Number(size), modified: Number(modified), changed: Number(changed), inode: Number(inode), hash: hash as Sha256 }
    : undefined
}

function writeRecord({ host, files }: Project, rows: ReadonlyMap<string, Row>, recorded: number): void {
  const text = rowsOf(
    [...rows].map(
      ([key, { size, modified, changed, inode, hash }]) => [key, `${size}\t${modified}\t${changed}\t${inode}\t${hash}`] as const,
    ),
  )
  try {
    replaceFile(host, files, RECORD_PATH, `${RECORD_KIND}\t${recorded}\n${text}`, { sync: false, mode: 0o600 })
  } catch {
    // A read-only disk: the next command reads the sources again.
  }
}
