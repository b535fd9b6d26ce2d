import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { entitiesIn } from '../../lib/facts/entities.ts'
import { refineQuery } from '../../lib/text/refine.ts'
import { tokenize } from '../../lib/text/tokenize.ts'
import { world } from '../world.ts'

const spec = suite('scenarios: refining a prompt')
for (const prompt of ['运行测试', 'git status', '创建文件', 'run the tests', 'git commit', '', '  \t '])
  spec(`C: ${JSON.stringify(prompt)} gives nothing`, () => assert.is(refineQuery(prompt), ''))
const kept = (prompt: string, ...words: readonly string[]): void => {
  for (const word of words) assert.ok(refineQuery(prompt).includes(word), `${prompt} -> ${refineQuery(prompt)}`)
}
spec('C: 帮我用 TypeScript 重构 auth 模块 keeps TypeScript, auth and 模块, and drops 帮我', () => {
  kept('帮我用 TypeScript 重构 auth 模块', 'TypeScript', 'auth', '模块')
  assert.not.match(refineQuery('帮我用 TypeScript 重构 auth 模块'), '帮我')
})
spec('C: 测试框架是什么 keeps 测试 and 框架', () => kept('测试框架是什么', '测试', '框架'))
spec('C: 请求超时 keeps 请求 and 超时', () => kept('请求超时', '请求', '超时'))
spec('C: 缓存更新策略 keeps 缓存 and 策略, without a pair that never stood in the text', () => {
  kept('缓存更新策略', '缓存', '策略')
  for (const prompt of ['缓存更新策略', '缓存是什么策略', '帮我看看缓存怎么更新'])
    for (const term of tokenize(refineQuery(prompt))) assert.ok(prompt.includes(term), `${term} in ${prompt}`)
})
spec('C: test coverage keeps both words', () => assert.is(refineQuery('test coverage'), 'test coverage'))
for (const prompt of ['C++', '猫', '한국어']) spec(`C: ${prompt} survives`, () => assert.is(refineQuery(prompt), prompt))
spec('C: 「深色主题」, 《设计模式》, "quoted text" and `Visual Studio Code` are entities', () => {
  assert.equal(entitiesIn('「深色主题」和《设计模式》, "quoted text", `Visual Studio Code`'), [
    '深色主题',
    '设计模式',
    'quoted text',
    'Visual Studio Code',
  ])
  for (const name of ['深色主题', 'quoted text', 'Visual Studio Code']) assert.match(refineQuery(`please look up ${name}`), name)
})
spec('C: fact search gives nothing for an operation, with the reason', () => {
  const w = world()
  w.run('remember', 'We run the tests on Node 20')
  const { code, json } = w.run('facts', 'search', 'run the tests', '--json')
  assert.equal([code, json.results.length, json.refined], [1, 0, ''])
  assert.match(json.reason, 'operation')
})
spec.run()
