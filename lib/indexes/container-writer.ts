import { checksum, textHash, utf8Bytes } from './bytes.ts'
import { type Contents, type Extent, type Fence, SEPARATOR, type SectionEntry } from './container.ts'

/**
 * Mean length of a chunk, in UTF-16 units: what one lookup reads. In a one-off process 60 nodes out of 10,000 took 3 ms at
 * 2,048, 7 ms at 4,096 and 12 ms at 8,192; fences are about 2 % of the file at 2,048.
 */
const SPAN = 2048
/** Bytes are gathered in pieces of about this length. */
const PIECE = 1 << 20

/** One line of a section and the key it is found by. Rows of one key follow each other. */
export type Row = readonly [key: string, row: string]

/** A sorted list of one-line JSON values. */
export type Section = {
  readonly name: string
  /** What stands before the key in a row, such as `{"id":`; null when rows are found by number only. */
  readonly open: string | null
  /** In code-unit order of the keys where `open` is not null. */
  readonly rows: Iterable<Row>
}

/** A section of which parts may be taken as they stand in another file. */
export type WrittenSection = {
  readonly name: string
  readonly open: string | null
  write(section: SectionWriter): void
}

/**
 * A seekable JSON file, as pieces to be written one after the other: a header line, the sections with one row a
 * line, their fences, a table of contents, and a last line of fixed width that says where the table of contents starts.
 * Any JSON parser reads the whole; see indexes-schema/README.md. Equal input gives equal bytes. The header has a key at least.
 * Throws on keys out of order.
 */
export const encodeContainer = (header: Readonly<Record<string, unknown>>, sections: readonly Section[]): Uint8Array[] =>
  writeContainer(header, sections.map(writtenSection))

/** A section of which all rows are given. */
export const writtenSection = ({ name, open, rows }: Section): WrittenSection => ({
  name,
  open,
  write(section) {
    for (const [key, row] of rows) section.row(key, row)
  },
})

/** The same for sections that write themselves. */
export function writeContainer(
  header: Readonly<Record<string, unknown>>,
  sections: readonly WrittenSection[],
): Uint8Array<ArrayBuffer>[] {
  const output = new Output()
  const entries: Record<string, SectionEntry> = {}
  const headerExtent = output.put(`${JSON.stringify(header).slice(0, -1)},`)
  output.put('\n')
  const fenceTexts: string[] = []
  for (const { name, open, write } of sections) {
    output.put(`${JSON.stringify(name)}:[\n`)
    const at = output.bytes
    const section = new SectionWriter(output, name, open)
    write(section)
    const { rows, fences } = section.end()
    entries[name] = { open, rows, at, bytes: output.bytes - at, fences: { at: 0, bytes: 0, check: 0 } }
    output.put('\n],\n')
    fenceTexts.push(fences.map((fence) => JSON.stringify(fence)).join(SEPARATOR))
  }
  output.put('"fences":{\n')
  sections.forEach(({ name }, i) => {
    const text = fenceTexts[i]!
    output.put(`${JSON.stringify(name)}:[\n`)
    entries[name] = { ...entries[name]!, fences: output.put(text) }
    output.put(`\n]${i < sections.length - 1 ? ',' : ''}\n`)
  })
  output.put('},\n')
  const contents: Contents = { header: headerExtent, sections: entries }
  const { at, check } = output.put(`"toc":${JSON.stringify(contents)},`)
  output.put(`\n"end":"${`${at}`.padStart(16, '0')}-${check.toString(16).padStart(8, '0')}"}\n`)
  return output.finish()
}

/** Collects bytes in large pieces and knows where they stand in the file. */
class Output {
  bytes = 0
  private readonly done: Uint8Array<ArrayBuffer>[] = []
  private piece = new Uint8Array(PIECE)
  private used = 0

  /** Adds a text and gives its place, length and checksum. */
  put(text: string): Extent {
    const encoded = utf8Bytes(text)
    return { at: this.add(encoded), bytes: encoded.length, check: checksum(encoded) }
  }

  /** Adds bytes and gives their place. */
  add(bytes: Uint8Array): number {
    const at = this.bytes
    this.bytes += bytes.length
    if (this.used + bytes.length > this.piece.length) {
      this.flush()
      if (bytes.length > PIECE) {
        this.done.push(Uint8Array.from(bytes))
        return at
      }
    }
    this.piece.set(bytes, this.used)
    this.used += bytes.length
    return at
  }

  finish(): Uint8Array<ArrayBuffer>[] {
    this.flush()
    return this.done
  }

  private flush(): void {
    if (this.used === 0) return
    this.done.push(this.piece.slice(0, this.used))
    this.used = 0
  }
}

/** Neighbouring chunks of another file with the same rows. */
export type KeptChunks = {
  readonly fences: readonly Fence[]
  /** Rows in all of them. */
  readonly rows: number
  /** Their bytes, separators between them included. */
  readonly bytes: Uint8Array
  /** The rows of one of them. */
  rowsOf(chunk: number): readonly Row[]
}

