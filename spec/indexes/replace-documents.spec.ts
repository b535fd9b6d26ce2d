import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { piecesText } from '../../lib/indexes/bytes.ts'
import { encodeBm25 } from '../../lib/indexes/bm25-codec.ts'
import { buildPostings } from '../../lib/indexes/postings.ts'
import { replaceDocuments } from '../../lib/indexes/replace-documents.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { generator, sha256, words } from './deck.ts'
import { documents } from './text-contract.ts'

const encoded = (data: ReturnType<typeof buildPostings>): string =>
  piecesText(encodeBm25(data, { pmemVersion: '', sourceHash: sha256(''), inputs: '' }))

const spec = suite('indexes/replace-documents')

spec('gives what indexing all documents together gives', () => {
  const random = generator(13)
  for (let round = 0; round < 40; round += 1) {
    const old = documents(Math.floor(random() * 40), round)
    const next = documents(Math.floor(random() * 50), round + 100)
    const changed = next.filter(({ id }) => !old.some((one) => one.id === id) || random() < 0.3)
    const kept = old.filter(({ id }) => !changed.some((one) => one.id === id) && random() < 0.8)
    const gone = new Set<CardId>(old.filter((one) => !kept.includes(one)).map(({ id }) => id))
    const updated = replaceDocuments(buildPostings(old, words), gone, buildPostings(changed, words))
    assert.is(encoded(updated), encoded(buildPostings([...kept, ...changed], words)))
  }
})
spec('leaves no term that nothing holds any more', () => {
  const old = documents(10, 1)
  const emptied = replaceDocuments(buildPostings(old, words), new Set(old.map(({ id }) => id)), buildPostings([], words))
  assert.is(emptied.terms.size, 0)
  assert.is(emptied.ids.length, 0)
})
spec.run()
