import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, idsOf, type Json, type World, world } from '../world.ts'

const FILES: Readonly<Record<string, string>> = {
  ...card('module.ship', 'title: Release train\nupdated: 2026-07-01', 'Every Tuesday the train leaves.\n'),
  ...card('module.lock', 'title: Store lock\naliases: [mutex]\ntags: [core]\nupdated: 2026-07-01', 'One writer at a time.\n'),
  ...card('module.rain', 'title: Weather\nupdated: 2026-07-01', 'Rain and wind, measured each hour.\n'),
}
const taught = (id: string, query: string, files: Readonly<Record<string, string>> = FILES): World => {
  const w = world(files)
  assert.is(w.run('feedback', id, 'helpful', '--query', query).code, 0)
  return w
}
const learnedOf = (w: World, query: string, ...more: readonly string[]): Json =>
  w
    .run('ask', query, '--json', ...more)
    .json.matched.flatMap(({ id, reasons }: Json) =>
      reasons.filter(({ channel }: Json) => channel === 'learned').map(({ detail, base }: Json) => [id, detail, base]),
    )

const spec = suite('query/learned')
spec('a card answers to a question it was marked helpful for, though it holds no word of it, and --explain says why', () => {
  assert.is(world(FILES).run('ask', 'how do we deploy').code, 1)
  const w = taught('module.ship', 'how do we deploy')
  assert.equal(idsOf(w.run('ask', 'how do we deploy', '--json')), ['module.ship'])
  assert.is(w.run('ask', 'deploy it how', '--json').json.matched[0].match_type, 'alias')
  assert.match(w.run('ask', 'how do we deploy', '--explain').stdout, '. learned 0.5 how do we deploy (helpful on 2026-07-03)')
})
spec('the same in Chinese, and within a longer question', () => {
  const w = taught('module.ship', '怎么部署上线')
  assert.equal(idsOf(w.run('ask', '怎么部署上线', '--json')), ['module.ship'])
  const [[id, , base]] = learnedOf(taught('module.ship', 'deploy'), 'deploy when it rains')
  assert.is(id, 'module.ship')
  assert.ok(base < 0.5)
})
spec('it is below every name: id, alias, title, tag, file and parts of them', () => {
  for (const query of ['module.lock', 'mutex', 'Store lock', 'core', 'lock', '.pmem/locks/lock.md']) {
    const w = taught('module.ship', query)
    const ids = idsOf(w.run('ask', query, '--json'))
    if (query !== '.pmem/locks/lock.md') assert.is(ids[0], 'module.lock', query)
    for (const [, , base] of learnedOf(w, query)) assert.ok(base <= 0.5, query)
  }
})
spec('it fades, comes back when it is said again, and is nothing in the end', () => {
  const w = taught('module.ship', 'deploy')
  const baseAt = (now: string): number | undefined => learnedOf(w, 'deploy', '--now', now)[0]?.[2]
  assert.equal(
    [baseAt('2026-07-03'), baseAt('2026-10-01'), baseAt('2026-12-30'), baseAt('2020-01-01')],
    [0.5, 0.303265, undefined, 0.5],
  )
  assert.is(w.run('ask', 'deploy', '--now', '2027-09-01').code, 1)
  w.wait(180)
  w.run('feedback', 'module.ship', 'helpful', '--query', 'deploy')
  assert.is(baseAt('2026-12-30'), 0.5)
})
spec('it is taken away by hand and by the opposite of what taught it', () => {
  for (const argv of [
    ['taught', 'module.ship', '--remove', 'deploy'],
    ['taught', 'module.ship', '--remove-all'],
    ['feedback', 'module.ship', 'unhelpful', '--query', 'deploy'],
  ]) {
    const w = taught('module.ship', 'deploy')
    assert.is(w.run(...argv).code, 0)
    assert.is(w.run('ask', 'deploy').code, 1, argv.join(' '))
  }
})
spec('a question that says nothing about a subject teaches nothing', () => {
  const w = world(FILES)
  const { json } = w.run('feedback', 'module.ship', 'helpful', '--query', 'ok continue', '--json')
  assert.equal([json.taught, json.notes.length], [false, 1])
  assert.is(w.run('ask', 'ok continue').code, 1)
})
spec('a card that is gone, secret or of another type does not come back by it', () => {
  const w = taught('module.ship', 'deploy')
  assert.is(w.run('ask', 'deploy', '--type', 'decision').code, 1)
  w.edit('.pmem/modules/ship.md', (w.text('.pmem/modules/ship.md') as string).replace('id:', 'sensitivity: secret\nid:'))
  assert.is(w.run('ask', 'deploy').code, 1)
  w.edit('.pmem/modules/ship.md', null)
  assert.is(w.run('ask', 'deploy').code, 1)
})
spec('the small program says the same from the cache as the full one from the files', () => {
  const w = taught('module.ship', 'how do we deploy')
  w.wait(1)
  w.run('list')
  const hot = w.runHot('ask', 'how do we deploy', '--json')
  assert.is(hot?.stdout, w.run('ask', 'how do we deploy', '--json').stdout)
  assert.is(hot?.code, 0)
})
spec.run()
