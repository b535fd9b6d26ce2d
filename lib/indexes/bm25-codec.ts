import type { CardId, Sha256 } from '../model/ids.ts'
import { type FieldPostings, TEXT_FIELDS, type TermPostings, type TextIndex } from '../model/text-index.ts'
import type { Bytes } from './bytes.ts'
import { type Container, DamagedIndex, openContainer } from './container.ts'
import { encodeContainer, type Row } from './container-writer.ts'
import { append, getOrMake } from './multi-map.ts'
import { documentCounter, type PostingLists, type PostingsData } from './postings.ts'

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

/** One field of a term: its number, then for each frequency, ascending, the documents that have it. */
type FieldRow = readonly [field: number, ...groups: (readonly [frequency: number, documents: readonly number[]])[]]
type TermRow = readonly [term: string, documents: number, ...fields: FieldRow[]]

/** bm25.json in pieces; see indexes-schema/README.md for its sections. Equal data gives equal bytes. */
export function encodeBm25(data: PostingsData, meta: TextMeta): Uint8Array[] {
  const header: TextHeader = {
    kind: KIND,
    pmem_version: meta.pmemVersion,
    format: BM25_FORMAT,
    source_hash: meta.sourceHash,
    inputs: meta.inputs,
    document_count: data.ids.length,
    term_count: data.terms.size,
    fields: TEXT_FIELDS,
    length_sums: data.lengths.map((lengths) => lengths.reduce((sum, length) => sum + length, 0)),
  }
  return encodeContainer(header, [
    { name: 'documents', open: '', rows: data.ids.map((id): Row => [id, JSON.stringify(id)]) },
    {
      name: 'lengths',
      open: null,
      rows: data.lengths.map((lengths, field): Row => [TEXT_FIELDS[field]!, `[${lengths.join(',')}]`]),
    },
    { name: 'terms', open: '[', rows: termRows(data) },
  ])
}

/**
 * Opens bm25.json for lookups: each reads only the part of the file it needs. Gives undefined for a file that is damaged,
 * foreign or of another format; a lookup throws DamagedIndex when the part it reads was altered. `trusted`: see openContainer.
 */
export function openBm25(bytes: Bytes, options: { readonly trusted?: boolean } = {}): TextFile | undefined {
  const container = openContainer(bytes, KIND, BM25_FORMAT, options)
  return container === undefined ? undefined : fileTextIndex(container)
}

/** Everything in bm25.json. Throws DamagedIndex where the file was altered. */
export function decodeBm25(bytes: Bytes): (PostingsData & { readonly header: TextHeader }) | undefined {
  const container = openContainer(bytes, KIND, BM25_FORMAT)
  if (container === undefined) return undefined
  const terms = new Map<string, PostingLists>()
  for (const row of container.values('terms')) {
    const [term, , ...fields] = row as TermRow
    const lists: (number[] | undefined)[] = TEXT_FIELDS.map(() => undefined)
    for (const field of fields) lists[field[0]] = pairsOf(field)
    terms.set(term, lists)
  }
  return {
    header: container.header as TextHeader,
    ids: [...container.values('documents')] as CardId[],
    lengths: [...container.values('lengths')].map((lengths) => Uint32Array.from(lengths as number[])),
    terms,
  }
}

function fileTextIndex(container: Container): TextFile {
  const header = container.header as TextHeader
  const lengths = new Map<number, Uint32Array>()
  const terms = new Map<string, TermPostings | undefined>()
  const ids = new Map<number, CardId>()
  return {
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

/** The documents of one field in ascending order, each followed by its frequency. */
function pairsOf([, ...groups]: FieldRow): number[] {
  const pairs: number[] = []
  const [only] = groups
  if (groups.length === 1 && only !== undefined) {
    for (const document of only[1]) pairs.push(document, only[0])
    return pairs
  }
  // As many cursors as there are frequencies, which are few.
  const cursors = groups.map(() => 0)
  for (;;) {
    let next = -1
    let document = Number.POSITIVE_INFINITY
    for (let group = 0; group < groups.length; group += 1) {
      const here = groups[group]![1][cursors[group]!]
      if (here !== undefined && here < document) {
        document = here
        next = group
      }
    }
    if (next < 0) return pairs
    cursors[next] = cursors[next]! + 1
    pairs.push(document, groups[next]![0])
  }
}
