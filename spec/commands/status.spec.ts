import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, world } from '../world.ts'

const spec = suite('commands/status')
spec('counts cards by type, names broken and stale ones and the state of the index', () => {
  const w = world({
    ...card('module.a'),
    ...card('module.b'),
    ...card('task.x', 'updated: 2026-07-02\nlast_verified: 2026-07-01'),
    '.pmem/modules/x.md': '---\nid: [\n---\n',
  })
  const { code, json } = w.run('status', '--json')
  assert.is(code, 0)
  assert.equal(json.by_type, [
    { type: 'module', count: 2 },
    { type: 'task', count: 1 },
  ])
  assert.is(json.broken[0].file, '.pmem/modules/x.md')
  assert.equal(
    json.stale.map(({ id }: { id: string }) => id),
    ['task.x'],
  )
  assert.is(json.index.status, 'refreshed')
  assert.match(w.run('status').stdout, 'Index: fresh')
})
spec('fault 124: each path and card once, in a stable order, whatever mentions it', () => {
  const files = {
    ...card('module.a', 'source_files: [src/x.ts, src/x.ts, ./src/x.ts]'),
    ...card('module.b', 'source_files: [src/x.ts]'),
    'src/x.ts': '',
  }
  const ask = (): readonly string[] => world(files).run('ask', 'src/x.ts', '--json').json.recommended_files
  assert.equal(ask(), ['.pmem/modules/a.md', '.pmem/modules/b.md', 'src/x.ts'])
  assert.equal(ask(), ask())
  const broken = world({ '.pmem/a.md': '---\nid: [\nid: [\n---\n', ...files }).run('status', '--json').json.broken
  assert.is(new Set(broken.map(({ file }: { file: string }) => file)).size, broken.length)
})
spec.run()
