import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type World, world } from '../world.ts'

const LEDGER = '.pmem/ledger/2026-07'
const built = (): World => {
  const w = world({
    ...card('module.a', 'title: A'),
    ...card('module.b', 'title: B\nsource_files: [src/b.ts]'),
    'src/b.ts': 'b\n',
  })
  w.run('feedback', 'module.a', 'helpful', '--query', 'red balloon')
  w.run('mark-dirty', 'module.b', '--reason', 'x')
  w.run('verify-card', 'module.b')
  w.wait(2)
  w.run('verify-card', 'module.b')
  w.run('mark-dirty', 'module.a', '--reason', 'y')
  return w
}
const namesOf = (w: World): readonly string[] => (w.host.files('/project').list(LEDGER) ?? []).map(({ name }) => name)

const spec = suite('commands/ledger')
spec('draws the files together into one, names them, and everything is as before', () => {
  const w = built()
  const before = namesOf(w)
  const said = (): readonly string[] =>
    [['trust', 'module.a'], ['taught'], ['status'], ['verify']].map((argv) => w.run(...argv, '--json').stdout)
  const known = said()
  const { json } = w.run('ledger', 'compact', '--json')
  assert.equal([json.covered.length, json.removed.length, before.length], [2, 2, 2])
  assert.ok(json.events_after < json.events_before)
  assert.equal(namesOf(w).length, 1)
  const head = JSON.parse((w.text(json.snapshot) as string).split('\n')[0] as string)
  assert.equal([head.k, head.covers], ['snapshot', before])
  assert.equal(said(), known)
  w.edit('.pmem/local/ledger-fold', null)
  assert.equal(said(), known)
})
spec('a second time there is nothing to draw together, and what comes later is drawn in', () => {
  const w = built()
  w.run('ledger', 'compact')
  const [snapshot] = namesOf(w)
  assert.is(w.run('ledger', 'compact', '--json').json.snapshot, null)
  assert.equal(namesOf(w), [snapshot])
  w.run('feedback', 'module.b', 'unhelpful')
  assert.equal(w.run('ledger', 'compact', '--json').json.covered.length, 2)
  assert.is(namesOf(w).length, 1)
  assert.is(w.run('trust', 'module.b', '--json').json.trust, 0.4)
})
spec('a file with lines that are no events stays as it is, and is named', () => {
  const w = built()
  const path = `${LEDGER}/${namesOf(w)[0]}`
  const torn = `${w.text(path)}{"e":"torn`
  w.edit(path, torn)
  const { json } = w.run('ledger', 'compact', '--json')
  assert.equal([json.covered.length, w.text(path)], [1, torn])
  assert.match(json.notes[0], path)
})
spec('an empty ledger is none to shorten, --dry-run writes nothing, and another action is an error of use', () => {
  assert.is(world().run('ledger', 'compact', '--json').json.snapshot, null)
  const w = built()
  const before = namesOf(w)
  assert.match(w.run('ledger', 'compact', '--dry-run').stdout, '+{"e":')
  assert.equal(namesOf(w), before)
  assert.equal([w.run('ledger', 'grow').code, w.run('ledger').code], [64, 64])
})
spec.run()
