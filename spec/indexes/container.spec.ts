import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Bytes, textReader, utf8Bytes } from '../../lib/indexes/bytes.ts'
import { type Container, DamagedIndex, openContainer } from '../../lib/indexes/container.ts'
import { encodeContainer, type Row } from '../../lib/indexes/container-writer.ts'
import { byText } from '../../lib/text/order.ts'
import { generator } from './deck.ts'
import { piecesText } from './pieces.ts'

const HEADER = { kind: 'test', format: 3, note: 'ü' }
const random = generator(1)
const ODD = ['', '"', '\\', 'a\nb', '\ud83d', '\u{1f600}', '\uffee', '决策', '__proto__', 'key', 'key"', 'key1']
const keys = [...new Set([...ODD, ...Array.from({ length: 400 }, (_, i) => `key${Math.floor(random() * 1e6)}-${i}`)])].sort(
  byText,
)
const rowsOf = (key: string, i: number): Row[] =>
  Array.from({ length: i % 7 === 0 ? 3 : 1 }, (_, n): Row => [key, JSON.stringify([key, n, 'x'.repeat(i % 50)])])
const keyed = keys.flatMap(rowsOf)
const numbered = keys.map((key, i): Row => [key, JSON.stringify([i])])
const text = piecesText(
  encodeContainer(HEADER, [
    { name: 'keyed', open: '[', rows: keyed },
    { name: 'numbered', open: null, rows: numbered },
    { name: 'empty', open: '[', rows: [] },
  ]),
)
const open = (bytes: Bytes = textReader(text)): Container => openContainer(bytes, 'test', 3)!

const spec = suite('indexes/container')

spec('is JSON that any parser reads', () => {
  const parsed = JSON.parse(text)
  assert.is(parsed.note, 'ü')
  assert.equal(
    parsed.keyed,
    keyed.map(([, row]) => JSON.parse(row)),
  )
  assert.equal(
    parsed.numbered,
    keys.map((_, i) => [i]),
  )
  assert.equal(parsed.empty, [])
})
spec('has one row a line', () => assert.ok(keyed.every(([, row]) => text.includes(`\n${row},\n`) || text.includes(`\n${row}\n`))))
spec('finds the rows of every key, and no other', () => {
  for (const key of keys)
    assert.equal(
      open().rows('keyed', key),
      keyed.filter(([other]) => other === key).map(([, row]) => row),
    )
  for (const key of ['ke', 'key0', '"x', '\u{10ffff}', 'zzz', '\0'])
    assert.equal(
      open().rows('keyed', key),
      keyed.filter(([other]) => other === key).map(([, row]) => row),
    )
  assert.equal(open().rows('empty', 'key'), [])
})
spec('finds a key by its number and a number by its key', () => {
  const container = open()
  for (const [number, [, row]] of keyed.entries()) assert.is(container.row('keyed', number), row)
  for (const [number, [, row]] of numbered.entries()) assert.is(container.row('numbered', number), row)
  for (const key of keys)
    assert.is(
      container.rowNumber('keyed', key),
      keyed.findIndex(([other]) => other === key),
    )
  assert.is(container.rowNumber('keyed', 'nothing'), -1)
  assert.is(container.row('keyed', -1), undefined)
  assert.is(container.row('keyed', keyed.length), undefined)
  assert.is(container.row('empty', 0), undefined)
})
spec('gives the rows under a prefix in order', () => {
  for (const prefix of ['', 'k', 'key', 'key1', 'key99', 'key"', '决', '\\', 'none', '\u{1f600}', '~']) {
    const wanted = keyed.filter(([key]) => key.startsWith(prefix)).map(([, row]) => row)
    assert.equal([...open().range('keyed', prefix)], wanted, prefix)
  }
  assert.equal([...open().range('empty', '')], [])
})
spec('gives all rows parsed', () => {
  assert.equal(
    [...open().values('keyed')],
    keyed.map(([, row]) => JSON.parse(row)),
  )
  assert.equal([...open().values('empty')], [])
  assert.is(open().count('keyed'), keyed.length)
})
spec('reads little for one key', () => {
  let read = 0
  const reader = textReader(text)
  const container = open({
    size: reader.size,
    read: (at, length) => {
      read += length
      return reader.read(at, length)
    },
  })
  container.rows('keyed', 'key')
  assert.ok(read < reader.size / 2, `${read} of ${reader.size}`)
})
spec('refuses another kind, another format and what is no container', () => {
  assert.is(openContainer(textReader(text), 'other', 3), undefined)
  assert.is(openContainer(textReader(text), 'test', 2), undefined)
  for (const foreign of [
    '',
    '{}',
    '{}\n',
    '[1]',
    text.slice(1),
    `${text} `,
    `${text}\n`,
    `<<<<<<< HEAD\n${text}`,
    JSON.stringify(JSON.parse(text)),
    JSON.stringify(JSON.parse(text), null, 2),
  ]) {
    assert.is(openContainer(textReader(foreign), 'test', 3), undefined)
  }
})
spec('refuses a file cut short anywhere', () => {
  const reader = textReader(text)
  for (let size = 0; size < reader.size; size += 7) {
    assert.is(
      openContainer({ size, read: (at, length) => reader.read(at, Math.min(length, size - at)) }, 'test', 3),
      undefined,
      `${size}`,
    )
  }
})
spec('never answers wrongly from a damaged file', () => {
  const good = utf8Bytes(text)
  const sample = [...keys.slice(0, 20), 'key', keys[200]!]
  const answers = (container: Container): string =>
    JSON.stringify([
      sample.map((key) => container.rows('keyed', key)),
      [...container.range('keyed', 'key1')],
      container.row('numbered', 77),
      container.header,
    ])
  const right = answers(open())
  let refused = 0
  for (let at = 0; at < good.length; at += at < 64 ? 1 : 13) {
    const bad = Uint8Array.from(good)
    bad[at]! ^= at % 2 === 0 ? 1 : 4
    try {
      const container = openContainer({ size: bad.length, read: (from, length) => bad.subarray(from, from + length) }, 'test', 3)
      if (container === undefined) refused += 1
      else assert.is(answers(container), right, `byte ${at}`)
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error
      refused += 1
    }
  }
  assert.ok(refused > 100, `${refused}`)
})
spec('takes the checksums of a trusted file for granted', () => {
  const edited = text.replace('[200]', '[299]')
  assert.is(openContainer(textReader(edited), 'test', 3, { trusted: true })!.row('numbered', 200), '[299]')
  assert.throws(
    () => open(textReader(edited)).row('numbered', 200),
    (error: Error) => error instanceof DamagedIndex,
  )
})
spec.run()
