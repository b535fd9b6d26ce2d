import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { VERSION } from '../../lib/model/version.ts'
import { contentHash, glance, isFresh, lookAt } from '../../lib/store/freshness.ts'
import { openProjectAt } from '../../lib/store/project.ts'
import { readStatCache, readStatHead } from '../../lib/store/stat-cache.ts'
import { card, cardText, MANIFEST, type World, world } from '../world.ts'

const fresh = (w: World): boolean => {
  const project = openProjectAt(w.host, '/project')
  const cache = readStatCache(project.files, VERSION)
  return cache !== undefined && isFresh(project, cache)
}
const settled = (): World => {
  const w = world({
    '.pmem/manifest.yml': `${MANIFEST}sources:\n  - { glob: README.md, type: doc }\n  - { glob: NOTES.md, type: doc }\n`,
    'README.md': '# R\n',
    '.pmem/index.md': '# I\n',
    ...card('module.auth', 'title: aaaa'),
  })
  w.run('list')
  w.wait(1)
  w.run('list')
  return w
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const spec = suite('store/freshness')
spec('is fresh while nothing changes', () => assert.ok(fresh(settled())))
spec('is stale after any edit, addition, removal or rename of a card, document or the manifest', () => {
  const changes: Readonly<Record<string, (w: World) => void>> = {
    'edited card': (w) => w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: bbbb')),
    'new card': (w) => w.edit('.pmem/modules/new.md', ''),
    'new folder with a card': (w) => w.edit('.pmem/x/y/new.md', ''),
    'removed card': (w) => w.edit('.pmem/modules/auth.md', null),
    'renamed card': (w) => w.host.files('/project').rename('.pmem/modules/auth.md', '.pmem/modules/auto.md'),
    'edited document': (w) => w.edit('README.md', '# S\n'),
    'removed document': (w) => w.edit('README.md', null),
    'document that a fixed source waited for': (w) => w.edit('NOTES.md', '# N\n'),
    'edited manifest': (w) => w.edit('.pmem/manifest.yml', MANIFEST),
    'removed manifest': (w) => w.edit('.pmem/manifest.yml', null),
    'replaced index': (w) => w.edit('.pmem/indexes/graph.json', 'other'),
    'removed index': (w) => w.edit('.pmem/indexes/bm25.json', null),
  }
  for (const [what, change] of Object.entries(changes)) {
    const w = settled()
    change(w)
    assert.not(fresh(w), what)
  }
})
spec('is fresh after what changes no card: other files, hot files, a touch', () => {
  const changes: Readonly<Record<string, (w: World) => void>> = {
    'source file': (w) => w.edit('src/a.ts', ''),
    'other Markdown': (w) => w.edit('docs/a.md', ''),
    'hot file': (w) => w.edit('.pmem/index.md', '# X\n'),
    touch: (w) => w.host.files('/project').touch('.pmem/modules/auth.md'),
  }
  for (const [what, change] of Object.entries(changes)) {
    const w = settled()
    w.wait(1)
    change(w)
    assert.ok(fresh(w), what)
  }
})
spec('reads no file whose stat vouches for it', () => {
  const w = settled()
  const files = w.host.files('/project')
  const read: string[] = []
  const reading = (path: string): Uint8Array | undefined => {
    read.push(path)
    return files.read(path)
  }
  const project = {
    host: w.host,
    root: '/project',
    files: { ...files, read: reading },
  }
  const cache = readStatCache(files, VERSION)
  assert.ok(cache !== undefined && isFresh(project, cache))
  assert.equal(read, [])
})
spec('an edit that keeps size and times is noticed while the record is young', () => {
  const w = world(card('module.auth', 'title: aaaa'))
  w.run('list')
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: bbbb'))
  assert.not(fresh(w))
})
spec('the hash of a content knows neither line ends nor a BOM, and takes what is not UTF-8 as bytes', () => {
  const host = memoryHost()
  assert.is(contentHash(host, bytes('\ufeffa\r\nb\r\n')), contentHash(host, bytes('a\nb\n')))
  assert.not.equal(contentHash(host, bytes('a\nb')), contentHash(host, bytes('a\nb\n')))
  assert.is(contentHash(host, new Uint8Array([0xff, 0xfe])), host.sha256(new Uint8Array([0xff, 0xfe])))
})
spec('a glance tells an unchanged memory from one that is too young to know and one that changed', () => {
  const w = settled()
  const project = openProjectAt(w.host, '/project')
  const seen = (): string => {
    const head = readStatHead(project.files, VERSION)!
    return glance(project, head, lookAt(project, head.watch))
  }
  assert.is(seen(), 'fresh')
  w.edit('.pmem/index.md', '# What is no card may change\n')
  assert.is(seen(), 'fresh')
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: bbbb'))
  assert.is(seen(), 'changed')
  w.run('list')
  assert.is(seen(), 'young')
  assert.is(w.runHot('list')?.code, 0)
  w.wait(1)
  assert.is(seen(), 'young')
  assert.is(w.runHot('list')?.code, 0)
  assert.is(seen(), 'fresh')
})
spec('a glance reads the stats of cards and of nothing else', () => {
  const w = settled()
  const project = openProjectAt(w.host, '/project')
  const { files } = project
  const opened: string[] = []
  const noted = {
    ...files,
    open: (path: string) => opened.push(path) && files.open(path),
    read: () => assert.unreachable(),
  }
  const watched = { ...project, files: noted as typeof files }
  const head = readStatHead(watched.files, VERSION)!
  assert.is(glance(watched, head, lookAt(watched, head.watch)), 'fresh')
  assert.equal(opened, ['.pmem/local/stat-cache.json'])
})
spec.run()
