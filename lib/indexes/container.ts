import { isRecord, parseJson } from '../text/json.ts'
import { type Bytes, checksum, utf8Text } from './bytes.ts'

const TAIL = /^"end":"(\d{16})-([0-9a-f]{8})"\}\n$/
const TAIL_BYTES = 35
/** Bytes read at the end of the file at first: enough for the table of contents of both indexes. */
const TAIL_READ = 4096
/** Decoded chunks kept for the next lookup, in UTF-16 units: the neighbours of one query, not the index. */
const CACHE_UNITS = 4 << 20

/** A container that is read where a query touches it. Every method throws DamagedIndex when what it reads was altered. */
export type Container = {
  readonly header: Readonly<Record<string, unknown>>
  /** Number of rows of a section. */
  count(section: string): number
  /** The rows with this key, as JSON texts; [] when there is none. */
  rows(section: string, key: string): string[]
  /** Number of the first row with this key, or -1. */
  rowNumber(section: string, key: string): number
  /** Row `number` of a section, counted from 0; undefined beyond the end. */
  row(section: string, number: number): string | undefined
  /** The rows whose keys start with a well-formed `prefix`, in order. */
  range(section: string, prefix: string): Iterable<string>
  /** Every row of a section, in order, parsed. */
  values(section: string): Iterable<unknown>
  /** The chunks of a section, for whoever takes them over into another file. */
  chunks(section: string): Chunks
}

/** The chunks of a section as they stand in the file, counted from 0. */
export type Chunks = {
  readonly fences: readonly Fence[]
  /** Rows in the chunks from `from` to before `to`. */
  rows(from: number, to: number): number
  /** The bytes of the chunks from `from` to before `to`, separators between them included. */
  bytes(from: number, to: number): Uint8Array
}

/** Rows of a section stand apart by this; a line feed cannot occur inside a row, since JSON escapes it. */
export const SEPARATOR = ',\n'

/** Part of an index is not what its writer wrote. The answer is to build the index anew. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex'
  /** By name: the programs are bundles, and a class may exist in several of them. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'DamagedIndex'
  }
}

/** First row of a chunk: its key (null in sections without keys), row number, byte offset in the section, checksum of the chunk. */
export type Fence = readonly [key: string | null, row: number, offset: number, check: number]
/** A part of the file: where it starts, its bytes, and the checksum of its text. */
export type Extent = { readonly at: number; readonly bytes: number; readonly check: number }
/** What the table of contents says of a section. `open` is what stands before the key in each row. */
export type SectionEntry = {
  readonly open: string | null
  readonly rows: number
  readonly at: number
  readonly bytes: number
  readonly fences: Extent
}

export type Contents = { readonly header: Extent; readonly sections: Readonly<Record<string, SectionEntry>> }

/**
 * Opens a container of the given kind and format. Gives undefined for a file that is truncated, damaged, foreign or of
 * another format: the caller builds it anew. Reads the tail and the header only. What is read later is checked against its
 * checksum unless the file is `trusted`: known, from its stat, to be as it was written. (A one-off process saves 3 ms by it.)
 */
export function openContainer(bytes: Bytes, kind: string, format: number, { trusted = false } = {}): Container | undefined {
  const contents = readContents(bytes)
  if (contents === undefined) return undefined
  const { header: extent } = contents
  const line = bytes.read(extent.at, extent.bytes)
  if (checksum(line) !== extent.check) return undefined
  const header = parseJson(`${utf8Text(line).slice(0, -1)}}`)
  if (!isRecord(header) || header['kind'] !== kind || header['format'] !== format) return undefined
  const readers = new Map(
    Object.entries(contents.sections).map(([name, entry]) => [name, new SectionReader(bytes, entry, trusted)]),
  )
  const section = (name: string): SectionReader => {
    const reader = readers.get(name)
    if (reader === undefined) throw new DamagedIndex(`no section ${name}`)
    return reader
  }
  return {
    header,
    count: (name) => section(name).entry.rows,
    rows: (name, key) => section(name).rows(key),
    rowNumber: (name, key) => section(name).rowNumber(key),
    row: (name, number) => section(name).row(number),
    range: (name, prefix) => section(name).range(prefix),
    values: (name) => section(name).values(),
    chunks: (name) => section(name).all(),
  }
}

