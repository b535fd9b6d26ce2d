import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    ...card('module.store', 'title: Store\ndecided_by: decision.json'),
    ...card('decision.json', 'title: JSON\nsupersedes: decision.sql\nderived_from: trace.measured'),
    ...card('decision.sql', 'title: SQL\nstatus: superseded'),
    ...card('trace.measured', 'title: Measured'),
    ...card('task.x', 'depends_on: module.store'),
    ...card('risk.alone'),
  })

const spec = suite('commands/trace')
spec('shows what a card rests on over several hops, what rests on it, and the evidence', () => {
  const { json } = sample().run('trace', 'module.store', '--json')
  assert.equal(
    json.why.map(({ depth, id }: { depth: number; id: string }) => `${depth} ${id}`),
    ['1 decision.json', '2 trace.measured', '2 decision.sql'],
  )
  assert.equal(
    json.used_by.map(({ id }: { id: string }) => id),
    ['task.x'],
  )
  assert.equal(json.evidence_paths, ['.pmem/decisions/json.md', '.pmem/decisions/sql.md', '.pmem/traces/measured.md'])
})
spec('shows the line of supersession, newest first', () => {
  assert.equal(
    sample()
      .run('trace', 'decision.sql', '--json')
      .json.history.map(({ id }: { id: string }) => id),
    ['decision.json', 'decision.sql'],
  )
  assert.match(sample().run('trace', 'decision.sql').stdout, 'History, newest first:\n  decision.json')
})
spec('--depth ends the walk', () =>
  assert.equal(sample().run('trace', 'module.store', '--depth', '1', '--json').json.why.length, 1),
)
spec('a card without reasons says so', () =>
  assert.match(sample().run('trace', 'risk.alone').stdout, 'Why:\n  (nothing recorded)'),
)
spec('an unknown id is exit 1', () => assert.is(sample().run('trace', 'nope').code, 1))
spec.run()
