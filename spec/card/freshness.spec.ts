import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ttlDays } from '../../lib/card/freshness.ts'
import { codes, moduleCard, readCard } from './read.ts'

const spec = suite('card/freshness')

spec('reads days, weeks, months and hours rounded up', () => {
  assert.equal(['14d', '2w', '1mo', '36h', '7', '0d'].map(ttlDays), [14, 14, 30, 2, 7, 0])
  assert.is(ttlDays('soon'), undefined)
})
spec('reads ttl and policy, and the short forms', () => {
  assert.equal(moduleCard('freshness: { ttl: 14d, policy: ttl }').freshness, { ttlDays: 14, policy: 'ttl' })
  assert.equal(moduleCard('freshness: 30d').freshness, { ttlDays: 30 })
  assert.equal(moduleCard('freshness: never').freshness, { policy: 'never' })
  assert.equal(moduleCard('').freshness, {})
})
spec('warns about what it cannot read', () => {
  const parsed = readCard('---\nid: module.x\ntype: module\nfreshness:\n  ttl: soon\n  policy: sometimes\n---\n')
  assert.equal(codes(parsed), ['warning card-bad-value 5', 'warning card-bad-value 6'])
})
spec.run()
