import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, MANIFEST, noWrite, type Ran, type World, world } from '../world.ts'

const GOOD = card('module.auth', 'title: Auth\nupdated: 2026-07-03\nlast_verified: 2026-07-03\nsource_files: [src/a.ts]')
const codes = ({ json }: Ran): readonly string[] =>
  json.findings.map(({ severity, code, file }: { severity: string; code: string; file: string }) => `${severity} ${code} ${file}`)
const built = (files: Readonly<Record<string, string>>): World => {
  const w = world({ 'src/a.ts': '', ...files })
  w.run('list')
  return w
}
const verify = (files: Readonly<Record<string, string>>): Ran => built(files).run('verify', '--json')

const spec = suite('commands/verify')
spec('a sound store is clean', () => {
  const ran = verify(GOOD)
  assert.is(ran.code, 0)
  assert.equal([ran.json.findings, ran.json.errors, ran.json.warnings, ran.json.cards], [[], 0, 0, 1])
  assert.is(built(GOOD).run('verify').stdout, '1 cards, 0 errors, 0 warnings\n')
})
spec('what is wrong has a code, a place, a severity and a way to mend it', () => {
  const ran = verify({
    ...GOOD,
    '.pmem/modules/x.md': '---\nid: module.x\ntags: [a\n---\n',
    '.pmem/modules/y.md': cardText('module.auth'),
    ...card('task.z', 'depends_on: module.ghost'),
  })
  assert.is(ran.code, 1)
  for (const finding of ran.json.findings) {
    assert.ok(finding.code !== '' && finding.message !== '' && finding.file !== '', JSON.stringify(finding))
    if (finding.severity === 'error') assert.ok(finding.line >= 1 && finding.fix !== undefined, JSON.stringify(finding))
  }
  assert.ok(codes(ran).includes('error duplicate-id .pmem/modules/y.md'))
  assert.is(codes(ran).filter((code) => code.startsWith('error')).length, 3)
})
spec('warnings alone exit 0', () => {
  const ran = verify({
    ...card('module.auth', 'source_files: [src/gone.ts, "src/*.nope"]\nupdated: 2027-01-01'),
    ...card('module.Auth'),
  })
  assert.is(ran.code, 0)
  assert.is(ran.json.errors, 0)
  for (const code of ['never-verified', 'missing-source', 'future-date', 'case-clash'])
    assert.ok(
      codes(ran).some((line) => line.includes(code)),
      code,
    )
})
spec('errors come first, then by file and line', () => {
  const lines = codes(
    verify({ ...card('module.a'), '.pmem/modules/z.md': '---\nid: [\n---\n', '.pmem/modules/b.md': '---\n---\n' }),
  )
  assert.equal(
    lines,
    [...lines].sort((a, b) => (a.startsWith('error') ? 0 : 1) - (b.startsWith('error') ? 0 : 1)),
  )
})
spec('a missing manifest is a warning, a wrong one an error with its line', () => {
  const w = world(GOOD)
  w.edit('.pmem/manifest.yml', null)
  assert.ok(codes(w.run('verify', '--json')).includes('warning manifest-missing .pmem/manifest.yml'))
  const bad = verify({ ...GOOD, '.pmem/manifest.yml': `${MANIFEST}recall: { mode: loud }\n` })
  assert.is(bad.code, 1)
  assert.is(bad.json.findings.find(({ severity }: { severity: string }) => severity === 'error').line, 4)
})
spec('without --fix it writes nothing at all', () => {
  const w = world({ ...GOOD, ...card('module.db') })
  w.host.onWrite = noWrite
  assert.is(w.run('verify').code, 0)
})
spec('--fix builds the indexes and says so, and what it cannot mend is still an error', () => {
  const w = world({ ...GOOD, '.pmem/modules/x.md': '---\nid: [\n---\n' })
  const ran = w.run('verify', '--fix', '--json')
  assert.equal(ran.json.fixed, ['.pmem/indexes/graph.json', '.pmem/indexes/bm25.json'])
  assert.is(ran.code, 1)
  w.edit('.pmem/modules/x.md', null)
  assert.match(w.run('verify', '--fix').stdout, /^Rebuilt: \.pmem\/indexes\/graph\.json/)
  assert.is(w.run('verify').code, 0)
})
spec('--now moves the day that ages are counted from', () => {
  const w = built(card('module.auth', 'updated: 2026-07-03\nlast_verified: 2026-07-03\nfreshness: 14d'))
  assert.equal(codes(w.run('verify', '--json')), [])
  assert.equal(codes(w.run('verify', '--now', '2026-07-17', '--json')), [])
  assert.equal(codes(w.run('verify', '--now', '2026-07-18', '--json')), ['warning stale .pmem/modules/auth.md'])
})
spec('hot files that are long together, oversized cards and cards with many relations are warned about', () => {
  const words = 'word and another word with meaning. '.repeat(400)
  const many = Array.from({ length: 13 }, (_, i) => `module.m${i}`)
  const ran = verify({
    ...GOOD,
    '.pmem/index.md': words,
    ...card('trace.long', '', words),
    ...card('trace.wide', `related: [${many.join(', ')}]`),
    ...Object.assign({}, ...many.map((id) => card(id, 'last_verified: 2026-07-03\nupdated: 2026-07-03'))),
  })
  for (const code of ['hot-files-large', 'oversized', 'many-relations'])
    assert.ok(
      codes(ran).some((line) => line.includes(` ${code} `)),
      code,
    )
  assert.is(ran.code, 0)
})
spec.run()
