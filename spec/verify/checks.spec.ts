import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import type { Finding } from '../../lib/model/finding.ts'
import { NO_SIGNALS } from '../../lib/model/signals.ts'
import { utcDay } from '../../lib/text/day.ts'
import { inOrder, runChecks } from '../../lib/verify/checks.ts'
import type { Snapshot } from '../../lib/verify/snapshot.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const VERIFIED = 'last_verified: 2026-07-03\nupdated: 2026-07-03\n'
function check(files: Readonly<Record<string, string>>, more: Partial<Snapshot> = {}): readonly string[] {
  const { graph } = store(files)
  const snapshot = {
    manifest: DEFAULTS,
    program: '0.1.0',
    graph,
    nodes: [...graph.nodes()],
    today: utcDay('2026-07-03') as number,
    signals: NO_SIGNALS,
    verified: new Map(),
    missingSources: new Set<string>(),
    missingSymbols: new Set<string>(),
    changed: new Map(),
    moved: new Map(),
    ledgerFaults: [],
    tokens: new Map<string, number>(),
    texts: new Map<string, string>(),
  }
  return runChecks({ ...snapshot, ...more }).map(({ severity, code, id }) => `${severity} ${code} ${id}`)
}
const finding = (severity: Finding['severity'], file: string, line: number, code: string): Finding => ({
  severity,
  file,
  line,
  code,
  message: '',
  fix: '',
})

const spec = suite('verify/checks')
spec('a sound card has no findings', () => assert.equal(check(card('module.a', VERIFIED)), []))
spec('a manifest that a newer pmem wrote is a warning, until that one checks; numbers of the first design say nothing', () => {
  const by = (pmemVersion: string, program: string, version = '1'): readonly string[] =>
    check({}, { manifest: { ...DEFAULTS, version, pmemVersion }, program })
  assert.equal(by('0.10.0', '0.9.9'), ['warning manifest-newer undefined'])
  for (const [wrote, program] of [
    ['0.1.0', '0.1.0'],
    ['0.1.0', '0.2.0'],
    ['0.9.9', '1.0.0'],
    ['9.0.0', '0.0.0-dev'],
    ['next', '0.1.0'],
  ] as const)
    assert.equal(by(wrote, program), [], `${wrote} ${program}`)
  assert.equal(by('0.2.0', '0.1.0', '0.2'), [])
})
spec('an odd id is a warning, an id of any script in the usual form is not', () => {
  assert.equal(check({ '.pmem/m.md': `---\nid: Odd One\ntype: module\n${VERIFIED}---\n` }), ['warning odd-id Odd One'])
  assert.equal(check(card('module.存储-v1.2_x', VERIFIED)), [])
})
spec('ids or files that differ in case alone are a warning each', () => {
  const files = {
    '.pmem/a/X.md': `---\nid: module.x\ntype: module\n${VERIFIED}---\n`,
    '.pmem/a/x.md': `---\nid: module.X\ntype: module\n${VERIFIED}---\n`,
  }
  assert.equal(
    check(files).map((line) => line.split(' ')[1]),
    ['case-clash', 'case-clash'],
  )
})
spec('a date is in the future from the day after tomorrow', () => {
  assert.equal(check(card('module.a', 'last_verified: 2026-07-04\nupdated: 2026-07-04')), [])
  assert.equal(
    check(card('module.a', 'last_verified: 2026-07-05\nupdated: 2026-07-05\ncreated: 2026-07-05')),
    Array(3).fill('warning future-date module.a'),
  )
})
spec('a source that is gone is a warning of the card that names it', () => {
  assert.equal(
    check(card('module.a', `${VERIFIED}source_files: [src/a.ts, src/b.ts]`), { missingSources: new Set(['src/b.ts']) }),
    ['warning missing-source module.a'],
  )
})
spec('stale cards and cards never verified, but not records, ended cards or documents', () => {
  assert.equal(check(card('module.a', 'updated: 2026-07-02\nlast_verified: 2026-07-01')), ['warning stale module.a'])
  assert.equal(check(card('module.a')), ['warning never-verified module.a'])
  assert.equal(check(card('module.a'), { verified: new Map([['module.a', {}]]) as Snapshot['verified'] }), [])
  for (const id of ['trace.a', 'fact.a', 'person.a', 'summary.a']) assert.equal(check(card(id)), [], id)
  assert.equal(check(card('task.a', 'status: done')), [])
  assert.equal(check(card('module.a', 'status: superseded\nupdated: 2026-07-02\nlast_verified: 2026-07-01')), [])
  assert.equal(
    check(card('module.a'), { manifest: { ...DEFAULTS, freshness: { ...DEFAULTS.freshness, requireLastVerified: false } } }),
    [],
  )
})
spec('the limits of size are those of the manifest, and hold only above them', () => {
  const file = '.pmem/modules/a.md'
  const sized = (tokens: number): readonly string[] => check(card('module.a', VERIFIED), { tokens: new Map([[file, tokens]]) })
  assert.equal(sized(1200), [])
  assert.equal(sized(1201), ['warning oversized module.a'])
  const hot = (tokens: number): readonly string[] =>
    check(
      {},
      {
        tokens: new Map([
          ['.pmem/index.md', tokens],
          ['.pmem/next.md', 1000],
        ]),
      },
    )
  assert.equal(hot(1000), [])
  assert.equal(hot(1001), ['warning hot-files-large undefined'])
})
spec('errors come first, then file, line and code', () => {
  const sorted = [
    finding('error', 'a', 1, 'x'),
    finding('error', 'b', 1, 'x'),
    finding('warning', 'a', 1, 'x'),
    finding('warning', 'a', 2, 'a'),
    finding('warning', 'a', 10, 'a'),
  ]
  assert.equal(inOrder([...sorted].reverse()), sorted)
})
spec.run()
