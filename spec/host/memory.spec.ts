import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Killed, memoryHost } from '../../lib/host/memory.ts'
import type { Files } from '../../lib/model/ports.ts'
import { folder, hostIn } from '../folder.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (data: Uint8Array | undefined): string | undefined => data && new TextDecoder().decode(data)
const refused = (work: () => unknown): string => {
  try {
    work()
    return 'done'
  } catch (error) {
    return `${(error as { code?: string }).code}`
  }
}

/** The contract of Files: whatever implements it passes. `link` makes a symbolic link. */
const KINDS: Readonly<Record<string, (files?: Readonly<Record<string, string>>) => Files>> = {
  memory: (files = {}) => memoryHost({ files }).files('/project'),
  node: (files = {}) => {
    const root = folder(files)
    return hostIn(root).files(root)
  },
}

for (const [kind, open] of Object.entries(KINDS)) {
  const spec = suite(`host: files of ${kind}`)
  spec('what is absent is undefined, never an error', () => {
    const files = open({ 'a/b.md': 'x' })
    for (const path of ['no.md', 'a/no.md', 'a/b.md/c.md', 'no/no.md']) {
      assert.is(files.stat(path), undefined, `stat ${path}`)
      assert.is(files.read(path), undefined, `read ${path}`)
      assert.is(files.open(path), undefined, `open ${path}`)
      assert.is(files.list(path), undefined, `list ${path}`)
      assert.is(files.follow(path), undefined, `follow ${path}`)
    }
    assert.is(files.read('a'), undefined, 'a folder has no bytes')
    assert.is(files.list('a/b.md'), undefined, 'a file has no entries')
    assert.equal(files.glob(['no/**/*.md'], []), [])
  })
  spec('reads what was created, whole and in parts', () => {
    const files = open()
    assert.is(files.create('a.txt', ['zwölf', ' 猫'], { sync: true }), true)
    assert.is(text(files.read('a.txt')), 'zwölf 猫')
    assert.is(files.stat('a.txt')?.size, bytes('zwölf 猫').length)
    const reader = files.open('a.txt')
    assert.is(text(reader?.read(0, 2)), 'zw')
    assert.is(text(reader?.read(7, 100)), '猫')
    assert.is(reader?.read(100, 5).length, 0)
    reader?.close()
  })
  spec('creates only what does not exist yet', () => {
    const files = open({ 'a.txt': 'old' })
    assert.is(files.create('a.txt', 'new', { sync: false }), false)
    assert.is(text(files.read('a.txt')), 'old')
  })
  spec('keeps the permissions it is given', () => {
    const files = open()
    files.create('a.txt', '', { sync: false, mode: 0o600 })
    assert.is(files.stat('a.txt')?.mode, 0o600)
  })
  spec('makes a folder with its parents, also a second time, but not where a file lies', () => {
    const files = open({ 'a.txt': '' })
    files.makeFolder('x/y/z')
    files.makeFolder('x/y/z')
    assert.is(files.stat('x/y/z')?.kind, 'folder')
    assert.is(
      refused(() => files.makeFolder('a.txt/b')),
      'CANNOT_WRITE',
    )
  })
  spec('refuses to write into a folder that is not there', () => {
    const files = open()
    assert.is(
      refused(() => files.create('no/a.txt', '', { sync: false })),
      'CANNOT_WRITE',
    )
    assert.is(
      refused(() => files.append('no/a.txt', '', 0o644)),
      'CANNOT_WRITE',
    )
    assert.is(
      refused(() => files.touch('a.txt')),
      'CANNOT_WRITE',
    )
    assert.is(
      refused(() => files.rename('a.txt', 'b.txt')),
      'CANNOT_WRITE',
    )
  })
  spec('appends to a file, making it', () => {
    const files = open()
    files.append('a.log', 'one\n', 0o644)
    files.append('a.log', 'two\n', 0o644)
    assert.is(text(files.read('a.log')), 'one\ntwo\n')
  })
  spec('appends on a new line where the file ends in half of one', () => {
    const files = open({ 'a.log': 'one\nha' })
    files.append('a.log', 'two\n', 0o644)
    assert.is(text(files.read('a.log')), 'one\nha\ntwo\n')
  })
  spec('an open file is read on where it has grown', () => {
    const files = open({ 'a.log': 'one\n' })
    const reader = files.open('a.log')
    assert.is(text(reader?.read(0, 99)), 'one\n')
    files.append('a.log', 'two\n', 0o644)
    assert.equal([reader?.size, text(reader?.read(4, 99)), text(reader?.read(8, 99))], [4, 'two\n', ''])
    reader?.close()
  })
  spec('writes over bytes of a file, as long as it is still the same one', () => {
    const files = open({ 'a.log': 'one two three\n', 'b.log': 'other\n' })
    const inode = files.stat('a.log')?.inode ?? 0
    assert.is(files.overwrite('a.log', 4, '   ', inode), true)
    assert.is(text(files.read('a.log')), 'one     three\n')
    files.rename('b.log', 'a.log')
    assert.is(files.overwrite('a.log', 0, 'xxx', inode), false)
    assert.is(text(files.read('a.log')), 'other\n')
    assert.throws(
      () => files.overwrite('gone.log', 0, 'x', inode),
      (error: { code?: string }) => error.code === 'CANNOT_WRITE',
    )
  })
  spec('renames over a file, and the file keeps its inode', () => {
    const files = open({ 'a.txt': 'a', 'b.txt': 'b' })
    const before = files.stat('a.txt')
    files.rename('a.txt', 'b.txt')
    assert.is(text(files.read('b.txt')), 'a')
    assert.is(files.stat('a.txt'), undefined)
    assert.is(files.stat('b.txt')?.inode, before?.inode)
    assert.is(files.stat('b.txt')?.modified, before?.modified)
  })
  spec('removes a file, also one that is not there, but no folder', () => {
    const files = open({ 'a/b.txt': '' })
    files.remove('a/b.txt')
    files.remove('a/b.txt')
    assert.is(files.stat('a/b.txt'), undefined)
    assert.is(
      refused(() => files.remove('a')),
      'CANNOT_WRITE',
    )
  })
  spec('lists a folder in code-unit order with the kind of each entry', () => {
    const files = open({ 'b/x.md': '', 'a.md': '', 'B.md': '', '猫.md': '', '.hidden': '' })
    assert.equal(
      files.list('')?.map(({ name, kind: what }) => `${name} ${what}`),
      ['.hidden file', 'B.md file', 'a.md file', 'b folder', '猫.md file'],
    )
  })
  spec('globs below the root: brackets in names, ignored folders, dot folders only by name', () => {
    const files = open({ 'docs/a [1].md': '', 'docs/b.txt': '', '.pmem/c.md': '', 'node_modules/d.md': '', 'README.md': '' })
    assert.equal(files.glob(['**/*.md'], ['**/node_modules/**']), ['README.md', 'docs/a [1].md'])
    assert.equal(files.glob(['.pmem/**/*.md', 'README.md'], []), ['.pmem/c.md', 'README.md'])
    assert.equal(files.glob([], []), [])
  })
  spec('touching moves the time forward', () => {
    const files = open({ 'a.txt': '' })
    const before = files.stat('a.txt')?.modified ?? 0
    files.touch('a.txt')
    assert.ok((files.stat('a.txt')?.modified ?? 0) >= before)
    assert.ok(Number.isInteger(before))
  })
  spec.run()
}

