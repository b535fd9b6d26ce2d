import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rowsOf, rowValue } from '../../lib/text/rows.ts'
import { random } from '../random.ts'

const spec = suite('text/rows')
spec('each key finds its value, whatever its neighbours are, and no other key finds one', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { below, pick } = random(seed)
    const key = (): string =>
      Array.from({ length: 1 + below(4) }, () => pick(['a', 'b', ' ', '存', '\u{1f600}', '\ufffd', '.', 'é'])).join('')
    const entries = new Map(
      Array.from({ length: below(30) }, () => [key(), Array.from({ length: below(3) }, key).join('\t')] as const),
    )
    const rows = rowsOf(entries)
    for (const [name, value] of entries) assert.is(rowValue(rows, name), value)
    for (let tries = 0; tries < 10; tries += 1) {
      const other = key()
      assert.is(rowValue(rows, other), entries.get(other))
    }
  }
})
spec('a key that cannot be one is left out, and damaged rows give nothing', () => {
  assert.is(
    rowsOf([
      ['a\tb', '1'],
      ['a\nb', '2'],
      ['c', '3'],
    ]),
    'c\t3\n',
  )
  assert.is(rowValue('', 'a'), undefined)
  assert.is(rowValue('no tab and no end', 'a'), undefined)
})
spec.run()
