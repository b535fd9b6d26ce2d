import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { encodeBm25, openBm25, type TextMeta } from '../../lib/indexes/bm25-codec.ts'
import { textReader } from '../../lib/indexes/bytes.ts'
import { buildPostings } from '../../lib/indexes/postings.ts'
import { sha256, words } from './deck.ts'
import { piecesText } from './pieces.ts'
import { documents, textContract, textDocument } from './text-contract.ts'

const META: TextMeta = { pmemVersion: '1.0.0', sourceHash: sha256('x'), inputs: 'i' }
textContract('indexes/bm25-codec: contract of TextIndex on file', (data) => openBm25(textReader(encodeBm25(data, META)))!)

const data = buildPostings(documents(120, 11), words)
const text = piecesText(encodeBm25(data, META))

const spec = suite('indexes/bm25-codec')

spec('groups the documents of a field by term frequency', () => {
  const small = [
    textDocument('a', '', '', '', '', 'x x'),
    textDocument('b', 'x', '', '', '', 'x'),
    textDocument('c', '', '', '', '', 'x y'),
  ]
  const parsed = JSON.parse(piecesText(encodeBm25(buildPostings(small, words), META)))
  assert.equal(parsed.documents, ['a', 'b', 'c'])
  assert.equal(parsed.lengths, [
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [2, 1, 2],
  ])
  assert.equal(parsed.terms, [
    ['x', 3, [0, [1, [1]]], [4, [1, [1, 2]], [2, [0]]]],
    ['y', 1, [4, [1, [2]]]],
  ])
  assert.equal(parsed.length_sums, [1, 0, 0, 0, 5])
  assert.is(parsed.term_count, 2)
})
spec('sorts frequencies as numbers', () => {
  const many = [textDocument('a', '', '', '', '', 'x '.repeat(10)), textDocument('b', '', '', '', '', 'x x')]
  const parsed = JSON.parse(piecesText(encodeBm25(buildPostings(many, words), META)))
  assert.equal(parsed.terms, [['x', 2, [4, [2, [1]], [10, [0]]]]])
})
spec('reads only what a query touches', () => {
  let read = 0
  const many = buildPostings(
    Array.from({ length: 3000 }, (_, i) => textDocument(`id.${i}`, `word${i}`, '', '', '', 'common')),
    words,
  )
  const reader = textReader(encodeBm25(many, META))
  const index = openBm25({
    size: reader.size,
    read(at, length) {
      read += length
      return reader.read(at, length)
    },
  })!
  assert.is(index.id(index.postings('word1234')!.fields[0]!.documents[0]!), 'id.1234')
  assert.ok(read < reader.size / 8, `${read} of ${reader.size}`)
})
spec('refuses damaged, truncated, older and foreign files', () => {
  assert.is(openBm25(textReader(text.slice(10))), undefined)
  assert.is(openBm25(textReader(text.replace('"format":1', '"format":9'))), undefined)
  assert.is(openBm25(textReader('{"kind":"pmem.bm25_index"}')), undefined)
})
spec('throws rather than answer from a part edited by hand', () => {
  const edited = text.replace(/(\["retry",\d+,\[\d,\[)1/, '$12')
  assert.is.not(edited, text)
  assert.throws(
    () => openBm25(textReader(edited))!.postings('retry'),
    (error: Error) => error.name === 'DamagedIndex',
  )
})
spec.run()