function readContents(bytes: Bytes): Contents | undefined {
  const from = Math.max(0, bytes.size - TAIL_READ)
  const tail = bytes.read(from, bytes.size - from)
  const last = TAIL.exec(utf8Text(tail.subarray(Math.max(0, tail.length - TAIL_BYTES))))
  if (last === null) return undefined
  const at = Number(last[1])
  const end = bytes.size - TAIL_BYTES - 1
  if (at >= end) return undefined
  const line = at >= from ? tail.subarray(at - from, end - from) : bytes.read(at, end - at)
  if (checksum(line) !== Number.parseInt(last[2]!, 16)) return undefined
  const parsed = parseJson(`{${utf8Text(line).slice(0, -1)}}`)
  // The checksum vouches for the shape: it is what encodeContainer wrote.
  return isRecord(parsed) && isRecord(parsed['toc']) ? (parsed['toc'] as Contents) : undefined
}

type Chunk = { readonly fence: Fence; readonly next: number; readonly text: string }

/** Lookups in one section of a container. Each reads one chunk at most, found by bisecting the fences, and checks it. */
class SectionReader {
  readonly entry: SectionEntry
  private readonly bytes: Bytes
  private readonly trusted: boolean
  private fenceText: string | undefined
  private readonly parsed = new Map<number, readonly [Fence, number]>()
  private readonly chunks = new Map<number, string>()
  private cached = 0

  constructor(bytes: Bytes, entry: SectionEntry, trusted: boolean) {
    this.bytes = bytes
    this.entry = entry
    this.trusted = trusted
  }

  rows(key: string): string[] {
    const found = this.find(key)
    if (found === undefined) return []
    const { text, needle } = found
    const rows: string[] = []
    for (let { at } = found; text.startsWith(needle, at); ) {
      const end = endOfRow(text, at + 1)
      rows.push(rowText(text, at + 1, end))
      at = end
    }
    return rows
  }

  rowNumber(key: string): number {
    const found = this.find(key)
    if (found === undefined) return -1
    let row = found.fence[1]
    for (let at = found.text.indexOf('\n', 1); at !== -1 && at <= found.at; at = found.text.indexOf('\n', at + 1)) row += 1
    return row
  }

  row(number: number): string | undefined {
    if (number < 0 || number >= this.entry.rows) return undefined
    const { fence, text } = this.chunk(this.fenceAt((fence) => fence[1] <= number))
    let at = 0
    for (let row = fence[1]; row < number; row += 1) at = endOfRow(text, at + 1)
    return rowText(text, at + 1, endOfRow(text, at + 1))
  }

  *range(prefix: string): Iterable<string> {
    if (this.entry.rows === 0) return
    const needle = this.needle(prefix).slice(0, -1)
    let position = this.fenceAt((fence) => fence[0]! <= prefix)
    let started = false
    while (position !== -1) {
      const { text, next } = this.chunk(position)
      let at = started ? 0 : text.indexOf(needle)
      for (; at !== -1 && text.startsWith(needle, at); started = true) {
        const end = endOfRow(text, at + 1)
        yield rowText(text, at + 1, end)
        at = end === text.length ? -1 : end
      }
      // Nothing yet: the prefix may start exactly with the next chunk. A row that does not match ends the range.
      if (at !== -1 || (!started && next !== -1 && !this.fence(next)[0][0]!.startsWith(prefix))) return
      position = next
    }
  }

  *values(): Iterable<unknown> {
    if (this.entry.rows === 0) return
    for (let position = 0; position !== -1; ) {
      const [fence, next] = this.fence(position)
      yield* JSON.parse(`[${this.read(fence, next)}]`) as unknown[]
      position = next
    }
  }

