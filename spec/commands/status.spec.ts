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
spec('names exact matches apart from patterns and folders, with the entry that says why', () => {
  const w = world({
    ...card('module.a', 'source_files: [src/a.ts]'),
    ...card('module.b', 'source_files: ["src/*.ts"]'),
    ...card('module.c', 'source_files: [src]'),
    'src/a.ts': 'a\n',
  })
  w.run('rebuild')
  w.edit('src/a.ts', 'x\n')
  const { json, stdout } = w.run('status', '--json')
  const told = (cards: readonly { readonly id: string; readonly entry: string; readonly match: string }[]): readonly string[] =>
    cards.map(({ id, entry, match }) => `${id} ${match} ${entry}`)
  assert.equal([told(json.affected), json.changes.by], [['module.a file src/a.ts'], 'content'])
  assert.equal(told(json.hints), ['module.b pattern src/*.ts', 'module.c folder src'])
  assert.is(w.run('status', '--json').stdout, stdout, 'looking acknowledges nothing')
})
spec('traces that wait are counted, and the reminder comes when the manifest says', () => {
  const traces = Object.assign(
    {},
    ...['a', 'b', 'c'].map((name) => card(`trace.${name}`, 'distilled: false\ncreated: 2026-07-03')),
  )
  const told = (limit: number): { readonly traces: readonly string[]; readonly reminder: string | null } =>
    world({
      ...traces,
      '.pmem/manifest.yml': `version: 1\nproject: { name: x }\ndistill: { max_undistilled_traces: ${limit} }\n`,
    }).run('status', '--json').json.undistilled
  assert.equal(told(3), { traces: ['trace.a', 'trace.b', 'trace.c'], reminder: null })
  assert.match(told(2).reminder!, '3 traces wait to be distilled')
})
spec('--since takes a date, an age or a commit, and refuses what git does not know', () => {
  const w = world(card('module.a'))
  for (const since of ['2026-07-01', '7d', 'main'])
    assert.is(w.run('status', '--since', since).code, 0, 'without git nothing is counted from it')
})
spec.run()
