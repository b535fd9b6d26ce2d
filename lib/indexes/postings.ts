import type { CardId } from '../model/ids.ts'
import { type FieldPostings, TEXT_FIELDS, type TermPostings, type TextIndex } from '../model/text-index.ts'
import { byText } from '../text/order.ts'

/** The texts of one card, one for each of TEXT_FIELDS. */
export type TextDocument = { readonly id: CardId; readonly fields: readonly [string, string, string, string, string] }

/** For each field, document number and frequency in turn, documents ascending; undefined where no document has the term. */
export type PostingLists = readonly (readonly number[] | undefined)[]

/** The inverted index in memory: everything bm25.json holds beside its header. */
export type PostingsData = {
  /** Document numbers are places in this list: ids in code-unit order. */
  readonly ids: readonly CardId[]
  /** For each field the number of terms, repeats counted, by document number. */
  readonly lengths: readonly Uint32Array[]
  readonly terms: ReadonlyMap<string, PostingLists>
}

/** A document number below 2^32 and a frequency share the 53 bits of a float; BM25 has long levelled off at this count. */
const FREQUENCIES = 2 ** 21
const MAX_FREQUENCY = FREQUENCIES - 1

type Lists = (number[] | undefined)[]

/**
 * The inverted index over the texts of all documents. Documents are taken one by one, so that a caller can stream them,
 * and may come in any order; their ids must be unique.
 */
export function buildPostings(documents: Iterable<TextDocument>, tokenize: (text: string) => readonly string[]): PostingsData {
  const ids: CardId[] = []
  const lengths: number[][] = TEXT_FIELDS.map(() => [])
  const terms = new Map<string, Lists>()
  for (const { id, fields } of documents) {
    const document = ids.push(id) - 1
    for (let field = 0; field < TEXT_FIELDS.length; field += 1) {
      const tokens = fields[field]! === '' ? [] : tokenize(fields[field]!)
      for (const term of tokens) {
        let lists = terms.get(term)
        if (lists === undefined) {
          lists = [undefined, undefined, undefined, undefined, undefined]
          terms.set(term, lists)
        }
        const list = lists[field]
        // Documents come one after the other, so a term met before in this field stands last in its list.
        if (list !== undefined && list[list.length - 2] === document) {
          if (list[list.length - 1]! < MAX_FREQUENCY) list[list.length - 1]! += 1
        } else {
          if (list === undefined) lists[field] = [document, 1]
          else list.push(document, 1)
        }
      }
      lengths[field]!.push(tokens.length)
    }
  }
  return inOrder(ids, lengths, terms)
}

/** The text index over postings in memory. */
export function memoryTextIndex(data: PostingsData): TextIndex {
  const numbers = new Map(data.ids.map((id, number) => [id, number]))
  const sums = data.lengths.map((lengths) => lengths.reduce((sum, length) => sum + length, 0))
  const countDocuments = documentCounter(data.ids.length)
  let sorted: readonly string[] | undefined
  return {
    documentCount: data.ids.length,
    id: (document) => data.ids[document]!,
    document: (id) => numbers.get(id) ?? -1,
    lengths: (field) => data.lengths[field]!,
    lengthSum: (field) => sums[field]!,
    postings: (term) => termPostings(term, data.terms.get(term)),
    *termsWithPrefix(prefix) {
      sorted ??= [...data.terms.keys()].sort(byText)
      for (let i = lowerBound(sorted, prefix); i < sorted.length && sorted[i]!.startsWith(prefix); i += 1) {
        yield { term: sorted[i]!, documents: countDocuments(data.terms.get(sorted[i]!)!) }
      }
    },
  }
}

/** Counts the documents that hold a term in any field, for an index of `size` documents. */
export function documentCounter(size: number): (lists: PostingLists) => number {
  const seen = new Uint32Array(size)
  let stamp = 0
  return (lists) => {
    stamp += 1
    let count = 0
    let alone: readonly number[] | undefined
    for (const list of lists) {
      if (list === undefined) continue
      // The first list is counted by its length; it is walked only when a second one may repeat its documents.
      if (count === 0) {
        alone = list
        count = list.length / 2
        continue
      }
      if (alone !== undefined) for (let i = 0; i < alone.length; i += 2) seen[alone[i]!] = stamp
      alone = undefined
      for (let i = 0; i < list.length; i += 2) {
        if (seen[list[i]!] === stamp) continue
        seen[list[i]!] = stamp
        count += 1
      }
    }
    return count
  }
}

/** Renumbers documents so that numbers follow the ids, and lists ascend. The lists are changed in place. */
function inOrder(
  ids: readonly CardId[],
  lengths: readonly (readonly number[])[],
  terms: ReadonlyMap<string, Lists>,
): PostingsData {
  const order = ids.map((_, number) => number).sort((a, b) => byText(ids[a]!, ids[b]!))
  const place = new Uint32Array(order.length)
  order.forEach((number, at) => {
    place[number] = at
  })
  if (order.some((number, at) => number !== at)) {
    for (const lists of terms.values()) for (const list of lists) if (list !== undefined) renumber(list, place)
  }
  return {
    ids: order.map((number) => ids[number]!),
    lengths: lengths.map((field) => Uint32Array.from(order, (number) => field[number]!)),
    terms,
  }
}

function renumber(list: number[], place: Uint32Array): void {
  let ascends = true
  for (let i = 0; i < list.length; i += 2) {
    list[i] = place[list[i]!]!
    if (i > 0 && list[i]! < list[i - 2]!) ascends = false
  }
  if (ascends) return
  // One float holds both numbers exactly, and typed arrays sort without a callback.
  const packed = new Float64Array(list.length / 2)
  for (let i = 0; i < packed.length; i += 1) packed[i] = list[2 * i]! * FREQUENCIES + list[2 * i + 1]!
  packed.sort()
  packed.forEach((value, i) => {
    list[2 * i] = Math.floor(value / FREQUENCIES)
    list[2 * i + 1] = value % FREQUENCIES
  })
}

function termPostings(term: string, lists: PostingLists | undefined): TermPostings | undefined {
  if (lists === undefined) return undefined
  const fields: FieldPostings[] = []
  lists.forEach((list, field) => {
    if (list === undefined) return
    const documents = new Uint32Array(list.length / 2)
    const frequencies = new Uint32Array(list.length / 2)
    for (let i = 0; i < documents.length; i += 1) {
      documents[i] = list[2 * i]!
      frequencies[i] = list[2 * i + 1]!
    }
    fields.push({ field, documents, frequencies })
  })
  return { term, fields }
}

/** Place of the first value that is not below `bound` in a sorted list. */
function lowerBound(values: readonly string[], bound: string): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}
