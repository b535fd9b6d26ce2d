import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, world } from '../world.ts'

const FILES = {
  ...card('decision.old', "title: Old\nstatus: accepted   # once\nupdated: '2026-05-01'", 'Text.\n'),
  ...card('decision.fresh', 'title: Fresh\nstatus: accepted', 'Instead of [[decision.old]].\n'),
  ...card('module.a', 'decided_by: [decision.old, decision.x] # c\nderived_from: decision.old', 'As decision.old said.\n'),
  ...card('trace.t', 'related: [decision.old]'),
  ...card('decision.x'),
}

const spec = suite('commands/supersede')
spec('marks the old card, links the new one, and moves what says how things are now', () => {
  const w = world(FILES)
  const { code, json } = w.run('supersede', 'decision.old', 'decision.fresh', '--json')
  assert.is(code, 0)
  assert.is(
    w.text('.pmem/decisions/old.md'),
    cardText('decision.old', "title: Old\nstatus: superseded   # once\nupdated: '2026-07-03'", 'Text.\n'),
  )
  assert.is(
    w.text('.pmem/decisions/fresh.md'),
    cardText('decision.fresh', 'title: Fresh\nstatus: accepted\nsupersedes: [decision.old]', 'Instead of [[decision.old]].\n'),
  )
  assert.is(
    w.text('.pmem/modules/a.md'),
    cardText('module.a', 'decided_by: [decision.fresh, decision.x] # c\nderived_from: decision.old', 'As decision.old said.\n'),
  )
  assert.is(w.text('.pmem/traces/t.md'), cardText('trace.t', 'related: [decision.old]'))
  assert.equal(json.flagged, [{ id: 'module.a', reason: 'decision.old was superseded by decision.fresh' }])
  assert.is(w.run('show', 'decision.old', '--json').json.superseded_by, 'decision.fresh')
  assert.is(w.run('verify', '--json').json.errors, 0)
})
spec('done twice it changes nothing more', () => {
  const w = world(FILES)
  w.run('supersede', 'decision.old', 'decision.fresh')
  const again = w.run('supersede', 'decision.old', 'decision.fresh', '--json').json
  assert.equal([again.written, again.flagged], [[], []])
})
spec('a line of supersession keeps one head and runs in no circle', () => {
  const w = world({ ...FILES, ...card('decision.other') })
  w.run('supersede', 'decision.old', 'decision.fresh')
  assert.is(w.run('supersede', 'decision.old', 'decision.old').code, 64)
  assert.match(w.run('supersede', 'decision.old', 'decision.other').stderr, 'pmem supersede decision.fresh decision.other')
  assert.match(w.run('supersede', 'decision.fresh', 'decision.old').stderr, 'superseded by decision.fresh')
  assert.is(w.run('supersede', 'decision.fresh', 'decision.other').code, 0)
  assert.equal(
    w.run('trace', 'decision.old', '--json').json.history.map(({ id }: { id: string }) => id),
    ['decision.other', 'decision.fresh', 'decision.old'],
  )
})
spec('unknown cards are refused and nothing is written; a dry run shows the diff', () => {
  const w = world(FILES)
  w.run('rebuild')
  w.host.onWrite = () => {
    throw new Error('it wrote')
  }
  assert.is(w.run('supersede', 'decision.old', '--dry-run').code, 64)
  const { stdout } = w.run('supersede', 'decision.old', 'decision.fresh', '--dry-run')
  assert.ok(stdout.includes('-status: accepted   # once\n') && stdout.includes('+supersedes: [decision.old]\n'))
  w.host.onWrite = ({ path }) => {
    if (path.includes('decisions')) throw new Error('it wrote')
    return 'go'
  }
  assert.is(w.run('supersede', 'decision.old', 'decision.nowhere').code, 1)
})
spec.run()
