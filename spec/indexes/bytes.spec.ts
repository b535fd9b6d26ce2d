import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checksum, textHash, textReader, utf8Bytes, utf8Text } from '../../lib/indexes/bytes.ts'

const spec = suite('indexes/bytes')

spec('turns text into UTF-8 and back', () => assert.is(utf8Text(utf8Bytes('a决\u{1f600}\n')), 'a决\u{1f600}\n'))
spec('reads text given in chunks as one file', () => {
  const reader = textReader(['ab', '决', 'c'])
  assert.is(reader.size, 6)
  assert.is(utf8Text(reader.read(1, 4)), 'b决')
  assert.is(reader.read(5, 9).length, 1)
})
spec('gives every byte of every position a part in the checksum', () => {
  const bytes = utf8Bytes('0123456789abcde')
  const whole = checksum(bytes)
  for (let at = 0; at < bytes.length; at += 1) {
    for (const bit of [1, 16, 128]) assert.is.not(checksum(bytes.map((byte, i) => (i === at ? byte ^ bit : byte))), whole)
  }
  assert.is.not(checksum(utf8Bytes('0123456789abcde\0')), whole)
})
spec('gives the same checksum wherever the bytes lie in memory', () => {
  const padded = utf8Bytes('xyz0123456789')
  assert.is(checksum(padded.subarray(3)), checksum(utf8Bytes('0123456789')))
})
spec('keeps its values from one release to the next, since files hold them', () => {
  assert.is(checksum(utf8Bytes('pmem')), CHECKSUM)
  assert.is(textHash('pmem'), HASH)
})

const CHECKSUM = 3435299999
const HASH = 4181164231
spec.run()
