import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { durationMs } from '../../lib/text/duration.ts'

const spec = suite('text/duration: durationMs')

spec('reads minutes, days and seconds', () => {
  assert.equal(
    ['30m', '14d', '5s', '1.5h', '2w', '250ms'].map(durationMs),
    [1_800_000, 1_209_600_000, 5_000, 5_400_000, 1_209_600_000, 250],
  )
})
spec('gives undefined for anything else', () => {
  for (const text of ['', '5', '-5s', '5 parsecs', '1e3s', 's', '5s5s']) assert.is(durationMs(text), undefined, text)
})
spec.run()
