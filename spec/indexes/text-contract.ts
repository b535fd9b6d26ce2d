import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildPostings, type PostingsData, type TextDocument } from '../../lib/indexes/postings.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { type FieldPostings, TEXT_FIELDS, type TextIndex } from '../../lib/model/text-index.ts'
import { byText } from '../../lib/text/order.ts'
import { deck, words } from './deck.ts'

export const textDocument = (id: string, ...fields: string[]): TextDocument => ({
  id: id as CardId,
  fields: [fields[0] ?? '', fields[1] ?? '', fields[2] ?? '', fields[3] ?? '', fields[4] ?? ''],
})

/** The documents of a random store, in no order. */
export const documents = (size: number, seed: number): TextDocument[] =>
  deck(size, seed).map(({ id, title, aliases, tags, summary, body }) =>
    textDocument(id, title, aliases.join('\n'), tags.join('\n'), summary, body),
  )

/** What every implementation of TextIndex does: the same suite runs against each, compared with a naive reading of the texts. */
export function textContract(name: string, open: (data: PostingsData) => TextIndex): void {
  const spec = suite(name)
  const stores = [1, 2, 3].map((seed) => documents(seed * 50, seed))
  const opened = stores.map((store) => [naive(store), open(buildPostings(store, words))] as const)

  spec('numbers documents in code-unit order of their ids', () => {
    for (const [{ ids }, index] of opened) {
      assert.is(index.documentCount, ids.length)
      assert.equal(
        ids.map((_, number) => index.id(number)),
        ids,
      )
      assert.equal(
        ids.map((id) => index.document(id)),
        ids.map((_, number) => number),
      )
      assert.is(index.document('nothing' as CardId), -1)
    }
  })
  spec('measures a field by its terms, repeats counted', () => {
    for (const [{ lengths }, index] of opened) {
      TEXT_FIELDS.forEach((_, field) => {
        assert.equal([...index.lengths(field)], lengths[field])
        assert.is(
          index.lengthSum(field),
          lengths[field]!.reduce((sum, length) => sum + length, 0),
        )
      })
    }
  })
  const ascending = ({ field, documents, frequencies }: FieldPostings): unknown => {
    const pairs = [...documents].map((document, at) => [document, frequencies[at]!] as const).sort(([a], [b]) => a - b)
    return [field, pairs.map(([document]) => document), pairs.map(([, frequency]) => frequency)]
  }
  spec('gives for every term the documents and frequencies of each field', () => {
    for (const [{ terms }, index] of opened) {
      for (const [term, fields] of terms) {
        const found = index.postings(term)
        assert.is(found?.term, term)
        assert.equal(found!.fields.map(ascending), fields, JSON.stringify(term))
      }
      for (const term of ['', 'nothing', 'retr', '"', '\ud83d\ude00x'])
        assert.is(index.postings(term) === undefined, !terms.has(term))
    }
  })
  spec('gives the terms under a prefix in order, with the number of documents that hold each', () => {
    for (const [{ terms }, index] of opened) {
      for (const prefix of ['', 'r', 're', 'retry', '决', '\\', 'a"', '__', '\ud83d', '\u{1f600}', 'none', '\uffef']) {
        const wanted = [...terms.keys()].filter((term) => term.startsWith(prefix)).sort(byText)
        const count = (term: string): number => new Set(terms.get(term)!.flatMap(([, documents]) => documents)).size
        assert.equal(
          [...index.termsWithPrefix(prefix)],
          wanted.map((term) => ({ term, documents: count(term) })),
          JSON.stringify(prefix),
        )
      }
    }
  })
  spec('answers the same twice', () => {
    const [, index] = opened[0]!
    assert.equal(index.postings('retry'), index.postings('retry'))
    assert.equal(index.lengths(4), index.lengths(4))
  })
  spec('is empty for an empty store', () => {
    const index = open(buildPostings([], words))
    assert.is(index.documentCount, 0)
    assert.is(index.postings('retry'), undefined)
    assert.is(index.lengths(0).length, 0)
    assert.is(index.document('x' as CardId), -1)
    assert.equal([...index.termsWithPrefix('')], [])
  })
  spec.run()
}

type Naive = {
  readonly ids: CardId[]
  readonly lengths: number[][]
  readonly terms: Map<string, [field: number, documents: number[], frequencies: number[]][]>
}

function naive(store: readonly TextDocument[]): Naive {
  const sorted = [...store].sort((a, b) => byText(a.id, b.id))
  const texts = sorted.map(({ fields }) => fields.map(words))
  const all = new Set(texts.flat(2))
  const terms: Naive['terms'] = new Map()
  for (const term of all) {
    const fields = TEXT_FIELDS.map((_, field): [number, number[], number[]] => {
      const counts = texts.map((document) => document[field]!.filter((word) => word === term).length)
      return [field, counts.flatMap((count, number) => (count > 0 ? [number] : [])), counts.filter((count) => count > 0)]
    })
    terms.set(
      term,
      fields.filter(([, documents]) => documents.length > 0),
    )
  }
  return {
    ids: sorted.map(({ id }) => id),
    lengths: TEXT_FIELDS.map((_, field) => texts.map((document) => document[field]!.length)),
    terms,
  }
}
