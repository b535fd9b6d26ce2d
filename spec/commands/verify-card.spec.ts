import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Json, noWrite, type World, world } from '../world.ts'

const FILES = {
  ...card('module.a', 'title: Auth\nupdated: 2026-07-01\nsource_files: [src/a.ts, "src/b.ts#open"] # both', 'Text.\r\n'),
  ...card('doc.x', 'title: X'),
  'src/a.ts': 'a\n',
  'src/b.ts': 'function open() {\n  return 1\n}\n\nfunction close() {}\n',
}
const built = (files: Readonly<Record<string, string>> = FILES): World => {
  const w = world(files)
  w.run('rebuild')
  return w
}
const codes = (w: World): readonly string[] =>
  w
    .run('verify', '--json')
    .json.findings.map(({ code, id }: Json) => `${code} ${id}`)
    .filter((line: string) => line.endsWith('module.a'))
const stale = (w: World): readonly string[] => w.run('show', 'module.a', '--json').json.stale_reasons

const spec = suite('commands/verify-card')
spec('records the day in the card and the contents in the ledger; every other byte stays', () => {
  const w = built()
  assert.equal(codes(w), ['never-verified module.a'])
  const before = w.text('.pmem/modules/a.md')!
  const { code, json } = w.run('verify-card', 'auth', '--json')
  assert.equal([code, json.action, json.id, json.verified, json.resolved], [0, 'verify-card', 'module.a', ['module.a'], []])
  assert.is(w.text('.pmem/modules/a.md'), before.replace('# both\n', '# both\nlast_verified: 2026-07-03\n'))
  assert.equal([codes(w), stale(w)], [[], []])
})
spec('from then on the contents decide: what is edited is stale, what is only moved is not', () => {
  const w = built()
  w.run('verify-card', 'module.a')
  w.edit('src/b.ts', `// moved\n${FILES['src/b.ts'].replace('close() {}', 'close() { return 2 }')}`)
  assert.equal([codes(w), stale(w)], [[], []])
  w.edit('src/b.ts', FILES['src/b.ts'].replace('1', '2'))
  assert.equal(stale(w), ['source changed: src/b.ts#open'])
  w.edit('src/a.ts', 'changed\n')
  assert.equal(stale(w), ['source changed: src/a.ts, src/b.ts#open'])
  assert.equal(codes(w), ['source-changed module.a'])
  assert.is(w.run('ask', 'auth', '--json').json.matched[0].factors.staleness, 0.8)
  w.run('verify-card', 'module.a')
  assert.equal([codes(w), stale(w)], [[], []])
  w.edit('src/a.ts', null)
  assert.equal(codes(w), ['missing-source module.a', 'source-changed module.a'])
})
spec('settles the flag of the card, and that of no other', () => {
  const w = built({ ...FILES, ...card('module.b') })
  w.run('mark-dirty', 'module.a', 'module.b', '--reason', 'x')
  assert.equal(w.run('verify-card', 'module.a', '--json').json.resolved, ['module.a'])
  assert.equal(
    w.run('status', '--json').json.dirty.map(({ id }: Json) => id),
    ['module.b'],
  )
})
spec('the same once more changes nothing; after a day it does', () => {
  const w = built()
  w.run('verify-card', 'module.a')
  const again = w.run('verify-card', 'module.a', '--json')
  assert.equal([again.code, again.json.written], [0, []])
  w.wait(1)
  assert.is(w.run('verify-card', 'module.a', '--json').json.written.length, 2)
  assert.match(w.text('.pmem/modules/a.md')!, 'last_verified: 2026-07-04')
})
spec('--dry-run shows both as a diff and writes nothing', () => {
  const w = built()
  w.host.onWrite = noWrite
  const { stdout } = w.run('verify-card', 'module.a', '--dry-run')
  assert.match(stdout, '+last_verified: 2026-07-03')
  assert.match(stdout, '"k":"verified"')
})
spec('an unknown card is refused, exit 1, and one outside the store is never written', () => {
  const w = built({
    '.pmem/manifest.yml': 'version: 1\nproject: { name: x }\nsources: [{ glob: "docs/*.md", type: doc }]\n',
    'docs/x.md': '# X\n',
    ...FILES,
  })
  const ghost = w.run('verify-card', 'module.ghost', '--json')
  assert.equal([ghost.code, ghost.json.error.code], [1, 'NOT_FOUND'])
  assert.is(w.run('verify-card', 'docs/x.md').code, 65)
  assert.is(w.text('docs/x.md'), '# X\n')
  assert.is(w.host.files('/project').stat('.pmem/ledger'), undefined)
})
spec('policies never and ttl, and stale_on_related_code_change of the manifest, ask for no comparison', () => {
  const after = (fields: string, manifest = ''): readonly string[] => {
    const w = built({
      ...FILES,
      ...card('module.a', `source_files: [src/a.ts]\n${fields}`),
      '.pmem/manifest.yml': `version: 1\nproject: { name: x }\n${manifest}`,
    })
    w.run('verify-card', 'module.a')
    w.edit('src/a.ts', 'changed\n')
    return stale(w)
  }
  const off = 'freshness: { stale_on_related_code_change: false }\n'
  assert.equal(
    [after(''), after('freshness: { policy: verify_on_related_code_change }', off)],
    [['source changed: src/a.ts'], ['source changed: src/a.ts']],
  )
  assert.equal([after('freshness: never'), after('freshness: { policy: ttl }'), after('', off)], [[], [], []])
})
spec('several cards are verified at once, each once, and none where one is not there', () => {
  const w = world({ ...card('module.a', 'title: A'), ...card('module.b', 'title: B') })
  const before = w.text('.pmem/modules/a.md')
  assert.is(w.run('verify-card', 'module.a', 'module.nope').code, 1)
  assert.is(w.text('.pmem/modules/a.md'), before)
  assert.is(w.run('verify-card').code, 64)
  const { code, json } = w.run('verify-card', 'module.a', 'module.b', 'module.a', '--json')
  assert.equal([code, json.id, json.file, json.verified], [0, null, null, ['module.a', 'module.b']])
  for (const name of ['a', 'b']) assert.match(w.text(`.pmem/modules/${name}.md`)!, /last_verified:/)
})
spec.run()
