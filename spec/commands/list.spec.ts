import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Ran, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    ...card('module.b', 'tags: [core, Web UI]\nstatus: active'),
    ...card('module.a', 'tags: [core]\npriority: low'),
    ...card('task.z', 'priority: P0\nstatus: done'),
    ...card('decision.y', 'status: accepted\nupdated: 2026-07-02\nlast_verified: 2026-07-01'),
  })
const ids = ({ json }: Ran): readonly string[] => json.cards.map(({ id }: { id: string }) => id)

const spec = suite('commands/list')
spec('shows all cards by priority, then id', () =>
  assert.equal(ids(sample().run('list', '--json')), ['task.z', 'decision.y', 'module.b', 'module.a']),
)
spec('one type by name or plural; a misspelt one is refused with the nearest', () => {
  for (const type of ['module', 'modules', 'Module'])
    assert.equal(ids(sample().run('list', type, '--json')), ['module.b', 'module.a'], type)
  const { code, stderr } = sample().run('list', 'modle')
  assert.is(code, 64)
  assert.match(stderr, 'did you mean module?')
})
spec('filters by status, by all tags in any case, and by staleness', () => {
  const w = sample()
  assert.equal(ids(w.run('list', '--status', 'done', '--status', 'active', '--json')), ['task.z', 'module.b'])
  assert.equal(ids(w.run('list', '--tag', 'CORE', '--tag', 'web ui', '--json')), ['module.b'])
  assert.equal(ids(w.run('list', '--stale', '--json')), ['decision.y'])
})
spec('a limit says how many there are in all', () => {
  const { json, stdout } = sample().run('list', '--limit', '1', '--json')
  assert.equal([json.cards.length, json.total, json.complete], [1, 4, false])
  assert.match(sample().run('list', '--limit', '1').stdout, '1 of 4 cards')
  assert.ok(stdout.endsWith('\n'))
})
spec('nothing like that is exit 1', () => {
  const { code, stdout } = sample().run('list', 'risk')
  assert.is(code, 1)
  assert.match(stdout, 'No card')
})
spec('compact shows one line a card with its marks', () =>
  assert.match(sample().run('list', 'decision').stdout, /^decision\.y \[accepted, stale\] {2}/),
)
spec('paths prints the files', () => assert.is(sample().run('list', 'task', '--format', 'paths').stdout, '.pmem/tasks/z.md\n'))
spec.run()
