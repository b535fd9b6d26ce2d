import type { CardId, Sha256 } from '../model/ids.ts'
import { type FieldPostings, TEXT_FIELDS, type TermPostings, type TextIndex } from '../model/text-index.ts'
import type { Bytes } from './bytes.ts'
import { type Container, DamagedIndex, openContainer } from './container.ts'
import { encodeContainer, type Row, type Section } from './container-writer.ts'
import { append, getOrMake } from './multi-map.ts'
import { documentCounter, type PostingsData } from './postings.ts'

export const BM25_FORMAT = 1
const KIND = 'pmem.bm25_index'

export type TextHeader = {
  readonly kind: typeof KIND
  readonly pmem_version: string
  readonly format: number
  /** As in graph.json: the two files belong together when both are equal. */
  readonly source_hash: Sha256
  readonly inputs: string
  readonly document_count: number
  readonly term_count: number
  readonly fields: readonly string[]
  /** Sum of the lengths of each field. */
  readonly length_sums: readonly number[]
}

export type TextMeta = { readonly pmemVersion: string; readonly sourceHash: Sha256; readonly inputs: string }
/** TextIndex with the header of its file. */
export type TextFile = TextIndex & { readonly header: TextHeader }
/** The same with the file it is read from. */
export type StoredText = TextFile & { readonly container: Container }

/** One field of a term: its number, then for each frequency, ascending, the documents that have it. */
export type FieldRow = readonly [field: number, ...groups: (readonly [frequency: number, documents: readonly number[]])[]]
export type TermRow = readonly [term: string, documents: number, ...fields: FieldRow[]]

/** bm25.json in pieces; see indexes-schema/README.md for its sections. Equal data gives equal bytes. */
export const encodeBm25 = (data: PostingsData, meta: TextMeta): Uint8Array[] =>
  encodeContainer(bm25Header({ ...data, termCount: data.terms.size }, meta), [
    documentSection(data.ids),
    lengthSection(data.lengths),
    { name: 'terms', open: TERMS_OPEN, rows: termRows(data) },
  ])

type Measured = Pick<PostingsData, 'ids' | 'lengths'> & { readonly termCount: number }

export const bm25Header = ({ ids, lengths, termCount }: Measured, meta: TextMeta): TextHeader => ({
  kind: KIND,
  pmem_version: meta.pmemVersion,
  format: BM25_FORMAT,
  source_hash: meta.sourceHash,
  inputs: meta.inputs,
  document_count: ids.length,
  term_count: termCount,
  fields: TEXT_FIELDS,
  length_sums: lengths.map((field) => field.reduce((sum, length) => sum + length, 0)),
})

export const documentSection = (ids: readonly CardId[]): Section => ({
  name: 'documents',
  open: '',
  rows: ids.map((id): Row => [id, JSON.stringify(id)]),
})

export const lengthSection = (lengths: readonly Uint32Array[]): Section => ({
  name: 'lengths',
  open: null,
  rows: lengths.map((field, number): Row => [TEXT_FIELDS[number]!, `[${field.join(',')}]`]),
})

/** What stands before the key in a row of terms. */
export const TERMS_OPEN = '['

/**
 * Opens bm25.json for lookups: each reads only the part of the file it needs. Gives undefined for a file that is damaged,
 * foreign or of another format; a lookup throws DamagedIndex when the part it reads was altered. `trusted`: see openContainer.
 */
export function openBm25(bytes: Bytes, options: { readonly trusted?: boolean } = {}): StoredText | undefined {
  const container = openContainer(bytes, KIND, BM25_FORMAT, options)
  return container === undefined ? undefined : fileTextIndex(container)
}

function fileTextIndex(container: Container): StoredText {
  const header = container.header as TextHeader
  const lengths = new Map<number, Uint32Array>()
  const terms = new Map<string, TermPostings | undefined>()
  const ids = new Map<number, CardId>()
  return {
    container,
    header,
    documentCount: header.document_count,
    id: (document) =>
      getOrMake(ids, document, () => {
        const row = container.row('documents', document)
        if (row === undefined) throw new DamagedIndex(`no document ${document}`)
        return JSON.parse(row) as CardId
      }),
    document: (id) => container.rowNumber('documents', id),
    lengths: (field) =>
      getOrMake(lengths, field, () => {
        const found = new Uint32Array(JSON.parse(container.row('lengths', field) ?? '[]') as number[])
        if (found.length !== header.document_count) throw new DamagedIndex('the lengths do not fit the documents')
        return found
      }),
    lengthSum: (field) => header.length_sums[field]!,
    postings(term): TermPostings | undefined {
      if (!terms.has(term)) terms.set(term, readTerm(container.rows('terms', term)[0], term))
      return terms.get(term)
    },
    *termsWithPrefix(prefix) {
      // A lone surrogate is written as an escape, so it cannot be searched for as the start of a character.
      const safe = prefix.isWellFormed() ? prefix : prefix.slice(0, prefix.search(/[\ud800-\udfff]/))
      for (const row of container.range('terms', safe)) {
        const [, text, count] = TERM_HEAD.exec(row)!
        const term = JSON.parse(text!) as string
        if (term.startsWith(prefix)) yield { term, documents: Number(count) }
      }
    },
  }
}

const TERM_HEAD = /^\[("(?:[^"\\]|\\.)*"),(\d+)/

function readTerm(row: string | undefined, term: string): TermPostings | undefined {
  if (row === undefined) return undefined
  const [found, , ...fields] = JSON.parse(row) as TermRow
  if (found !== term) throw new DamagedIndex(`${found} stands where ${term} should`)
  return { term, fields: fields.map(joined) }
}

function* termRows({ ids, terms }: PostingsData): Iterable<Row> {
  const countDocuments = documentCounter(ids.length)
  // Each number is written many times, so its digits are made once.
  const digits = ids.map((_, number) => `${number}`)
  // The language's own order of strings is by code units, and twice as fast as any comparator.
  for (const term of [...terms.keys()].sort()) {
    const lists = terms.get(term)!
    let row = `[${JSON.stringify(term)},${countDocuments(lists)}`
    for (let field = 0; field < lists.length; field += 1) {
      const list = lists[field]
      if (list !== undefined) row += `,[${field}${frequencyGroups(list, digits)}]`
    }
    yield [term, `${row}]`]
  }
}

function frequencyGroups(list: readonly number[], digits: readonly string[]): string {
  if (list.length === 2) return `,[${list[1]},[${list[0]}]]`
  const groups = new Map<number, string[]>()
  for (let i = 0; i < list.length; i += 2) {
    append(groups, list[i + 1]!, digits[list[i]!]!)
  }
  const frequencies = [...groups.keys()].sort((a, b) => a - b)
  return frequencies.map((frequency) => `,[${frequency},[${groups.get(frequency)!.join(',')}]]`).join('')
}

/** The documents of one field, group after group: whoever scores needs no order. */
function joined([field, ...groups]: FieldRow): FieldPostings {
  const [only] = groups
  if (groups.length === 1 && only !== undefined)
    return { field, documents: only[1], frequencies: new Uint32Array(only[1].length).fill(only[0]) }
  const size = groups.reduce((sum, [, added]) => sum + added.length, 0)
  const documents = new Uint32Array(size)
  const frequencies = new Uint32Array(size)
  let at = 0
  for (const [frequency, added] of groups) {
    documents.set(added, at)
    frequencies.fill(frequency, at, at + added.length)
    at += added.length
  }
  return { field, documents, frequencies }
}
