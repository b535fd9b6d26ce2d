import { sortedUnique } from '../text/order.ts'
import { utf8Text } from './bytes.ts'
import { type Container, DamagedIndex, endOfRow, rowText } from './container.ts'
import type { Row, WrittenSection } from './container-writer.ts'

/** The rows that stand under a key from now on; none where the key goes. Keys that are not named keep theirs. */
export type Edits = ReadonlyMap<string, readonly string[]>

/**
 * A section of a file with some rows replaced: the same bytes as if all its rows were written anew. Only the chunks that hold
 * an edited key are taken apart, all others are copied. The section must have keys.
 */
export function splicedSection(previous: Container, name: string, open: string, edits: Edits): WrittenSection {
  return {
    name,
    open,
    write(section) {
      const chunks = previous.chunks(name)
      const { fences } = chunks
      const rowsOf = (chunk: number): readonly Row[] => rowsIn(utf8Text(chunks.bytes(chunk, chunk + 1)), open)
      const keys = sortedUnique([...edits.keys()])
      let at = 0
      let kept = 0
      const keep = (to: number): void => {
        const from = kept
        if (from < to) {
          section.keep({
            fences: fences.slice(from, to),
            rows: chunks.rows(from, to),
            bytes: chunks.bytes(from, to),
            rowsOf: (chunk) => rowsOf(from + chunk),
          })
        }
        kept = to
      }
      for (let chunk = 0; at < keys.length && chunk < fences.length; chunk += 1) {
        const end = fences[chunk + 1]?.[0]
        const from = at
        while (at < keys.length && (end === undefined || end === null || keys[at]! < end)) at += 1
        if (at === from) continue
        keep(chunk)
        for (const [key, row] of editedRows(rowsOf(chunk), keys.slice(from, at), edits)) section.row(key, row)
        kept = chunk + 1
      }
      keep(fences.length)
      for (const [key, row] of editedRows([], keys.slice(at), edits)) section.row(key, row)
    },
  }
}

/** The rows of a chunk with their keys. */
export function rowsIn(text: string, open: string): Row[] {
  const rows: Row[] = []
  for (let at = 0; at < text.length; ) {
    const end = endOfRow(text, at)
    const row = rowText(text, at, end)
    rows.push([keyOf(row, open), row])
    at = end + 1
  }
  return rows
}

const KEY = /"(?:[^"\\]|\\.)*"/y

function keyOf(row: string, open: string): string {
  KEY.lastIndex = open.length
  const key = KEY.exec(row)
  if (key === null) throw new DamagedIndex('a row has no key')
  return JSON.parse(key[0]) as string
}

/** Rows with those under the given sorted keys replaced. */
export function* editedRows(rows: Iterable<Row>, keys: readonly string[], edits: Edits): Iterable<Row> {
  let at = 0
  for (const [key, row] of rows) {
    while (at < keys.length && keys[at]! < key) yield* edited(keys[at++]!, edits)
    if (!edits.has(key)) yield [key, row]
  }
  while (at < keys.length) yield* edited(keys[at++]!, edits)
}

function* edited(key: string, edits: Edits): Iterable<Row> {
  for (const row of edits.get(key)!) yield [key, row]
}
