import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startOf, stepped, trustAfter } from '../../lib/ledger/trust.ts'

const spec = suite('ledger/trust')
spec('B10: helpful and unhelpful at 0.5, at 0.02, at 0.99', () =>
  assert.equal([stepped(500, 'h'), stepped(500, 'u'), stepped(20, 'u'), stepped(990, 'h')], [550, 400, 0, 1000]),
)
spec('every step is rounded half up to a thousandth', () => {
  assert.equal([stepped(450, 'a'), stepped(5, 'd'), stepped(15, 'd'), stepped(1, 'a'), stepped(10, 'a')], [428, 5, 14, 1, 10])
})
spec('steps that nobody knows yet change nothing, and no sequence leaves 0 to 1000 or the whole numbers', () => {
  assert.is(trustAfter('x?h', 0), 50)
  for (let start = 0; start <= 1000; start += 1)
    for (const step of 'hudpa') {
      const after = stepped(start, step)
      assert.ok(Number.isInteger(after) && after >= 0 && after <= 1000, `${step} at ${start}`)
    }
})
spec('trust starts at what the card says, else in the middle', () =>
  assert.equal(
    [startOf(undefined), startOf(null), startOf(0), startOf(1), startOf(0.0625), startOf(7)],
    [500, 500, 0, 1000, 63, 1000],
  ),
)
spec.run()
