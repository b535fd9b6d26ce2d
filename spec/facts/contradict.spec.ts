import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { claimsIn } from '../../lib/facts/claim.ts'
import { contradictions } from '../../lib/facts/contradict.ts'

const kinds = (...texts: readonly string[]): readonly string[] =>
  contradictions(texts.map((text, number) => ({ id: `fact.${number}`, text }))).map(({ kind }) => kind)

const CASES: readonly (readonly [kind: string, a: string, b: string])[] = [
  ['number', 'Postgres port is 5432', 'Postgres runs on port 5433'],
  ['number', 'The API is v1.2', 'The API is v1.3.'],
  ['number', '请求超时是 5 秒', '请求超时为 30 秒'],
  ['negation', 'We prefer tabs', "We don't prefer tabs"],
  ['negation', 'Deploys are allowed on Fridays', 'Deploys are forbidden on Fridays'],
  ['negation', '用户喜欢紫色', '用户讨厌紫色'],
  ['negation', '我喜欢紫色', '我不喜欢紫色'],
  ['value', 'The favourite colour of Ann is purple', 'The favourite colour of Ann is green'],
  ['value', '默认分支是 main', '默认分支是 master'],
  ['status', 'The migration is done', 'The migration is pending'],
  ['status', '迁移已完成', '迁移进行中'],
]
const spec = suite('facts/contradict')
for (const [kind, a, b] of CASES)
  spec(`${a} / ${b}: ${kind}`, () => {
    assert.equal(kinds(a, b), [kind])
    assert.equal(kinds(b, a), [kind])
  })
spec('agreement in other words is none', () => {
  for (const pair of [
    ['The database listens on port 5432', 'Database port: 5432'],
    ['We do not use Redis', 'We avoid Redis'],
    ['Build takes 5 minutes', 'Build takes 5 minutes on CI'],
    ['The default branch is main', 'The default branch is main, protected'],
    ['It is done', 'It is finished'],
  ])
    assert.equal(kinds(...pair), [], pair.join(' | '))
})
spec('two negations are none', () => assert.equal(kinds('We never avoid Redis', 'We use Redis'), []))
spec('sentences of one fact are not held against each other', () => assert.equal(kinds('The port is 1.\nThe port is 2.'), []))
spec('gives the same whatever the order of the facts, and each pair once', () => {
  const facts = ['The port is 1', 'The port is 2', 'The port is 3'].map((text, number) => ({ id: `fact.${number}`, text }))
  assert.equal(contradictions([...facts].reverse()), contradictions(facts))
  assert.is(contradictions(facts).length, 3)
})
spec('ends on long and on empty texts', () => {
  assert.equal(claimsIn(''), [])
  assert.ok(claimsIn('not '.repeat(50_000)).length <= 40)
  assert.ok(claimsIn('5. '.repeat(50_000)).length <= 40)
})
spec.run()
