import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import type { Files } from '../../lib/model/ports.ts'
import { foldersOf, listingsOf, type Scan, scanProject } from '../../lib/store/scan.ts'

const filesOf = (...paths: readonly string[]): Files =>
  memoryHost({ files: Object.fromEntries(paths.map((path) => [path, ''])) }).files('/project')
const scan = (files: Files, manifest = 'version: 1\n'): Scan => scanProject(files, parseManifest(manifest, 'm').manifest)
const tracked = (result: Scan): readonly string[] =>
  result.tracked.map(({ path, source }) => (source === undefined ? path : `${path} as ${source.type}`))

const spec = suite('store/scan')
spec('cards are the Markdown files of the store, at any depth, without hot files and derived folders', () => {
  const files = filesOf(
    '.pmem/index.md',
    '.pmem/state.md',
    '.pmem/next.md',
    '.pmem/modules/a.md',
    '.pmem/modules/deep/er/b.md',
    '.pmem/c.md',
    '.pmem/traces/2026/t.md',
    '.pmem/skills/x.md',
    '.pmem/integrations/x.md',
    '.pmem/local/x.md',
    '.pmem/indexes/x.md',
    '.pmem/ledger/x.md',
    '.pmem/modules/node_modules/x.md',
    'README.md',
  )
  assert.equal(tracked(scan(files)), ['.pmem/c.md', '.pmem/modules/a.md', '.pmem/modules/deep/er/b.md', '.pmem/traces/2026/t.md'])
})
spec('documents count for the first source that names them, never those in the store or in ignored folders', () => {
  const files = filesOf('docs/adr/1.md', 'docs/x.md', 'docs/node_modules/y.md', 'dist/z.md', '.pmem/m.md')
  const sources = ['docs/adr/*.md', '**/*.md']
    .map((glob, i) => `  - { glob: '${glob}', type: ${i === 0 ? 'decision' : 'doc'} }\n`)
    .join('')
  assert.equal(tracked(scan(files, `version: 1\nsources:\n${sources}`)), [
    '.pmem/m.md',
    'docs/adr/1.md as decision',
    'docs/x.md as doc',
  ])
})
spec('a link is never followed but told of, as is a Markdown file with another ending', () => {
  const host = memoryHost({ files: { '.pmem/modules/a.md': '', '.pmem/modules/b.markdown': '', '/elsewhere/c.md': '' } })
  host.link('.pmem/modules/link.md', '/elsewhere/c.md')
  host.link('.pmem/linked', '/elsewhere')
  const result = scan(host.files('/project'))
  assert.equal(tracked(result), ['.pmem/modules/a.md'])
  assert.equal(
    result.oddities.map(({ path, reason }) => `${path} ${reason}`),
    ['.pmem/linked link', '.pmem/modules/b.markdown extension', '.pmem/modules/link.md link'],
  )
})
spec('the listings tell of every new, gone and renamed file that could be tracked, and of nothing else', () => {
  const host = memoryHost({ files: { '.pmem/modules/a.md': '', 'docs/a.md': '', 'src/x.ts': '' } })
  const files = host.files('/project')
  const { watch, listings } = scan(files, "version: 1\nsources:\n  - { glob: 'docs/**/*.md', type: doc }\n")
  const changed = (): boolean => JSON.stringify(listingsOf(foldersOf(files, watch))) !== JSON.stringify(listings)
  assert.not(changed())
  host.edit('src/y.ts', '')
  host.edit('docs/a.txt', '')
  host.edit('docs/a.md', 'edited')
  host.edit('.pmem/local/x.md', '')
  assert.not(changed())
  for (const path of ['.pmem/modules/b.md', 'docs/new/b.md', '.pmem/deep/er/c.md']) {
    host.edit(path, '')
    assert.ok(changed(), path)
    for (const made of [path, 'docs/new', '.pmem/deep']) host.edit(made, null)
    assert.not(changed(), path)
  }
})
spec('a source without wildcards is watched whether it exists or not', () => {
  const { watch } = scan(filesOf('.pmem/x.md'), 'version: 1\nsources:\n  - { glob: README.md, type: doc }\n')
  assert.equal(watch.fixed, ['README.md'])
})
spec('a project without a store folder of cards has none', () => assert.equal(tracked(scan(filesOf('.pmem/manifest.yml'))), []))
spec.run()