const spec = suite('host/memory')
spec('the clock is the one that was set, and sleeping moves it', () => {
  const host = memoryHost({ now: 5_000 })
  host.sleep(25)
  assert.is(host.now(), 5_025)
  host.setNow(1_000)
  host.edit('a.md', 'x')
  assert.is(host.files('/project').stat('a.md')?.modified, 1_000)
})
spec('an edit in place keeps the inode and takes the time of the clock', () => {
  const host = memoryHost({ files: { 'a.md': 'one' } })
  const before = host.files('/project').stat('a.md')
  host.edit('a.md', 'two')
  assert.equal(host.files('/project').stat('a.md'), before)
})
spec('follows links on the way and at the end, lists them as links, and says when one leads out', () => {
  const host = memoryHost({ files: { 'real/a.md': 'x', '/elsewhere/b.md': 'y' } })
  host.link('linked', 'real')
  host.link('out', '/elsewhere')
  host.link('loop', 'loop')
  const files = host.files('/project')
  assert.is(text(files.read('linked/a.md')), 'x')
  assert.is(files.stat('linked')?.kind, 'link')
  assert.is(files.follow('linked')?.kind, 'folder')
  assert.is(files.follow('out'), undefined)
  assert.is(files.stat('loop')?.kind, 'link')
  assert.is(files.read('loop'), undefined)
  assert.equal(files.glob(['**/*.md'], []), ['real/a.md'])
})
spec('upper and lower case are one where the disk says so, and the first spelling stays', () => {
  const files = memoryHost({ caseInsensitive: true, files: { 'Docs/A.md': 'x' } }).files('/project')
  assert.is(text(files.read('docs/a.MD')), 'x')
  assert.is(files.create('DOCS/a.md', 'y', { sync: false }), false)
  assert.equal(
    files.list('docs')?.map(({ name }) => name),
    ['A.md'],
  )
  files.rename('docs/A.md', 'docs/a.md')
  assert.equal(
    files.list('docs')?.map(({ name }) => name),
    ['a.md'],
  )
})
spec('names are decomposed where the disk says so, and found in any form', () => {
  const files = memoryHost({ decomposes: true, files: { 'caf\u00e9.md': 'x' } }).files('/project')
  assert.is(text(files.read('caf\u00e9.md')), 'x')
  assert.equal(
    files.list('')?.map(({ name }) => name),
    ['cafe\u0301.md'],
  )
})
spec('a write that fails changes nothing and is CANNOT_WRITE', () => {
  const host = memoryHost()
  host.onWrite = ({ number }) => (number === 2 ? 'fail' : 'go')
  const files = host.files('/project')
  files.makeFolder('a')
  assert.is(
    refused(() => files.create('a/b', 'x', { sync: false })),
    'CANNOT_WRITE',
  )
  assert.is(files.create('a/b', 'x', { sync: false }), true)
})
spec('a torn write leaves half of its bytes, and the process is gone', () => {
  const host = memoryHost()
  host.onWrite = () => 'tear'
  const files = host.files('/project')
  assert.throws(
    () => files.create('a', 'abcd', { sync: false }),
    (error: unknown) => error instanceof Killed,
  )
  assert.is(host.text('a'), 'ab')
  assert.throws(
    () => files.remove('a'),
    (error: unknown) => error instanceof Killed,
  )
  assert.throws(
    () => host.stdout.write(''),
    (error: unknown) => error instanceof Killed,
  )
})
spec('a second host on the machine sees the same disk and clock and which processes live', () => {
  const first = memoryHost({ files: { 'a.md': 'x' } })
  const second = memoryHost({ machine: first.machine })
  assert.is(second.text('a.md'), 'x')
  second.setNow(7)
  assert.is(first.now(), 7)
  assert.ok(second.isAlive(first.processId))
  first.kill()
  assert.not(second.isAlive(first.processId))
  assert.not(first.processId === second.processId || first.token() === second.token())
})
spec('resolves paths as a POSIX system and knows folders', () => {
  const host = memoryHost({ files: { 'a/b.md': '' } })
  assert.is(host.resolve('/project/a', '../c'), '/project/c')
  assert.is(host.parent('/project'), '/')
  assert.is(host.parent('/'), undefined)
  assert.ok(host.isFolder('/project/a'))
  assert.not(host.isFolder('/project/a/b.md'))
})
spec.run()
