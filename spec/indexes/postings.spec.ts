import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildPostings, documentCounter, memoryTextIndex } from '../../lib/indexes/postings.ts'
import { words } from './deck.ts'
import { documents, textContract, textDocument } from './text-contract.ts'

textContract('indexes/postings: contract of TextIndex in memory', memoryTextIndex)

const spec = suite('indexes/postings')

spec('does not depend on the order of the documents', () => {
  const store = documents(80, 7)
  const sorted = (given: typeof store) => {
    const { ids, lengths, terms } = buildPostings(given, words)
    return { ids, lengths, terms: [...terms].sort(([a], [b]) => (a < b ? -1 : 1)) }
  }
  assert.equal(sorted([...store].reverse()), sorted(store))
})
spec('takes documents one by one', () => {
  let alive = 0
  function* stream() {
    for (const one of documents(20, 8)) {
      alive += 1
      yield one
    }
  }
  assert.is(buildPostings(stream(), words).ids.length, 20)
  assert.is(alive, 20)
})
spec('counts a document once, whatever its fields', () => {
  const { terms } = buildPostings(
    [textDocument('a', 'x', '', '', 'x', 'x x'), textDocument('b', '', '', '', '', 'x'), textDocument('c', 'x')],
    words,
  )
  assert.is(documentCounter(3)(terms.get('x')!), 3)
})
spec('fault 061: indexes constructor, toString and __proto__ like any word', () => {
  const index = memoryTextIndex(
    buildPostings([textDocument('a', '', '', '', '', 'constructor toString hasOwnProperty valueOf __proto__')], words),
  )
  for (const term of words('constructor toString hasOwnProperty valueOf __proto__'))
    assert.is(index.postings(term)!.fields[0]!.frequencies[0], 1)
  assert.is(index.postings('isPrototypeOf'), undefined)
})
spec.run()