/**
 * Writes the rows of a section in chunks. A chunk starts at a key by a local rule, so that an edit moves few fences: with
 * a chance proportional to the length of the rows of the key before it, and at each row of SPAN units or more.
 */
export class SectionWriter {
  private readonly fences: Fence[] = []
  private readonly start: number
  private chunk: string[] = []
  private first: { readonly key: string; readonly row: number } | undefined
  private count = 0
  private before: string | undefined
  private beforeUnits = 0
  /** The last chunk that was kept: written once it is known that nothing joins it. */
  private held: KeptChunks | undefined
  private readonly output: Output
  private readonly name: string
  private readonly open: string | null

  constructor(output: Output, name: string, open: string | null) {
    this.output = output
    this.name = name
    this.open = open
    this.start = output.bytes
  }

  row(key: string, row: string): void {
    if (this.held !== undefined) this.release(key, row)
    if (this.before === undefined || key !== this.before) {
      if (this.open !== null && this.before !== undefined && key < this.before)
        throw new Error(`${this.name}: ${key} stands after ${this.before}`)
      if (this.startsChunk(key, row)) {
        this.flush()
        this.first = { key, row: this.count }
      }
      this.before = key
      this.beforeUnits = 0
    }
    this.chunk.push(row)
    this.beforeUnits += row.length
    this.count += 1
  }

  /** Takes over chunks as they are, but for a first one that would not start after what now stands before it. */
  keep(kept: KeptChunks): void {
    if (kept.fences.length === 0) return
    if (this.count > 0 || this.held !== undefined) {
      const rows = kept.rowsOf(0)
      const [key, row] = rows[0]!
      if (this.held !== undefined) this.release(key, row)
      if (!this.startsChunk(key, row)) {
        for (const [key, row] of rows) this.row(key, row)
        this.keep(withoutFirst(kept, rows.length))
        return
      }
    }
    this.flush()
    const last = kept.fences.length - 1
    const [, firstRow, firstAt] = kept.fences[0]!
    const [, lastRow, lastAt] = kept.fences[last]!
    if (last > 0) {
      const bytes = kept.bytes.subarray(0, lastAt - firstAt - SEPARATOR.length)
      this.copy({ ...kept, fences: kept.fences.slice(0, last), rows: lastRow - firstRow, bytes })
    }
    this.held = {
      fences: kept.fences.slice(last),
      rows: kept.rows - lastRow + firstRow,
      bytes: kept.bytes.subarray(lastAt - firstAt),
      rowsOf: () => kept.rowsOf(last),
    }
  }

  end(): { readonly rows: number; readonly fences: readonly Fence[] } {
    if (this.held !== undefined) this.copy(this.held)
    this.flush()
    return { rows: this.count, fences: this.fences }
  }

  private startsChunk(key: string, row: string): boolean {
    return this.count === 0 || row.length >= SPAN || textHash(key) % SPAN < this.beforeUnits
  }

  /** Writes the chunk that is held or, where this key does not start a chunk after it, takes it apart to go on with it. */
  private release(key: string, row: string): void {
    const held = this.held!
    this.held = undefined
    const rows = held.rowsOf(0)
    this.count += held.rows
    this.before = rows.at(-1)![0]
    this.beforeUnits = rows.filter(([key]) => key === this.before).reduce((sum, [, row]) => sum + row.length, 0)
    const starts = key !== this.before && this.startsChunk(key, row)
    this.count -= held.rows
    if (starts) this.copy(held)
    else {
      this.first = { key: rows[0]![0], row: this.count }
      this.chunk = rows.map(([, row]) => row)
      this.count += rows.length
    }
  }

  private copy({ fences, rows, bytes }: KeptChunks): void {
    if (this.fences.length > 0) this.output.put(SEPARATOR)
    const at = this.output.add(bytes) - this.start
    const [, firstRow, firstAt] = fences[0]!
    for (const [key, row, offset, check] of fences)
      this.fences.push([key, this.count + row - firstRow, at + offset - firstAt, check])
    this.count += rows
  }

  private flush(): void {
    if (this.first === undefined) return
    if (this.fences.length > 0) this.output.put(SEPARATOR)
    const { at, check } = this.output.put(this.chunk.join(SEPARATOR))
    this.fences.push([this.open === null ? null : this.first.key, this.first.row, at - this.start, check])
    this.chunk = []
    this.first = undefined
  }
}

function withoutFirst({ fences, rows, bytes, rowsOf }: KeptChunks, count: number): KeptChunks {
  const rest = fences.slice(1)
  return {
    fences: rest,
    rows: rows - count,
    bytes: rest.length === 0 ? bytes.subarray(0, 0) : bytes.subarray(rest[0]![2] - fences[0]![2]),
    rowsOf: (chunk) => rowsOf(chunk + 1),
  }
}
