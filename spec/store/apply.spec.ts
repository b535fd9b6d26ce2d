import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Killed, type MemoryHost, memoryHost } from '../../lib/host/memory.ts'
import { pathOf } from '../../lib/model/ids.ts'
import type { WriteOp } from '../../lib/model/plan.ts'
import { applyPlan, clearTemporary, replaceFile } from '../../lib/store/apply.ts'
import { withLock } from '../../lib/store/lock.ts'

const start = (files: Readonly<Record<string, string>> = {}): MemoryHost =>
  memoryHost({ files: { '.pmem/manifest.yml': '', ...files } })
const apply = (host: MemoryHost, ...ops: readonly WriteOp[]): ReturnType<typeof applyPlan> =>
  withLock(host, host.files('/project'), { path: '.pmem/.lock', timeoutMs: 0 }, (lock) =>
    applyPlan(host, host.files('/project'), { ops }, lock),
  )
const put = (path: string, text: string, expect: 'any' | 'absent' | string = 'any'): WriteOp => ({
  op: 'put',
  path: pathOf(path),
  text,
  expect: expect as 'any',
})
const append = (path: string, line: string): WriteOp => ({ op: 'append', path: pathOf(path), line })
const code = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return 'done'
}
const temporary = (host: MemoryHost): readonly string[] =>
  (host.files('/project').list('.pmem/local/tmp') ?? []).map(({ name }) => name)

const spec = suite('store/apply')
spec('puts, appends and deletes in order, folders made', () => {
  const host = start({ 'old.md': 'x' })
  const done = apply(host, put('a/b/new.md', 'text', 'absent'), append('a/log', '1'), append('a/log', '2'), {
    op: 'delete',
    path: pathOf('old.md'),
    expect: host.sha256('x'),
  })
  assert.is(host.text('a/b/new.md'), 'text')
  assert.is(host.text('a/log'), '1\n2\n')
  assert.is(host.text('old.md'), undefined)
  assert.equal(done, { written: ['a/b/new.md', 'a/log', 'a/log'], removed: ['old.md'] })
  assert.equal(temporary(host), [])
})
spec('a move is one rename, refused where its target is taken or its file has changed', () => {
  const host = start({ 'a.md': 'x', 'taken.md': '' })
  const move = (to: string, expect: string): WriteOp => ({
    op: 'move',
    path: pathOf('a.md'),
    to: pathOf(to),
    expect: expect as 'any',
  })
  for (const bad of [move('taken.md', 'any'), move('b.md', host.sha256('y'))])
    assert.is(
      code(() => apply(host, bad)),
      'CHANGED',
    )
  const writes: string[] = []
  host.onWrite = ({ op, path }) => {
    if (path.endsWith('.md')) writes.push(op)
    return 'go'
  }
  assert.equal(apply(host, move('deep/b.md', host.sha256('x'))), { written: ['deep/b.md'], removed: ['a.md'] })
  assert.equal([writes, host.text('a.md'), host.text('deep/b.md')], [['rename'], undefined, 'x'])
})
spec('refuses the whole plan when one file is not what it expects', () => {
  const host = start({ 'a.md': 'mine' })
  const bad = host.sha256('other')
  for (const op of [
    put('a.md', 'new', bad),
    put('a.md', 'new', 'absent'),
    put('gone.md', 'new', bad),
    { op: 'delete', path: pathOf('a.md'), expect: bad } as const,
  ]) {
    assert.is(
      code(() => apply(host, put('first.md', 'x'), op)),
      'CHANGED',
    )
    assert.is(host.text('first.md'), undefined)
    assert.is(host.text('a.md'), 'mine')
  }
})
spec('half a line that a killed writer left is not glued to the next', () => {
  const host = start({ 'a.log': 'one\n{"ha' })
  apply(host, append('a.log', 'two'))
  assert.is(host.text('a.log'), 'one\n{"ha\ntwo\n')
})
spec('keeps the permissions of the file it replaces', () => {
  const host = start()
  const files = host.files('/project')
  files.create('private.md', 'x', { sync: false, mode: 0o600 })
  apply(host, put('private.md', 'y'))
  assert.is(files.stat('private.md')?.mode, 0o600)
})
spec('refuses to write through a link that leads out of the project, and follows one that stays inside', () => {
  const host = start({ '/elsewhere/x.md': '', 'real/x.md': '' })
  host.link('out', '/elsewhere')
  host.link('in', 'real')
  assert.is(
    code(() => apply(host, put('out/new.md', 'x'))),
    'CANNOT_WRITE',
  )
  assert.is(host.text('/elsewhere/new.md'), undefined)
  assert.is(
    code(() => apply(host, put('in/new.md', 'x'))),
    'done',
  )
  assert.is(host.text('real/new.md'), 'x')
})
spec('killed or torn at any write: each file is the old or the new one, whole', () => {
  for (const fate of ['kill', 'tear', 'fail'] as const) {
    for (let at = 1; ; at += 1) {
      const host = start({ 'a.md': 'old a', 'b.md': 'old b' })
      let reached = false
      host.onWrite = ({ number }) => {
        reached ||= number === at
        return number === at ? fate : 'go'
      }
      try {
        apply(host, put('a.md', 'new a'), put('b.md', 'new b'))
      } catch (error) {
        assert.ok(error instanceof Killed || (error as { code?: string }).code === 'CANNOT_WRITE')
      }
      if (!reached) break
      assert.ok(['old a', 'new a'].includes(host.text('a.md') as string), `${fate} ${at}`)
      assert.ok(['old b', 'new b'].includes(host.text('b.md') as string), `${fate} ${at}`)
    }
  }
})
spec('a rename that fails leaves no temporary file', () => {
  const host = start()
  host.onWrite = ({ op }) => (op === 'rename' ? 'fail' : 'go')
  assert.is(
    code(() => replaceFile(host, host.files('/project'), 'a.md', 'x', { sync: true })),
    'CANNOT_WRITE',
  )
  assert.equal(temporary(host), [])
})
spec('temporary files of killed writers are cleared when they are old, those of a live one are not', () => {
  const host = start({ '.pmem/local/tmp/old.tmp': 'x' })
  host.setNow(host.now() + 61_000)
  host.edit('.pmem/local/tmp/young.tmp', 'x')
  clearTemporary(host, host.files('/project'))
  assert.equal(temporary(host), ['young.tmp'])
})
spec('a plan stops when the lock was lost on the way', () => {
  const host = start()
  host.onWrite = ({ op, path }) => {
    if (op === 'rename' && path === 'a.md') host.edit('.pmem/.lock', '{"pid":1,"host":"x","token":"other"}')
    return 'go'
  }
  assert.is(
    code(() => apply(host, put('a.md', 'x'), put('b.md', 'x'))),
    'LOCKED',
  )
  assert.is(host.text('b.md'), undefined)
})
spec.run()
