import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sealed, unsealed } from '../../lib/store/sealed.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const spec = suite('store/sealed')
spec('a sealed text reads back as it was', () => {
  for (const text of ['a\n', '{"a":"决策"}\nrow\n', '\n']) assert.is(unsealed(bytes(sealed(text))), text)
})
spec('one that was cut, altered or has more behind it is none, nor is one without a seal', () => {
  const whole = sealed('{"a":1}\nrow\n')
  for (let end = 0; end < whole.length; end += 1) assert.is(unsealed(bytes(whole.slice(0, end))), undefined, String(end))
  for (let at = 0; at < whole.length; at += 1)
    assert.is(unsealed(bytes(`${whole.slice(0, at)}#${whole.slice(at + 1)}`)), undefined, String(at))
  for (const other of [`${whole}x`, `${whole}\n`, 'a\n', '', '\n']) assert.is(unsealed(bytes(other)), undefined, other)
  assert.is(unsealed(undefined), undefined)
})
spec('of a large one a lost block and a cut end are noticed, and every byte of its beginning', () => {
  const text = `${'0123456789abcdef'.repeat(16_384)}\n`
  const whole = bytes(sealed(text))
  assert.is(unsealed(whole), text)
  for (const at of [0, 1, 4_095, 65_535]) assert.is(unsealed(whole.map((byte, n) => (n === at ? byte ^ 1 : byte))), undefined)
  for (const from of [65_536, 100_000, 261_000])
    assert.is(unsealed(whole.map((byte, n) => (n >= from && n < from + 512 ? 0 : byte))), undefined)
  assert.is(unsealed(whole.subarray(0, whole.length - 4_096)), undefined)
})
spec.run()
