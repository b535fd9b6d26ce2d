import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder, hostIn } from '../folder.ts'

const spec = suite('host/node')
spec('follows a link only to what lies inside the project', () => {
  const root = folder({ 'real/a.md': 'x' })
  symlinkSync('real', join(root, 'inside'))
  symlinkSync(folder(), join(root, 'outside'))
  symlinkSync('nowhere', join(root, 'dangling'))
  const files = hostIn(root).files(root)
  assert.is(files.follow('inside')?.kind, 'folder')
  assert.is(files.follow('outside'), undefined)
  assert.is(files.follow('dangling'), undefined)
  assert.is(files.stat('dangling')?.kind, 'link')
})
spec('personal files that only another user may read count as absent, cards do not', () => {
  const root = folder({ '.pmem/local/stat-cache.json': '{}', '.pmem/modules/a.md': 'x' })
  const files = hostIn(root).files(root)
  const isRoot = process.getuid?.() === 0
  for (const path of ['.pmem/local/stat-cache.json', '.pmem/modules/a.md']) chmodSync(join(root, path), 0)
  if (isRoot) {
    chmodSync(root, 0o755)
    process.seteuid?.(65_534)
  }
  try {
    assert.is(files.read('.pmem/local/stat-cache.json'), undefined)
    assert.throws(() => files.read('.pmem/modules/a.md'), /cannot read/)
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})
spec('a glob never goes through a link, so that a loop ends', () => {
  const root = folder({ 'docs/a.md': 'x' })
  symlinkSync('..', join(root, 'docs', 'loop'))
  assert.equal(hostIn(root).files(root).glob(['**/*.md'], []), ['docs/a.md'])
})
spec('a glob works below a folder whose name is a pattern', () => {
  const root = join(folder(), 'a [b] {c} (d)')
  mkdirSync(join(root, 'docs'), { recursive: true })
  writeFileSync(join(root, 'docs', 'x.md'), '')
  assert.equal(hostIn(root).files(root).glob(['docs/*.md'], []), ['docs/x.md'])
})
spec('a create that fails leaves nothing behind', () => {
  const root = folder({ 'a/b': '' })
  chmodSync(join(root, 'a'), 0o555)
  const files = hostIn(root).files(root)
  const isRoot = process.getuid?.() === 0
  if (!isRoot)
    assert.throws(
      () => files.create('a/c', 'x', { sync: true }),
      (error: { code?: string }) => error.code === 'CANNOT_WRITE',
    )
  chmodSync(join(root, 'a'), 0o755)
  assert.equal(
    readdirSync(join(root, 'a')).filter((name) => name !== 'c'),
    ['b'],
  )
})
spec('knows its own process as alive, and none with an impossible id', () => {
  const host = hostIn(folder())
  assert.ok(host.isAlive(host.processId))
  assert.not(host.isAlive(2 ** 30))
})
spec('two tokens are never the same', () => {
  const host = hostIn(folder())
  assert.is(new Set(Array.from({ length: 100 }, () => host.token())).size, 100)
})
spec('the top of the file system has no parent', () => assert.is(hostIn('/').parent('/'), undefined))
spec('git that is not there or refuses is undefined', () => {
  const root = folder()
  const host = hostIn(root)
  assert.is(host.git(root, ['rev-parse', 'no-such-name']), undefined)
  assert.is(host.git(join(root, 'nowhere'), ['status']), undefined)
})
spec('an argument for git is never read by a shell', () => {
  const root = folder()
  const host = hostIn(root)
  assert.is(host.git(root, ['init', '-q', '$(touch broken); `touch broken`'])?.length, 0)
  assert.equal(readdirSync(root), ['$(touch broken); `touch broken`'])
})
spec('touching a file never gives it a time before that of the clock, at whatever millisecond', () => {
  const root = folder({ 'a.txt': '' })
  const files = hostIn(root).files(root)
  for (let turn = 0; turn < 200; turn += 1) {
    const now = Date.now()
    files.touch('a.txt')
    const { modified } = files.stat('a.txt')!
    assert.ok(modified >= now, `${modified} at ${now}`)
  }
})
spec.run()
