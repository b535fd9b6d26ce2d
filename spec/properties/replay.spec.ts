import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { replays } from './replays.ts'

const spec = suite('properties/replay')
spec('an answer comes again byte for byte from its receipt, whatever was not committed then', () => {
  const { answers, again, differing } = replays(50, 7, 'untidy')
  assert.equal(differing, [])
  assert.is(again, answers)
})
spec('where all was committed the commit alone gives it again', () => {
  const { answers, again, committed, againAtCommit, differing } = replays(40, 8, 'committed')
  assert.equal(differing, [])
  assert.equal([again, committed, againAtCommit], [answers, answers, answers])
})
spec.run()
