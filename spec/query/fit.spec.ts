import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fit } from '../../lib/query/fit.ts'
import { random } from '../random.ts'

const spec = suite('query/fit')
spec('takes the greatest level that fits where each costs more than the one before', () => {
  for (let budget = 0; budget < 130; budget += 1)
    assert.equal(
      fit(100, (level) => level, budget),
      { level: Math.min(budget, 100), over: false },
    )
})
spec('takes level 0 even over the budget, and says so', () =>
  assert.equal(
    fit(9, (level) => 5 + level, 4),
    { level: 0, over: true },
  ),
)
spec('more budget never gives less, also where a level costs less than the one before', () => {
  const chance = random(1)
  for (let times = 0; times < 200; times += 1) {
    const costs = Array.from({ length: 2 + chance.below(70) }, (_, level) => level * 3 + chance.below(40))
    let before = 0
    for (let budget = 0; budget < 260; budget += 1) {
      const { level, over } = fit(costs.length - 1, (at) => costs[at]!, budget)
      assert.ok(level >= before && (over || costs[level]! <= budget), `budget ${budget} of ${costs.join()}`)
      before = level
    }
  }
})
spec('further levels above the same ones never give less', () => {
  const chance = random(2)
  for (let times = 0; times < 200; times += 1) {
    const costs = Array.from({ length: 60 }, (_, level) => level * 3 + chance.below(40))
    const budget = chance.below(250)
    const levels = Array.from({ length: 59 }, (_, most) => fit(most, (at) => costs[at]!, budget).level)
    assert.equal(
      levels,
      [...levels].sort((a, b) => a - b),
    )
  }
})
spec('prints nothing much longer than the budget', () => {
  let dearest = 0
  fit(10_000, (level) => {
    dearest = Math.max(dearest, level)
    return level
  }, 100)
  assert.ok(dearest <= 200, String(dearest))
})
spec.run()
