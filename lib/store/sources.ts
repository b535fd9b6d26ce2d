import { contentForHash, decodeUtf8 } from '../card/content.ts'
import type { SourceHashes } from '../model/event.ts'
import type { GraphNode } from '../model/graph.ts'
import type { Sha256 } from '../model/ids.ts'
import type { EntryStat, Files } from '../model/ports.ts'
import { globMatcher, isGlob, isIgnored } from '../text/glob.ts'
import { byText } from '../text/order.ts'
import { splitEntry } from '../update/affected.ts'
import { symbolText } from '../update/symbol.ts'
import { contentHash } from './freshness.ts'
import { type Project, STORE } from './project.ts'
import { type Listing, type SourceRecord, sourceRecord } from './source-record.ts'

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
 * Reads sources, each once; stats that vouch for a file spare reading it. `complete`: the reader is shown the sources of
 * all cards, so that `done` may replace what is remembered. Line ends and a BOM do not count, nor where in its file a symbol stands.
 */
export function sourceReader(project: Project, ignore: readonly string[], complete: boolean): SourceReader {
  const { host, files } = project
  let record: SourceRecord | undefined
  const remembering = (): SourceRecord => {
    record ??= sourceRecord(project, ignore)
    return record
  }
  const known = new Map<string, Sha256 | null>()
  /** The hash under `key` of a file that lies at `path`. */
  const remembered = (
    key: string,
    path: string,
    stat: EntryStat | undefined,
    make: (bytes: Uint8Array) => Sha256,
  ): Sha256 | null => {
    if (stat === undefined || stat.kind === 'folder' || (stat.kind === 'link' && files.follow(path)?.kind !== 'file')) return null
    const before = stat.kind === 'file' ? remembering().ofFile(key, stat) : undefined
    if (before !== undefined) return before
    const bytes = files.read(path)
    if (bytes === undefined) return null
    const hash = make(bytes)
    if (stat.kind === 'file') remembering().keepFile(key, stat, hash)
    return hash
  }
  const ofFile = (path: string, stat = files.stat(path)): Sha256 | null =>
    remembered(path, path, stat, (bytes) => contentHash(host, bytes))
  const ofEntry = (entry: string): Sha256 | null => {
    const { path, symbol } = splitEntry(entry)
    if (isGlob(path)) return ofList(entry, () => matchingFiles(files, path, ignore))
    const stat = files.stat(path)
    if (stat?.kind === 'folder') return ofList(entry, () => filesBelow(files, path, ignore))
    return symbol === undefined ? ofFile(path, stat) : remembered(entry, path, stat, (bytes) => symbolHash(bytes, symbol, path))
  }
  const ofList = (entry: string, list: () => Listing): Sha256 | null => {
    const before = remembering().ofListing(entry)
    if (before !== undefined) return before
    const listing = list()
    if (listing.files.length === 0 || listing.files.length > MOST_FILES) return null
    const contents = listing.files.map((file) => `${file}\0${ofFile(file) ?? ''}\n`).join('')
    const hash = remembering().ofContents(entry, contents) ?? host.sha256(contents)
    remembering().keepListing(entry, listing, contents, hash)
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
      record?.write(complete)
    },
  }
  return reader
}

function symbolIn(bytes: Uint8Array, symbol: string, path: string): string | undefined {
  const decoded = decodeUtf8(bytes)
  return decoded.ok ? symbolText(contentForHash(decoded.text), symbol, path) : undefined
}

/** Files that a pattern holds, sorted; walked without a globbing library, which the program of the reading commands has not. */
export function matchingFiles(files: Files, pattern: string, ignore: readonly string[]): Listing {
  const segments = pattern.split('/')
  const base = segments.slice(0, segments.findIndex(isGlob)).join('/')
  const { folders, files: below } = filesBelow(files, base, ignore)
  return { folders, files: below.filter(globMatcher(pattern)) }
}

function filesBelow(files: Files, folder: string, ignore: readonly string[]): Listing {
  const found: string[] = []
  const folders: string[] = []
  const visit = (at: string): void => {
    folders.push(at)
    for (const { name, kind } of files.list(at) ?? []) {
      const path = at === '' ? name : `${at}/${name}`
      if (found.length > MOST_FILES || SKIPPED.has(name) || isIgnored(path, ignore)) continue
      if (kind === 'file') found.push(path)
      else if (kind === 'folder') visit(path)
    }
  }
  visit(folder)
  return { folders, files: found.sort(byText) }
}
