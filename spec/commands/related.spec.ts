import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Ran, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    ...card(
      'module.auth',
      'title: Auth\ndepends_on: [module.db, module.ghost]\nsource_files: [src/auth.ts]',
      'See [[decision.jwt]].\n',
    ),
    ...card('module.db', 'title: Database\ndepends_on: module.disk'),
    ...card('module.disk', 'title: Disk'),
    ...card('decision.jwt', 'title: Tokens'),
    ...card('task.x', 'title: X\nmodule: module.auth'),
  })
const steps = ({ json }: Ran): readonly string[] =>
  json.steps.map(
    ({ depth, name, id, source }: { depth: number; name: string; id: string; source: string }) =>
      `${depth} ${name} ${id} ${source}`,
  )

const spec = suite('commands/related')
spec('shows neighbours with the name of each edge, strongest first, forwards and backwards', () => {
  assert.equal(steps(sample().run('related', 'module.auth', '--json')), [
    '1 contains task.x explicit',
    '1 depends_on module.db explicit',
    '1 references decision.jwt mention',
    '1 has_next_step task.x inferred',
  ])
  assert.equal(steps(sample().run('related', 'module.disk', '--json')), ['1 required_by module.db explicit'])
})
spec('references that lead nowhere are shown as missing, with their line, and no card is made up', () => {
  const { json } = sample().run('related', 'module.auth', '--json')
  const { stdout } = sample().run('related', 'module.auth')
  assert.equal(
    json.missing.map(({ type, target }: { type: string; target: string }) => `${type} ${target}`),
    ['depends_on module.ghost'],
  )
  assert.match(stdout, /depends_on module\.ghost \(missing: no such card, line \d+\)/)
})
spec('--depth follows further, --type and --source choose edges', () => {
  const w = sample()
  assert.ok(steps(w.run('related', 'module.auth', '--depth', '2', '--json')).includes('2 depends_on module.disk explicit'))
  assert.equal(steps(w.run('related', 'module.auth', '--type', 'references', '--json')), ['1 references decision.jwt mention'])
  assert.equal(steps(w.run('related', 'module.auth', '--source', 'mention', '--json')), ['1 references decision.jwt mention'])
  assert.match(w.run('related', 'module.auth', '--type', 'depends').stderr, 'did you mean depends_on?')
})
spec('--limit says how many neighbours it left out', () => {
  const { json } = sample().run('related', 'module.db', '--limit', '1', '--json')
  assert.is(json.steps.length, 1)
  assert.equal(json.omitted, [{ id: 'module.db', count: 1 }])
})
spec('takes a slug, an alias, a title, a file or a source file where it is the only one', () => {
  for (const name of ['auth', 'Auth', '.pmem/modules/auth.md', './.pmem/modules/auth.md', 'MODULE.AUTH'])
    assert.is(sample().run('related', name, '--json').json.id, 'module.auth', name)
})
spec('an unknown id is exit 1 with the nearest names', () => {
  const { code, stderr } = sample().run('related', 'module.aut')
  assert.is(code, 1)
  assert.match(stderr, 'Did you mean module.auth')
})
spec('a cycle ends', () => {
  const w = world({
    ...card('module.a', 'depends_on: module.b'),
    ...card('module.b', 'depends_on: module.c'),
    ...card('module.c', 'depends_on: module.a'),
  })
  assert.is(w.run('related', 'module.a', '--depth', '10').code, 0)
})
spec.run()
