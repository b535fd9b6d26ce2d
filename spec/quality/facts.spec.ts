import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { distractors } from '../../bench/quality/facts/distractors.ts'
import { judgeFacts } from '../../bench/quality/facts/judge.ts'

const spec = suite('quality: facts in two languages')
for (const [others, least] of [
  [0, 46],
  [1_000, 45],
  [10_000, 44],
] as const)
  spec(`puts the right fact first for ${least} of 48 questions among ${others} others`, () => {
    const { hits, asked, misses } = judgeFacts(others)
    assert.is(asked, 48)
    assert.ok(hits >= least, JSON.stringify(misses))
  })
spec('makes the same other facts from the same seed, each another one', () => {
  assert.equal(distractors(50, 3), distractors(50, 3))
  assert.is(new Set(distractors(2_000, 3)).size, 2_000)
})
spec.run()
