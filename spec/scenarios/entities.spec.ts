import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { entitiesIn } from '../../lib/facts/entities.ts'
import { card, type Json, world } from '../world.ts'

const about = (w: ReturnType<typeof world>, ...argv: string[]): readonly string[] => {
  const { stdout } = w.run(...argv, '--json')
  return JSON.parse(stdout).cards.map(({ id }: Json) => id)
}

const spec = suite('scenarios: entities')
spec('D: "Visual Studio Code" and 「记忆系统」 become entities', () => {
  assert.equal(entitiesIn('We use "Visual Studio Code" and 「记忆系统」 daily'), ['Visual Studio Code', '记忆系统'])
  assert.equal(entitiesIn('Visual Studio Code is set up'), ['Visual Studio Code'])
})
spec('D: so do `Redis` in backticks, a file path, CamelCase names, and whatever entities: lists', () => {
  assert.equal(entitiesIn('`Redis` in lib/store/lock.ts by TypeScript'), ['Redis', 'lib/store/lock.ts', 'TypeScript'])
  const w = world(card('fact.a', 'entities: [the pier, 深色]', 'It says `Redis` and "Ann Lee".\n'))
  assert.equal(w.run('facts', 'list', '--json').json.facts[0].entities, ['the pier', '深色'])
  assert.equal(about(w, 'probe', 'The Pier'), ['fact.a'])
})
spec("D: It's Bob's laptop, don't yields none", () => assert.equal(entitiesIn("It's Bob's laptop, don't"), []))
spec('D: entities are derived, and never written back', () => {
  const w = world()
  const { facts } = w.run('remember', 'Sessions live in `Redis`', '--json').json
  assert.equal(facts[0].entities, ['Redis'])
  const text = w.text(facts[0].file) as string
  w.run('probe', 'Redis')
  assert.not.match(text, 'entities')
  assert.is(w.text(facts[0].file), text)
})
spec('D: probe Redis finds cards about it, whole words only, in any kind of card', () => {
  const w = world({
    ...card('fact.a', '', 'Sessions live in `Redis`.\n'),
    ...card('module.b', 'title: Cache', 'It talks to redis.\n'),
    ...card('fact.c', '', 'Rediscovering things is fun.\n'),
    ...card('fact.d', 'sensitivity: secret', 'Redis has a password.\n'),
  })
  assert.equal(about(w, 'probe', 'Redis'), ['fact.a', 'module.b'])
  assert.equal(about(w, 'probe', 'Redis', '--type', 'fact'), ['fact.a'])
})
spec('D: % and _ are literal', () => {
  const w = world({
    ...card('fact.a', '', 'The column is user_id here.\n'),
    ...card('fact.b', '', 'The column is userXid here, or user id.\n'),
    ...card('fact.c', '', 'Done to 100% today.\n'),
  })
  assert.equal(about(w, 'probe', 'user_id'), ['fact.a'])
  assert.equal(about(w, 'probe', '%'), ['fact.c'])
  assert.equal(about(w, 'probe', '_'), [])
  assert.equal(about(w, 'probe', '100%'), ['fact.c'])
})
spec('D: reason A B gives only cards that touch both', () => {
  const w = world({
    ...card('fact.both', '', 'Redis keeps sessions of 记忆系统.\n'),
    ...card('fact.one', '', 'Redis is in memory.\n'),
    ...card('fact.other', '', '记忆系统 is ours.\n'),
  })
  assert.equal(about(w, 'reason', 'Redis', '记忆系统'), ['fact.both'])
  assert.is(w.run('reason', 'Redis').code, 64)
  assert.is(w.run('reason', 'Redis', 'zebra').code, 1)
})

const disagree = (...texts: readonly string[]): readonly string[] => {
  const files = texts.map((text, number) => card(`fact.f${number}`, '', `${text}\n`))
  const { json } = world(Object.assign({}, ...files)).run('facts', 'contradict', '--json')
  return json.contradictions.map(({ kind, a, b }: Json) => `${kind}: ${a.text} / ${b.text}`)
}
spec('D: contradict flags likes purple and dislikes purple', () =>
  assert.equal(disagree('Ann likes purple', 'Ann dislikes purple'), ['negation: Ann likes purple / Ann dislikes purple']),
)
spec('D: contradict flags port 5432 and port 5433 of the same subject', () => {
  assert.equal(disagree('The database listens on port 5432', 'The database listens on port 5433').length, 1)
  assert.equal(disagree('数据库端口是 5432', '数据库端口为 5433').length, 1)
})
spec('D: contradict flags use Redis and never use Redis', () => {
  assert.equal(disagree('Use Redis', 'Never use Redis').length, 1)
  assert.equal(disagree('Use Redis for the session cache', 'Never use Redis').length, 1)
  assert.equal(disagree('使用 Redis', '不要使用 Redis').length, 1)
})
spec('D: contradict does not flag two complementary facts about one name', () => {
  for (const pair of [
    ['"Project Heron" uses Go', '"Project Heron" ships every week'],
    ['Redis runs on port 6379', 'Redis holds sessions'],
    ['The connect timeout is 5 s', 'The read timeout is 30 s'],
    ['The prod pool size is 20', 'The test pool size is 5'],
    ['Redis is fast', 'Redis is single-threaded'],
    ['Redis runs on port 6379', 'Never use Redis for sessions'],
    ['Server 1 has 16 GB', 'Server 2 has 32 GB'],
    ['Bob likes tea', 'Ann dislikes tea'],
    ['测试环境超时 5 秒', '生产环境超时 30 秒'],
    ['小李负责支付模块', '小李负责退款模块'],
  ])
    assert.equal(disagree(...pair), [], pair.join(' | '))
})
spec('D: contradict shows the sentences and leaves out what was superseded', () => {
  const w = world({
    ...card('fact.a', 'updated: 2026-07-01', 'First. The default branch is main.\n'),
    ...card('fact.b', '', 'The default branch is master\n'),
  })
  const [found] = w.run('facts', 'contradict', 'default branch', '--json').json.contradictions
  assert.equal([found.kind, found.differing], ['value', ['main', 'master']])
  assert.equal(found.a, { id: 'fact.a', text: 'The default branch is main.', updated: '2026-07-01', file: '.pmem/facts/a.md' })
  w.run('supersede', 'fact.b', 'fact.a')
  assert.is(w.run('facts', 'contradict').code, 1)
})
spec('D: facts related names what stands in the same cards', () => {
  const w = world({
    ...card('fact.a', '', 'Redis serves `auth` and `cart`.\n'),
    ...card('fact.b', '', 'Redis backs `auth`.\n'),
    ...card('fact.c', '', 'Nothing.\n'),
  })
  const { neighbours } = w.run('facts', 'related', 'Redis', '--json').json
  assert.equal(
    neighbours.map(({ entity, count }: Json) => [entity, count]),
    [
      ['auth', 2],
      ['cart', 1],
    ],
  )
  assert.equal(
    w.run('facts', 'related', 'fact.b', '--json').json.cards.map(({ id }: Json) => id),
    ['fact.a'],
  )
})
spec.run()
