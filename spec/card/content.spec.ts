import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { contentForHash, decodeUtf8 } from '../../lib/card/content.ts'

const spec = suite('card/content')

spec('hashes the same text whatever its BOM and line ends', () => {
  for (const text of ['\ufeffa\nb\n', 'a\r\nb\r\n', 'a\rb\r', '\ufeffa\r\nb\n']) assert.is(contentForHash(text), 'a\nb\n')
})
spec('drops one BOM and no more', () => assert.is(contentForHash('\ufeff\ufeffa'), '\ufeffa'))
spec('decodes UTF-8 with its BOM', () => {
  assert.equal(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, 0xe6, 0xb7, 0xb1])), { ok: true, text: '\ufeff深' })
})
spec('places the first byte that is no UTF-8', () => {
  const bad: readonly (readonly [readonly number[], number, number])[] = [
    [[0x61, 0x0a, 0x62, 0xff], 2, 2],
    [[0xc0, 0x80], 1, 1],
    [[0x0a, 0xed, 0xa0, 0x80], 2, 1],
    [[0xf5, 0x80, 0x80, 0x80], 1, 1],
    [[0x61, 0xe6, 0xb7], 1, 2],
  ]
  for (const [bytes, line, column] of bad) {
    const decoded = decodeUtf8(new Uint8Array(bytes))
    assert.ok(!decoded.ok && decoded.line === line && decoded.column === column, String(bytes))
  }
})
spec('recognises UTF-16', () => {
  const decoded = decodeUtf8(new Uint8Array([0xff, 0xfe, 0x61, 0]))
  assert.ok(!decoded.ok && decoded.reason.includes('UTF-16'))
})
spec.run()
