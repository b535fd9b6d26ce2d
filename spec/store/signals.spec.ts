import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CardId } from '../../lib/model/ids.ts'
import { openProjectAt } from '../../lib/store/project.ts'
import { rebuildStore } from '../../lib/store/refresh.ts'
import { signalsOf } from '../../lib/store/signals.ts'
import { random } from '../random.ts'
import { card, type Json, type World, world } from '../world.ts'

const built = (files: Readonly<Record<string, string>>): World => {
  const w = world(files)
  w.run('rebuild')
  return w
}
const suspects = (w: World): readonly string[] =>
  w.run('status', '--json').json.suspect.map(({ id, path }: Json) => `${id} ${path}`)
const OK = 'last_verified: 2026-07-03\nupdated: 2026-07-03\n'

const spec = suite('store/signals')
spec('what is dirty, changed, superseded or out of date drags along what rests on it, and lets it go when it is settled', () => {
  const w = built({
    ...card('module.a', `${OK}source_files: [src/a.ts]`),
    ...card('module.b', `${OK}depends_on: module.a`),
    ...card('decision.old', OK),
    ...card('decision.new', `${OK}supersedes: decision.old`),
    ...card('feature.f', `${OK}decided_by: decision.old`),
    ...card('module.aged', 'updated: 2026-07-03\nlast_verified: 2026-06-01'),
    ...card('feature.g', `${OK}implements: module.aged`),
    'src/a.ts': 'a\n',
  })
  const lasting = [
    'feature.f decided_by decision.old (superseded by decision.new)',
    'feature.g implements module.aged (last verified 2026-06-01, updated 2026-07-03)',
  ]
  assert.equal(suspects(w), lasting)
  w.edit('src/a.ts', 'x\n')
  assert.equal(suspects(w), [...lasting, 'module.b depends_on module.a (source changed: src/a.ts)'])
  w.run('verify-card', 'module.a')
  w.run('verify-card', 'module.aged')
  assert.equal(suspects(w), lasting.slice(0, 1))
  w.run('mark-dirty', 'module.a', '--reason', 'x')
  assert.equal(suspects(w), [lasting[0], 'module.b depends_on module.a (dirty: x)'])
  w.run('verify-card', 'module.a')
  assert.equal(suspects(w), lasting.slice(0, 1))
})
spec('a superseded card drags along nothing that supersedes it, and a trace is neither cause nor suspect', () => {
  const w = built({
    ...card('decision.old', OK),
    ...card('decision.new', `${OK}supersedes: decision.old\nderived_from: decision.old`),
    ...card('trace.t', 'derived_from: decision.old'),
    ...card('module.m', `${OK}derived_from: trace.t`),
  })
  assert.equal(suspects(w), [])
})
spec('hops weigh 0.9 each down to 0.7', () => {
  const files = Object.assign(
    {},
    ...Array.from({ length: 6 }, (_, i) =>
      card(`module.m${i}`, `title: M${i}\n${OK}${i === 0 ? '' : `depends_on: module.m${i - 1}`}`),
    ),
  )
  const w = built(files)
  w.run('mark-dirty', 'module.m0', '--reason', 'x')
  const factor = (id: string): number => w.run('ask', id, '--json').json.matched[0].factors.staleness
  assert.equal(
    ['module.m0', 'module.m1', 'module.m2', 'module.m3', 'module.m4', 'module.m5'].map(factor),
    [0.7, 0.9, 0.81, 0.729, 0.7, 0.7],
  )
})
spec('without git the first rebuild is what later changes are measured by, and a later last_verified measures anew', () => {
  const w = built({ ...card('module.a', `${OK}source_files: [src/a.ts]`), 'src/a.ts': 'a\n' })
  const stale = (): readonly string[] => w.run('show', 'module.a', '--json').json.stale_reasons
  w.edit('src/a.ts', 'x\n')
  w.run('rebuild')
  assert.equal([stale(), stale()], [['source changed: src/a.ts'], ['source changed: src/a.ts']])
  w.edit('.pmem/modules/a.md', card('module.a', 'last_verified: 2026-07-04\nsource_files: [src/a.ts]')['.pmem/modules/a.md']!)
  assert.equal(stale(), [])
  w.edit('src/a.ts', 'y\n')
  assert.equal(stale(), ['source changed: src/a.ts'])
  w.host.onWrite = () => 'fail'
  w.edit('.pmem/modules/a.md', card('module.a', 'last_verified: 2026-07-05\nsource_files: [src/a.ts]')['.pmem/modules/a.md']!)
  assert.equal(stale(), [], 'also where the disk takes no new measure')
})
spec('reading writes nothing but derived files, and says the same on a disk that takes none', () => {
  const w = built({
    ...card('module.a', `title: Auth\n${OK}source_files: [src/a.ts]`),
    ...card('module.b', `${OK}depends_on: module.a`),
    'src/a.ts': 'a\n',
  })
  w.run('verify-card', 'module.a')
  w.edit('src/a.ts', 'x\n')
  const answers = (): unknown => [
    w.run('status', '--json').json.suspect,
    w.run('ask', 'auth', '--json').json.matched.map(({ stale_reasons }: Json) => stale_reasons),
  ]
  const before = answers()
  w.host.onWrite = ({ path }) => {
    assert.match(path, /^\.pmem\/local\//)
    return 'fail'
  }
  for (const path of ['ledger-fold', 'source-stats']) w.edit(`.pmem/local/${path}`, null)
  assert.equal(answers(), before)
})
spec('card by card and all at once say the same, over 60 random stores', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const { below, pick } = random(seed)
    const ids = Array.from({ length: 3 + below(8) }, (_, i) => `${pick(['module', 'decision', 'task', 'trace'])}.m${i}`)
    const files = Object.assign(
      { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n' },
      ...ids.map((id) =>
        card(
          id,
          `updated: 2026-07-0${1 + below(3)}\n${below(2) === 0 ? 'last_verified: 2026-07-02\n' : ''}${below(4) === 0 ? 'status: superseded\n' : ''}${below(2) === 0 ? `source_files: [src/${pick(['a', 'b'])}.ts]\n` : ''}${pick(['depends_on', 'constrains', 'decided_by', 'supersedes'])}: ${pick(ids)}`,
        ),
      ),
    )
    const w = built(files)
    for (const id of ids) if (!id.startsWith('trace') && below(4) === 0) w.run(pick(['mark-dirty', 'verify-card']), id)
    w.edit('src/a.ts', 'x\n')
    const project = openProjectAt(w.host, '/project')
    const { store } = rebuildStore(project, { write: { kind: 'never' } })
    const [few, all] = [signalsOf(store, w.host.now(), 'few'), signalsOf(store, w.host.now(), 'all')]
    for (const id of ids as CardId[]) {
      for (const name of ['dirty', 'sourceChanged', 'suspect'] as const)
        assert.equal(few[name].get(id), all[name].get(id), `store ${seed}, ${name} of ${id}`)
    }
  }
})
spec.run()
