import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openProjectAt } from '../../lib/store/project.ts'
import { sourceReader } from '../../lib/store/sources.ts'
import { type World, world } from '../world.ts'

const FILES = { 'src/a.ts': 'function open() {\n  return 1\n}\nfunction close() {}\n', 'src/deep/b.ts': 'b\n', 'src/c.go': 'c\n' }
const hash = (w: World, entry: string, ignore: readonly string[] = []): string | null =>
  sourceReader(openProjectAt(w.host, '/project'), ignore, false).hash(entry)
/** Whether an edit changes the hash of an entry. */
function notices(entry: string, path: string, text: string | null, ignore: readonly string[] = []): boolean {
  const w = world(FILES)
  const before = hash(w, entry, ignore)
  w.edit(path, text)
  return hash(w, entry, ignore) !== before
}

const spec = suite('store/sources')
spec('a file counts by its content, not by line ends or a byte-order mark', () => {
  assert.ok(notices('src/a.ts', 'src/a.ts', 'x'))
  assert.not(notices('src/a.ts', 'src/a.ts', `\uFEFF${FILES['src/a.ts'].replaceAll('\n', '\r\n')}`))
  assert.not(notices('src/a.ts', 'src/c.go', 'x'))
})
spec('a symbol counts by its own text, wherever it stands', () => {
  assert.not(notices('src/a.ts#open', 'src/a.ts', `// moved\nfunction close() { return 2 }\n${FILES['src/a.ts'].slice(0, 31)}`))
  assert.ok(notices('src/a.ts#open', 'src/a.ts', FILES['src/a.ts'].replace('1', '2')))
  assert.ok(notices('src/a.ts#open', 'src/a.ts', 'function reopen() {}\n'))
})
spec('a symbol that is not declared is as uncertain as its file, and said to be missing', () => {
  assert.ok(notices('src/a.ts#gone', 'src/a.ts', `${FILES['src/a.ts']}\n// x\n`))
  const reader = sourceReader(openProjectAt(world(FILES).host, '/project'), [], false)
  assert.equal(['src/a.ts#gone', 'src/a.ts#open', 'src/a.ts', 'src/nope.ts#x', 'src/*.ts#x'].map(reader.declares), [
    false,
    true,
    true,
    true,
    true,
  ])
})
spec('a folder and a pattern count by all their files, new and removed ones too', () => {
  for (const entry of ['src', 'src/**/*.ts']) {
    assert.ok(notices(entry, 'src/deep/b.ts', 'x'), entry)
    assert.ok(notices(entry, 'src/deep/new.ts', ''), entry)
    assert.ok(notices(entry, 'src/deep/b.ts', null), entry)
  }
  assert.equal(
    [notices('src', 'src/c.go', 'x'), notices('src/**/*.ts', 'src/c.go', 'x'), notices('src/*.ts', 'src/deep/b.ts', 'x')],
    [true, false, false],
  )
  assert.not(notices('src', 'src/yarn.lock', 'x', ['*.lock']))
  assert.not(notices('src', 'src/node_modules/x.ts', 'x'))
})
spec('what is not there has no hash, nor has a link that leads out of the project', () => {
  const w = world(FILES)
  w.host.link('src/out', '/etc')
  w.edit('/etc/passwd', 'x')
  w.host.link('src/in.ts', 'a.ts')
  assert.equal(
    ['gone.ts', 'gone/', 'gone/*.ts', 'src/out', 'src/a.ts/x'].map((entry) => hash(w, entry)),
    [null, null, null, null, null],
  )
  assert.is(hash(w, 'src/in.ts'), hash(w, 'src/a.ts'))
})
spec('files whose stats vouch for them are not read again', () => {
  const w = world(FILES)
  w.wait(1)
  const read: string[] = []
  const host = {
    ...w.host,
    files: (root: string) => ({
      ...w.host.files(root),
      read(path: string) {
        read.push(path)
        return w.host.files(root).read(path)
      },
    }),
  }
  const look = (): string | null => {
    const reader = sourceReader(openProjectAt(host, '/project'), [], true)
    const found = reader.hash('src/a.ts')
    assert.type(reader.hash('src/a.ts#open'), 'string')
    reader.done()
    return found
  }
  const first = look()
  read.length = 0
  assert.is(look(), first)
  assert.equal(read, ['.pmem/local/source-stats'])
  w.edit('src/a.ts', 'function open() {}\n')
  assert.is.not(look(), first)
})
spec('an unchanged folder is known by its stats alone, and a changed one is walked again', () => {
  const w = world(FILES)
  w.wait(1)
  const walked: string[] = []
  const host = {
    ...w.host,
    files: (root: string) => ({
      ...w.host.files(root),
      list(path: string) {
        walked.push(path)
        return w.host.files(root).list(path)
      },
    }),
  }
  const look = (ignore: readonly string[] = []): readonly (string | null)[] => {
    walked.length = 0
    const reader = sourceReader(openProjectAt(host, '/project'), ignore, true)
    const found = ['src', 'src/**/*.ts'].map((entry) => reader.hash(entry))
    reader.done()
    return found
  }
  const settle = (): readonly (string | null)[] => {
    w.wait(1)
    look()
    w.wait(1)
    return look()
  }
  const first = look()
  assert.equal(walked, ['src', 'src/deep', 'src', 'src/deep'])
  assert.equal(settle(), first)
  assert.equal(walked, [])
  w.edit('src/deep/b.ts', 'x')
  assert.not.equal(look(), first)
  w.edit('src/deep/b.ts', FILES['src/deep/b.ts'])
  assert.equal(settle(), first)
  assert.equal(walked, [])
  w.edit('src/deep/new.ts', '')
  assert.not.equal(look(), first)
  settle()
  assert.equal(walked, [])
  w.edit('src/deep/new.ts', null)
  assert.equal(look(), first)
  settle()
  assert.not.equal(look(['*.go']), first)
})

spec('what is remembered of other sources stays when only some were asked for', () => {
  const w = world(FILES)
  w.wait(1)
  const read: string[] = []
  const host = {
    ...w.host,
    files: (root: string) => ({
      ...w.host.files(root),
      read(path: string) {
        read.push(path)
        return w.host.files(root).read(path)
      },
    }),
  }
  const look = (entry: string): void => {
    const reader = sourceReader(openProjectAt(host, '/project'), [], false)
    reader.hash(entry)
    reader.done()
  }
  look('src/a.ts')
  look('src/c.go')
  w.wait(1)
  read.length = 0
  look('src/a.ts')
  look('src/c.go')
  assert.equal(
    read.filter((path) => path.startsWith('src/')),
    [],
  )
})

spec.run()
