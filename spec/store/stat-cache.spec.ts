import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { pathOf } from '../../lib/model/ids.ts'
import type { EntryStat } from '../../lib/model/ports.ts'
import { sealed, unsealed } from '../../lib/store/sealed.ts'
import {
  type FileRecord,
  readStatCache,
  STAT_CACHE_PATH,
  type StatCache,
  vouches,
  writeStatCache,
} from '../../lib/store/stat-cache.ts'

const STAT: EntryStat = { kind: 'file', size: 5, modified: 1_000, changed: 1_000, inode: 7, mode: 0 }
const record = (path: string, stat: EntryStat | undefined = STAT): FileRecord => ({ path: pathOf(path), stat, hash: 'abc' })
const cache = (): StatCache => {
  const source = { glob: 'docs/*.md', type: 'doc' }
  return {
    pmemVersion: '1',
    manifest: { ...DEFAULTS, sources: [source] },
    manifestFile: record('.pmem/manifest.yml'),
    watch: { bases: [{ folder: '.pmem', deep: true }], suffixes: ['.md'], fixed: [] },
    sweep: { mark: '3-a-b', newest: 1_000 },
    listings: [{ folder: '.pmem', names: 'a.md\nb.md' }],
    files: [record('.pmem/a.md'), { ...record('docs/猫.md'), source }, { path: pathOf('gone.md'), stat: undefined, hash: '' }],
    indexes: [record('.pmem/indexes/graph.json')],
    recorded: 9_000,
  }
}

/** The cache with something else in it, as if it had been written so. */
function resealed(good: string, from: string, to: string): string {
  const [head, , body] = good.replace(from, to).split('\n')
  return sealed(`${sealed(`${head}\n`)}${body}\n`)
}

const spec = suite('store/stat-cache')
spec('reads what it wrote', () => {
  const host = memoryHost()
  const files = host.files('/project')
  assert.is(writeStatCache(host, files, cache()), true)
  const read = readStatCache(files, '1')
  assert.equal(
    read?.files.map(({ path, stat, hash, source }) => [path, stat?.size, hash, source?.type]),
    [
      ['.pmem/a.md', 5, 'abc', undefined],
      ['docs/猫.md', 5, 'abc', 'doc'],
      ['gone.md', undefined, '', undefined],
    ],
  )
  assert.equal({ ...read, manifest: null }, { ...cache(), manifest: null, files: read?.files })
  assert.equal(JSON.stringify(read?.manifest), JSON.stringify(cache().manifest))
})
spec('is readable by its owner alone', () => {
  const host = memoryHost()
  writeStatCache(host, host.files('/project'), cache())
  assert.is(host.files('/project').stat(STAT_CACHE_PATH)?.mode, 0o600)
})
spec('another version, damage, or a path out of the project gives none', () => {
  const host = memoryHost()
  const files = host.files('/project')
  writeStatCache(host, files, cache())
  const whole = host.text(STAT_CACHE_PATH) as string
  const good = unsealed(new TextEncoder().encode(whole)) as string
  assert.is(readStatCache(files, '2'), undefined)
  for (const bad of [
    '',
    '{',
    'null',
    '[]',
    '{}',
    good.slice(0, -20),
    whole.slice(0, -20),
    whole.replace('.pmem/a.md', '.pmem/b.md'),
    resealed(good, '"format":3', '"format":2'),
    resealed(good, '.pmem/a.md', '../a.md'),
  ]) {
    host.edit(STAT_CACHE_PATH, bad)
    assert.is(readStatCache(files, '1'), undefined, bad.slice(0, 30))
  }
})
spec('a disk that refuses is no error', () => {
  const host = memoryHost()
  host.onWrite = () => 'fail'
  assert.is(writeStatCache(host, host.files('/project'), cache()), false)
})
spec('an equal stat vouches once the file is two seconds older than the record', () => {
  assert.is(vouches(record('a'), STAT, 3_001), true)
  assert.is(vouches(record('a'), STAT, 3_000), false)
  assert.is(vouches(record('a'), STAT, 500), false)
  for (const young of [{ modified: 3_000 }, { changed: 3_000 }]) {
    const stat = { ...STAT, ...young }
    assert.is(vouches(record('a', stat), stat, 4_000), false, JSON.stringify(young))
    assert.is(vouches(record('a', stat), stat, 5_001), true, JSON.stringify(young))
  }
})
spec('any difference of kind, size, times or inode takes the vouching away', () => {
  for (const difference of [{ size: 6 }, { modified: 999 }, { changed: 999 }, { inode: 8 }, { kind: 'link' as const }]) {
    assert.is(vouches(record('a'), { ...STAT, ...difference }, 1e9), false, JSON.stringify(difference))
  }
})
spec('an absent file is vouched for by its absence', () => {
  assert.is(vouches({ ...record('a'), stat: undefined }, undefined, 1e9), true)
  assert.is(vouches({ ...record('a'), stat: undefined }, STAT, 1e9), false)
  assert.is(vouches(record('a'), undefined, 1e9), false)
})
spec.run()
