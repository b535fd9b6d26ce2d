import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    ...card(
      'module.auth',
      'title: Auth\ntags: [a]\nstatus: active\nsource_files: [src/a.ts]\nupdated: 2026-07-02\nlast_verified: 2026-07-01',
      '# Auth\n\nText.\n',
    ),
    ...card('module.new', 'supersedes: module.auth'),
    ...card('module.key', 'sensitivity: secret\nsummary: hidden words', 'hidden body\n'),
  })

const spec = suite('commands/show')
spec('prints text, state and edges', () => {
  const { json } = sample().run('show', 'module.auth', '--json')
  assert.equal(
    [json.title, json.status, json.tags, json.body, json.superseded_by],
    ['Auth', 'active', ['a'], '# Auth\n\nText.\n', 'module.new'],
  )
  assert.equal(
    json.edges.map(({ name, id }: { name: string; id: string }) => `${name} ${id}`),
    ['superseded_by module.new'],
  )
  assert.equal(json.stale_reasons, ['last verified 2026-07-01, updated 2026-07-02'])
  const { stdout } = sample().run('show', 'module.auth')
  for (const part of [
    'module.auth [module, active]  Auth',
    'Superseded by: module.new',
    'Stale: ',
    'Tags: a',
    'About: src/a.ts',
    '# Auth\n\nText.',
  ])
    assert.ok(stdout.includes(part), part)
})
spec('of a secret card it tells the file and no word of the text', () => {
  for (const format of ['compact', 'json']) {
    const { code, stdout } = sample().run('show', 'module.key', '--format', format)
    assert.is(code, 0)
    assert.not(stdout.includes('hidden'))
    assert.ok(stdout.includes('.pmem/modules/key.md'))
  }
})
spec('an unknown id is exit 1', () => assert.is(sample().run('show', 'nope').code, 1))
spec.run()
