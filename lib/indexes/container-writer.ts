import { checksum, textHash, utf8Bytes } from './bytes.ts'
import { type Contents, type Extent, type Fence, SEPARATOR, type SectionEntry } from './container.ts'

/**
 * Mean length of a chunk, in UTF-16 units: what one lookup reads. In a one-off process 60 nodes out of 10,000 took 3 ms at
 * 2,048, 7 ms at 4,096 and 12 ms at 8,192; fences are about 2 % of the file at 2,048.
 */
const SPAN = 2048
/** Rows are joined to output strings of about this length, so that no string nears the engine's limit. */
const OUTPUT = 1 << 20

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

/**
 * A seekable JSON file, as chunks of text to be written one after the other: a header line, the sections with one row a
 * line, their fences, a table of contents, and a last line of fixed width that says where the table of contents starts.
 * Any JSON parser reads the whole; see indexes-schema/README.md. Equal input gives equal text. The header has a key at least.
 * Throws on keys out of order.
 */
export function encodeContainer(header: Readonly<Record<string, unknown>>, sections: readonly Section[]): string[] {
  const output = new Output()
  const headerLine = `${JSON.stringify(header).slice(0, -1)},`
  const entries: Record<string, SectionEntry> = {}
  const headerExtent = output.put(headerLine)
  output.put('\n')
  const fenceTexts: string[] = []
  for (const section of sections) {
    output.put(`${JSON.stringify(section.name)}:[\n`)
    const at = output.bytes
    const { rows, fences } = putRows(output, section)
    entries[section.name] = {
      open: section.open,
      rows,
      at,
      bytes: output.bytes - at,
      fences: { at: 0, bytes: 0, check: 0 },
    }
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

/** Collects text in large pieces and knows where it stands in the file. */
class Output {
  bytes = 0
  private readonly done: string[] = []
  private pending: string[] = []
  private units = 0

  /** Adds a text and gives its place, length and checksum. */
  put(text: string): Extent {
    const bytes = utf8Bytes(text)
    const extent = { at: this.bytes, bytes: bytes.length, check: checksum(bytes) }
    this.bytes += bytes.length
    this.pending.push(text)
    this.units += text.length
    if (this.units > OUTPUT) this.flush()
    return extent
  }

  finish(): string[] {
    this.flush()
    return this.done
  }

  private flush(): void {
    if (this.units > 0) this.done.push(this.pending.join(''))
    this.pending = []
    this.units = 0
  }
}

/**
 * Writes the rows of a section in chunks. A chunk starts at a key by a local rule, so that an edit moves few fences: with
 * a chance proportional to the length of the rows of the key before it, and at each row of SPAN units or more.
 */
function putRows(output: Output, { name, open, rows }: Section): { rows: number; fences: Fence[] } {
  const fences: Fence[] = []
  const start = output.bytes
  let chunk: string[] = []
  let first: { readonly key: string; readonly row: number } | undefined
  let count = 0
  let before = ''
  let beforeUnits = 0
  const flush = (last: boolean): void => {
    if (first === undefined) return
    const { at, check } = output.put(chunk.join(SEPARATOR))
    fences.push([open === null ? null : first.key, first.row, at - start, check])
    if (!last) output.put(SEPARATOR)
    chunk = []
  }
  for (const [key, row] of rows) {
    if (first === undefined || key !== before) {
      if (open !== null && first !== undefined && key < before) throw new Error(`${name}: ${key} stands after ${before}`)
      if (first === undefined || row.length >= SPAN || textHash(key) % SPAN < beforeUnits) {
        flush(false)
        first = { key, row: count }
      }
      before = key
      beforeUnits = 0
    }
    chunk.push(row)
    beforeUnits += row.length
    count += 1
  }
  flush(true)
  return { rows: count, fences }
}
