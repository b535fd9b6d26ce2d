import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Killed } from '../../lib/host/memory.ts'
import { card, cardText, idsOf, type Json, type World, world } from '../world.ts'

const CARDS = {
  ...card('module.a', 'title: Alpha\nupdated: 2026-07-03\nlast_verified: 2026-07-03', 'The zeppelin.\n'),
  ...card('module.b', 'title: Beta\nupdated: 2026-07-03\nlast_verified: 2026-07-03'),
}
const LOCK = '.pmem/.lock'
const DAY = 86_400_000
const lockOf = (pid: number, host = 'memory'): string =>
  `${JSON.stringify({ pid, host, started: '2026-07-02T12:00:00.000Z', token: 'other' })}\n`
const dirty = (w: World): readonly string[] => w.run('status', '--json').json.dirty.map(({ id }: Json) => id)
const ledgerFile = (w: World): string => {
  const files = w.host.files('/project')
  const [month] = files.list('.pmem/ledger')!
  return `.pmem/ledger/${month!.name}/${files.list(`.pmem/ledger/${month!.name}`)![0]!.name}`
}

const spec = suite('faults: durability')
spec(
  'fault 091: a glued line, half a line and zeros in the ledger are skipped and told, and new records go on a line of their own',
  () => {
    const w = world(CARDS)
    w.run('mark-dirty', 'module.a', '--reason', 'x')
    w.run('mark-dirty', 'module.b', '--reason', 'y')
    const path = ledgerFile(w)
    const [first = '', second = ''] = w.text(path)!.split('\n')
    w.edit(path, `${first}${first}\n${first.slice(0, 20)}\n${'\0'.repeat(64)}\n${second}`)
    w.edit('.pmem/local', null)
    assert.equal(dirty(w), ['module.b'])
    assert.is(w.run('ask', 'zeppelin').code, 0)
    assert.is(w.run('mark-dirty', 'module.a', '--reason', 'again').code, 0)
    assert.equal(dirty(w), ['module.a', 'module.b'])
    const lines = w
      .run('verify', '--json')
      .json.findings.filter(({ code }: Json) => code === 'ledger-line')
      .map(({ line }: Json) => line)
    assert.equal(lines, [1, 2, 3])
  },
)
spec('fault 093: an index of no bytes, cut off or of zeros counts as missing', () => {
  for (const text of ['', '{"nodes":[', '\0'.repeat(4096), 'null', '[]']) {
    for (const name of ['graph', 'bm25']) {
      const w = world(CARDS)
      w.run('rebuild')
      const path = `.pmem/indexes/${name}.json`
      const good = w.text(path)
      w.edit(path, text)
      assert.is(w.run('verify').code, 1)
      assert.equal(idsOf(w.run('ask', 'zeppelin', '--json')), ['module.a'])
      assert.is(w.run('recall').code, 0)
      assert.is(w.text(path), good)
      assert.is(w.run('verify').code, 0)
    }
  }
})
spec('fault 095: the lock of a process that is gone is taken over, and the write succeeds at once', () => {
  const w = world({ ...CARDS, [LOCK]: lockOf(4_000_000) })
  const before = w.host.now()
  assert.is(w.run('mark-dirty', 'module.a').code, 0)
  assert.ok(w.host.now() - before < 100)
  assert.is(w.text(LOCK), undefined)
})
spec('fault 097: a lock dated a day ahead is held by a live process, broken when that is gone, and not eternal elsewhere', () => {
  const future = (pid: number, host?: string): World => {
    const w = world(CARDS)
    const now = w.host.now()
    w.host.setNow(now + DAY)
    w.edit(LOCK, lockOf(pid === 0 ? w.host.processId : pid, host))
    w.host.setNow(now)
    return w
  }
  assert.is(future(0).run('mark-dirty', 'module.a').code, 75)
  assert.is(future(4_000_000).run('mark-dirty', 'module.a').code, 0)
  const elsewhere = future(1, 'another')
  assert.is(elsewhere.run('mark-dirty', 'module.a').code, 75)
  elsewhere.wait(1.01)
  assert.is(elsewhere.run('mark-dirty', 'module.a').code, 0)
})
spec('fault 097: a process that was stopped asks again who holds the lock before its result counts', () => {
  const rebuilt = (): World => {
    const w = world(CARDS)
    w.run('rebuild')
    return w
  }
  const mine = ['update', 'module.a', '--set', 'title=Mine'] as const
  const whole = rebuilt()
  let renamed = 0
  whole.host.onWrite = ({ number, op, path }) => {
    if (op === 'rename' && path.endsWith('a.md')) renamed = number
    return 'go'
  }
  assert.is(whole.run(...mine).code, 0)
  const w = rebuilt()
  const other = w.second()
  // Stopped before the new text of the card is in its temporary file, for longer than a lock lives without a heartbeat.
  w.host.onWrite = ({ number }) => {
    if (number === renamed - 1) {
      w.host.setNow(w.host.now() + 180_000)
      assert.is(other.run('update', 'module.a', '--set', 'title=Theirs').code, 0)
    }
    return 'go'
  }
  const { code, stderr } = w.run(...mine)
  assert.is(code, 75, stderr)
  assert.match(stderr, 'the lock was taken over')
  assert.match(w.text('.pmem/modules/a.md')!, 'title: Theirs')
})
spec(
  'fault 101: a lock that is held is waited for as long as the manifest says, its holder is named, and readers never wait',
  () => {
    const w = world(CARDS)
    w.run('rebuild')
    const second = w.second()
    w.edit(LOCK, lockOf(w.host.processId))
    w.edit('.pmem/modules/c.md', cardText('module.c', 'title: Gamma'))
    const before = w.host.now()
    for (const argv of [['recall'], ['ask', 'zeppelin'], ['list'], ['status'], ['show', 'module.c'], ['verify']]) {
      assert.is(second.run(...argv).code, argv[0] === 'verify' ? 1 : 0, argv.join(' '))
    }
    assert.is(second.host.now(), before)
    assert.is(second.run('list', '--json').json.index.status, 'in_memory')
    const { code, stderr } = second.run('mark-dirty', 'module.a')
    assert.is(code, 75)
    assert.match(stderr, `process ${w.host.processId} on memory since 2026-07-02T12:00:00.000Z`)
    const waited = second.host.now() - before
    assert.ok(waited >= 5_000 && waited < 6_000, `${waited} ms`)
    assert.equal(w.text('.pmem/ledger'), undefined)
  },
)
spec('fault 092: killed at any write, a card is the old or the new one as a whole, and no temporary file stays', () => {
  for (let number = 1; ; number += 1) {
    const w = world(CARDS)
    w.run('rebuild')
    const old = w.text('.pmem/modules/a.md')!
    let writes = 0
    w.host.onWrite = () => {
      writes += 1
      return writes === number ? 'tear' : 'go'
    }
    let killed = false
    try {
      w.run('update', 'module.a', '--set', 'title=New')
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      killed = true
    }
    if (!killed) break
    const next = w.second()
    const now = next.text('.pmem/modules/a.md')!
    assert.ok(now === old || now === old.replace('title: Alpha', 'title: New'), `write ${number}: ${now}`)
    next.wait(1)
    assert.is(next.run('rebuild').code, 0)
    assert.equal(next.host.files('/project').list('.pmem/local/tmp') ?? [], [], `write ${number}`)
  }
})
spec.run()
