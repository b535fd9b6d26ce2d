import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { encodeContainer, type Row } from '../../lib/indexes/container-writer.ts'
import { byText } from '../../lib/text/order.ts'
import { piecesText } from './pieces.ts'

const rows = (keys: readonly string[], length = 100): Row[] =>
  [...keys].sort(byText).map((key) => [key, JSON.stringify([key, 'x'.repeat(length)])])
const keys = Array.from({ length: 2000 }, (_, i) => `key${i}`)
const fences = (given: readonly Row[]): string[] =>
  JSON.parse(piecesText(encodeContainer({ kind: 'x' }, [{ name: 'a', open: '[', rows: given }]))).fences.a.map(
    ([key]: [string]) => key,
  )

const spec = suite('indexes/container-writer')

spec('gives equal text for equal rows', () =>
  assert.equal(
    encodeContainer({ a: 1 }, [{ name: 'a', open: '[', rows: rows(keys) }]),
    encodeContainer({ a: 1 }, [{ name: 'a', open: '[', rows: rows(keys) }]),
  ),
)
spec('cuts long output into pieces', () => {
  const pieces = encodeContainer({ kind: 'x' }, [{ name: 'a', open: '[', rows: rows(keys, 2000) }])
  assert.ok(pieces.length > 2)
  assert.is(JSON.parse(piecesText(pieces)).a.length, 2000)
})
spec('refuses keys out of order', () =>
  assert.throws(
    () =>
      encodeContainer({ kind: 'x' }, [
        {
          name: 'a',
          open: '[',
          rows: [
            ['b', '["b"]'],
            ['a', '["a"]'],
          ],
        },
      ]),
    /stands after/,
  ),
)
spec('moves few fences when a row comes in', () => {
  const before = fences(rows(keys))
  const after = fences(rows([...keys, 'key1000x']))
  assert.ok(before.length > 50)
  assert.ok(before.filter((key) => !after.includes(key)).length <= 1)
  assert.ok(after.filter((key) => !before.includes(key)).length <= 2)
})
spec('keeps a long row to itself', () => {
  const mixed = rows(keys).map(
    ([key, row]): Row => (key === 'key500' ? [key, JSON.stringify([key, 'y'.repeat(5000)])] : [key, row]),
  )
  const sorted = mixed.map(([key]) => key)
  const found = fences(mixed)
  assert.ok(found.includes('key500'))
  assert.ok(found.includes(sorted[sorted.indexOf('key500') + 1]!))
})
spec('ends in a line of fixed width that says where the table of contents starts', () => {
  const text = piecesText(encodeContainer({ kind: 'x' }, [{ name: 'a', open: '[', rows: [] }]))
  const [, end] = /"end":"(\d{16})-[0-9a-f]{8}"\}\n$/.exec(text)!
  assert.ok(text.slice(Number(end)).startsWith('"toc":{'))
})
spec.run()
