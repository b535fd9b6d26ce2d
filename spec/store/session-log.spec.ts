import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openProjectAt } from '../../lib/store/project.ts'
import { logSession, pruneSessions, readSession, type SessionRecord } from '../../lib/store/session-log.ts'
import { world } from '../world.ts'

const FOLDER = '.pmem/local/sessions'
const SHOWN: SessionRecord = { k: 'shown', cards: ['module.a'] }

const spec = suite('store/session-log')
spec('gives back what was kept of a session, in order, and of no other', () => {
  const project = openProjectAt(world().host, '/project')
  logSession(project, 'one', SHOWN)
  logSession(project, 'one', { k: 'edited', file: 'a.ts', cards: [] })
  logSession(project, 'two', { k: 'compacted' })
  assert.equal(
    readSession(project, 'one').map(({ k }) => k),
    ['shown', 'edited'],
  )
  assert.equal(readSession(project, 'three'), [])
})
spec('a session without a name is not kept, and no name leads out of the folder', () => {
  const { host } = world()
  const project = openProjectAt(host, '/project')
  logSession(project, '', SHOWN)
  assert.is(project.files.list(FOLDER), undefined)
  for (const name of ['../../../x', '/etc/x', 'a/b', '\0', 'x'.repeat(10_000), '猫']) logSession(project, name, SHOWN)
  const names = (project.files.list(FOLDER) ?? []).map((entry) => entry.name)
  assert.is(names.length, 6)
  for (const name of names) assert.match(name, /^[0-9a-f]{12}\.jsonl$/)
})
spec('lines that are damaged are left out', () => {
  const { host } = world()
  const project = openProjectAt(host, '/project')
  logSession(project, 'one', SHOWN)
  const [name] = (project.files.list(FOLDER) ?? []).map((entry) => entry.name)
  const bad = ['{"k":"shown"}', '{"k":"edited","cards":[]}', '{"k":"shown","cards":[7]}', 'null', '{"k', '7'].join('\n')
  host.edit(`${FOLDER}/${name}`, `${bad}\n${JSON.stringify(SHOWN)}\n{"k":"shown","ca`)
  assert.equal(readSession(project, 'one'), [SHOWN])
})
spec('only the newest hundred sessions are kept, and a long one is not written down further', () => {
  const w = world()
  const project = openProjectAt(w.host, '/project')
  for (let n = 0; n < 110; n += 1) {
    logSession(project, `s${n}`, SHOWN)
    w.host.setNow(w.host.now() + 1_000)
  }
  pruneSessions(project)
  assert.is(project.files.list(FOLDER)?.length, 100)
  assert.equal([readSession(project, 's9').length, readSession(project, 's10').length], [0, 1])
  for (let n = 0; n < 20; n += 1) logSession(project, 'long', { k: 'shown', cards: ['x'.repeat(60_000)] })
  assert.ok(readSession(project, 'long').length < 12)
})
spec.run()
