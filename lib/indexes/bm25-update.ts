import type { CardId } from '../model/ids.ts'
import { TEXT_FIELDS } from '../model/text-index.ts'
import { byText, sortedUnique } from '../text/order.ts'
import {
  bm25Header,
  documentSection,
  type FieldRow,
  lengthSection,
  type StoredText,
  TERMS_OPEN,
  type TermRow,
  type TextMeta,
} from './bm25-codec.ts'
import { utf8Text } from './bytes.ts'
import type { Chunks } from './container.ts'
import { editedRows, rowsIn, splicedSection } from './container-splice.ts'
import { type Row, writeContainer, writtenSection } from './container-writer.ts'
import { append } from './multi-map.ts'
import type { PostingLists, PostingsData } from './postings.ts'
import { type Hit, hitsIn, renumbered } from './term-bytes.ts'

/** Chunks are taken in runs of about so many bytes: memory stays small, and there is little between the rows. */
const RUN = 1 << 20

/**
 * bm25.json without the documents `gone` and with those of `added`, byte for byte what encodeBm25 over all of them gives.
 * Rows of terms that neither holds are copied; where documents come or go, the numbers in them are written anew. Documents of
 * `added` must not remain.
 */
export function updateBm25(previous: StoredText, gone: ReadonlySet<CardId>, added: PostingsData, meta: TextMeta): Uint8Array[] {
  const { container } = previous
  const before = [...container.values('documents')] as CardId[]
  const ids = [...before.filter((id) => !gone.has(id)), ...added.ids].sort(byText)
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const oldPlace = Int32Array.from(before, (id) => (gone.has(id) ? -1 : numbers.get(id)!))
  const newPlace = Int32Array.from(added.ids, (id) => numbers.get(id)!)
  const moves = oldPlace.some((place, number) => place >= 0 && place !== number)

  const edits = new Map<string, string[]>()
  let termCount = container.count('terms')
  const edit = (term: string, row: string | undefined, hits: readonly Hit[]): void => {
    const after = changedRow(term, row, hits, moves ? oldPlace : undefined, added.terms.get(term), newPlace)
    // Where numbers change, a row that is as it was must not be renumbered either.
    if (after === row && !moves) return
    edits.set(term, after === undefined ? [] : [after])
    termCount += Number(after !== undefined) - Number(row !== undefined)
  }
  const chunks = container.chunks('terms')
  const isGone = Uint8Array.from(oldPlace, (place) => Number(place < 0))
  const met = new Set<string>()
  if (isGone.includes(1)) {
    for (const bytes of runsOf(chunks)) {
      for (const { start, end, hits } of hitsIn(bytes, isGone)) {
        const [[term, row]] = rowsIn(utf8Text(bytes.subarray(start, end)), TERMS_OPEN) as [Row]
        met.add(term)
        edit(term, row, hits)
      }
    }
  }
  for (const term of added.terms.keys()) if (!met.has(term)) edit(term, container.rows('terms', term)[0], [])

  const lengths = TEXT_FIELDS.map((_, field) => {
    const all = new Uint32Array(ids.length)
    previous.lengths(field).forEach((length, number) => {
      if (oldPlace[number]! >= 0) all[oldPlace[number]!] = length
    })
    added.lengths[field]!.forEach((length, number) => {
      all[newPlace[number]!] = length
    })
    return all
  })
  const rows = function* (): Iterable<Row> {
    for (const bytes of runsOf(chunks)) yield* rowsIn(utf8Text(renumbered(bytes, oldPlace)), TERMS_OPEN)
  }
  return writeContainer(bm25Header({ ids, lengths, termCount }, meta), [
    writtenSection(documentSection(ids)),
    writtenSection(lengthSection(lengths)),
    moves
      ? writtenSection({ name: 'terms', open: TERMS_OPEN, rows: editedRows(rows(), sortedUnique(edits.keys()), edits) })
      : splicedSection(container, 'terms', TERMS_OPEN, edits),
  ])
}

function* runsOf({ fences, bytes }: Chunks): Iterable<Uint8Array> {
  for (let from = 0; from < fences.length; ) {
    let to = from + 1
    while (to < fences.length && fences[to]![2] - fences[from]![2] < RUN) to += 1
    yield bytes(from, to)
    from = to
  }
}

/**
 * A row of terms without the postings of `hits` and with those of `lists`; undefined where nothing is left of it. `place` renumbers
 * what stays, where numbers change.
 */
function changedRow(
  term: string,
  row: string | undefined,
  hits: readonly Hit[],
  place: Int32Array | undefined,
  lists: PostingLists | undefined,
  newPlace: Int32Array,
): string | undefined {
  const [, count, ...before] = (row === undefined ? [term, 0] : JSON.parse(row)) as TermRow
  const fields = new Map(before.map(([field, ...groups]) => [field, new Map(groups)]))
  for (const { field, frequency, document } of hits) {
    const groups = fields.get(field)!
    const documents = groups.get(frequency)!.filter((other) => other !== document)
    if (documents.length === 0) groups.delete(frequency)
    else groups.set(frequency, documents)
  }
  if (place !== undefined) {
    for (const groups of fields.values())
      for (const [frequency, documents] of groups)
        groups.set(
          frequency,
          documents.map((document) => place[document]!),
        )
  }
  const came = new Set<number>()
  lists?.forEach((list = [], field) => {
    const more = new Map<number, number[]>()
    for (let i = 0; i < list.length; i += 2) append(more, list[i + 1]!, newPlace[list[i]!]!)
    for (const [frequency, documents] of more) {
      for (const document of documents) came.add(document)
      const groups = fields.get(field) ?? new Map<number, readonly number[]>()
      fields.set(field, groups)
      groups.set(
        frequency,
        [...(groups.get(frequency) ?? []), ...documents].sort((a, b) => a - b),
      )
    }
  })
  const left = [...fields].filter(([, groups]) => groups.size > 0).sort(([a], [b]) => a - b)
  if (left.length === 0) return undefined
  const documents = count - new Set(hits.map(({ document }) => document)).size + came.size
  const after = left.map(([field, groups]): FieldRow => [field, ...[...groups].sort(([a], [b]) => a - b)])
  return JSON.stringify([term, documents, ...after])
}
