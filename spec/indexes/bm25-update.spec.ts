import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { encodeBm25, openBm25 } from '../../lib/indexes/bm25-codec.ts'
import { updateBm25 } from '../../lib/indexes/bm25-update.ts'
import { textReader } from '../../lib/indexes/bytes.ts'
import { buildPostings, type TextDocument } from '../../lib/indexes/postings.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { generator, sha256, words } from './deck.ts'
import { piecesText } from './pieces.ts'
import { documents, textDocument } from './text-contract.ts'

const META = { pmemVersion: '', sourceHash: sha256(''), inputs: '' }
const encoded = (documents: Parameters<typeof buildPostings>[0]): string =>
  piecesText(encodeBm25(buildPostings(documents, words), META))
const updated = (old: readonly TextDocument[], gone: ReadonlySet<CardId>, changed: readonly TextDocument[]): string =>
  piecesText(updateBm25(openBm25(textReader(encoded(old)))!, gone, buildPostings(changed, words), META))

const spec = suite('indexes/bm25-update')

spec('gives what indexing all documents together gives', () => {
  const random = generator(13)
  for (let round = 0; round < 80; round += 1) {
    const old = documents(Math.floor(random() * 40), round)
    const next = documents(Math.floor(random() * 50), round + 100)
    const changed = next.filter(({ id }) => !old.some((one) => one.id === id) || random() < 0.3)
    const kept = old.filter(({ id }) => !changed.some((one) => one.id === id) && random() < 0.8)
    const gone = new Set<CardId>(old.filter((one) => !kept.includes(one)).map(({ id }) => id))
    assert.is(updated(old, gone, changed), encoded([...kept, ...changed]), `round ${round}`)
  }
})
spec('leaves no term that nothing holds any more', () => {
  const old = documents(10, 1)
  assert.is(updated(old, new Set(old.map(({ id }) => id)), []), encoded([]))
})
spec('renumbers across a change of digits, whatever the terms hold', () => {
  const text = (i: number) =>
    ['common', `"[4,${i}]`, '\\', '[[99]]', `\u{1f600}${i % 3}`, i % 2 === 0 ? 'even even' : ''].join(' ')
  const all = Array.from({ length: 120 }, (_, i) => textDocument(`id.${1000 + i}`, text(i), '', '', '', text(i + 1)))
  for (const at of [0, 1, 9, 10, 11, 99, 100, 119]) {
    const rest = all.filter((_, i) => i !== at)
    assert.is(updated(rest, new Set(), [all[at]!]), encoded(all))
    assert.is(updated(all, new Set([all[at]!.id]), []), encoded(rest))
  }
})
spec('writes a row that an edit leaves as it was while others move', () => {
  const old = ['a', 'b', 'd'].map((id) => textDocument(id, 'x', '', '', '', id))
  const [, second] = old
  assert.is(
    updated(old, new Set([second!.id]), [textDocument('a1', 'x', '', '', '', 'b'), textDocument('c', 'y', '', '', '', '')]),
    encoded([old[0]!, old[2]!, textDocument('a1', 'x', '', '', '', 'b'), textDocument('c', 'y', '', '', '', '')]),
  )
})
spec.run()