  all(): Chunks {
    const { entry } = this
    const fences = entry.rows === 0 ? [] : (JSON.parse(`[${this.fences()}]`) as Fence[])
    const end = (chunk: number): number => (fences[chunk + 1]?.[2] ?? entry.bytes + SEPARATOR.length) - SEPARATOR.length
    return {
      fences,
      rows: (from, to) => (fences[to]?.[1] ?? entry.rows) - fences[from]![1],
      bytes: (from, to) => {
        const start = fences[from]![2]
        const bytes = this.bytes.read(entry.at + start, end(to - 1) - start)
        if (bytes.length !== end(to - 1) - start) throw altered()
        for (let chunk = from; chunk < to && !this.trusted; chunk += 1) {
          const [, , offset, check] = fences[chunk]!
          if (checksum(bytes.subarray(offset - start, end(chunk) - start)) !== check) throw altered()
        }
        return bytes
      },
    }
  }

  private needle(key: string): string {
    if (this.entry.open === null) throw new Error('a section without keys is read by row number')
    return `\n${this.entry.open}${JSON.stringify(key)}`
  }

  private find(key: string): (Chunk & { readonly at: number; readonly needle: string }) | undefined {
    if (this.entry.rows === 0) return undefined
    const needle = this.needle(key)
    const first = this.fence(0)[0][0]!
    if (key < first) return undefined
    const chunk = this.chunk(this.fenceAt((fence) => fence[0]! <= key))
    const at = chunk.text.indexOf(needle)
    return at === -1 ? undefined : { ...chunk, at, needle }
  }

  /** Position in the fence text of the last fence for which `holds`; it holds for a beginning of the fences, at least the first. */
  private fenceAt(holds: (fence: Fence) => boolean): number {
    const text = this.fences()
    let low = 0
    let high = text.length
    for (;;) {
      const middle = (low + high) >> 1
      let start = text.lastIndexOf('\n', middle - 1) + 1
      if (start <= low) start = text.indexOf('\n', low) + 1
      if (start <= low || start >= high) return low
      if (holds(this.fence(start)[0])) low = start
      else high = start
    }
  }

  /** The fence that starts at `position` of the fence text, and the position of the next one or -1. */
  private fence(position: number): readonly [Fence, number] {
    const known = this.parsed.get(position)
    if (known !== undefined) return known
    const text = this.fences()
    const end = endOfRow(text, position)
    const entry = [JSON.parse(rowText(text, position, end)) as Fence, end === text.length ? -1 : end + 1] as const
    this.parsed.set(position, entry)
    return entry
  }

  private fences(): string {
    if (this.fenceText !== undefined) return this.fenceText
    const { at, bytes, check } = this.entry.fences
    this.fenceText = this.text(at, bytes, check)
    return this.fenceText
  }

  /** The chunk of the fence at `position`, its text led by a line feed so that each row follows one. */
  private chunk(position: number): Chunk {
    const [fence, next] = this.fence(position)
    let text = this.chunks.get(position)
    if (text === undefined) {
      text = `\n${this.read(fence, next)}`
      this.cached += text.length
      if (this.cached > CACHE_UNITS) {
        this.chunks.clear()
        this.cached = text.length
      }
      this.chunks.set(position, text)
    }
    return { fence, next, text }
  }

  private read([, , offset, check]: Fence, next: number): string {
    const end = next === -1 ? this.entry.bytes : this.fence(next)[0][2] - SEPARATOR.length
    return this.text(this.entry.at + offset, end - offset, check)
  }

  private text(at: number, length: number, check: number): string {
    const read = this.bytes.read(at, length)
    if (read.length !== length || (!this.trusted && checksum(read) !== check)) throw altered()
    return utf8Text(read)
  }
}

const altered = (): DamagedIndex => new DamagedIndex('a part of the index was altered')

export function endOfRow(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** A row without the comma that separates it from the next. */
export const rowText = (text: string, start: number, end: number): string => text.slice(start, end < text.length ? end - 1 : end)
