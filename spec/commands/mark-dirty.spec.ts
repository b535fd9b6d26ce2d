import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, idsOf, type Json, MANIFEST, noWrite, type World, world } from '../world.ts'

const FILES = {
  ...card('module.a', 'title: Auth\nlast_verified: 2026-07-03\nupdated: 2026-07-03\nsource_files: [src/a.ts]'),
  ...card('module.b', 'title: Pool\nlast_verified: 2026-07-03\nupdated: 2026-07-03\nsource_files: [docs/b.md, "src/**"]'),
  ...card('trace.t', 'source_files: [src/a.ts]'),
  'src/a.ts': 'a\n',
  'docs/b.md': 'b\n',
}
const built = (files: Readonly<Record<string, string>> = FILES): World => {
  const w = world(files)
  w.run('rebuild')
  return w
}
const flagged = ({ json }: { readonly json: Json }): readonly string[] =>
  json.flagged.map(({ id, reason }: Json) => `${id}: ${reason}`)
/** Lines of the ledger, whichever clone wrote them. */
const ledger = (w: World): readonly Json[] => {
  const files = w.host.files('/project')
  const months = files.list('.pmem/ledger') ?? []
  return months.flatMap(({ name }) =>
    (files.list(`.pmem/ledger/${name}`) ?? []).flatMap((file) =>
      (w.text(`.pmem/ledger/${name}/${file.name}`) ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json),
    ),
  )
}

const spec = suite('commands/mark-dirty')
spec('flags cards with a reason that every command shows, and the card keeps its bytes', () => {
  const w = built()
  const before = w.text('.pmem/modules/a.md')
  const ran = w.run('mark-dirty', 'module.a', 'pool', '--reason', '0123', '--json')
  assert.equal([ran.code, flagged(ran)], [0, ['module.a: 0123', 'module.b: 0123']])
  assert.equal(
    ledger(w).map(({ k, c, reason }) => [k, c, reason]),
    [
      ['dirty', 'module.a', '0123'],
      ['dirty', 'module.b', '0123'],
    ],
  )
  assert.is(w.text('.pmem/modules/a.md'), before)
  const hit = w.run('ask', 'Auth', '--json').json.matched[0]
  assert.equal([hit.factors.staleness, hit.stale, hit.stale_reasons], [0.7, true, ['dirty: 0123']])
  assert.equal(w.run('show', 'module.a', '--json').json.stale_reasons, ['dirty: 0123'])
  assert.equal(
    w.run('status', '--json').json.dirty.map(({ id, reasons }: Json) => [id, reasons]),
    [
      ['module.a', ['0123']],
      ['module.b', ['0123']],
    ],
  )
  assert.equal(
    w.run('list', '--stale', '--json').json.cards.map(({ id }: Json) => id),
    ['module.a', 'module.b'],
  )
  assert.equal(
    w.run('verify', '--json').json.findings.map(({ code, id }: Json) => `${code} ${id}`),
    ['dirty module.a', 'dirty module.b'],
  )
})
spec('B11, fault 167: one unknown id and nothing is flagged, exit 1, no record, twice over', () => {
  const w = built()
  for (const argv of [['module.ghost'], ['module.a', 'module.ghost']]) {
    for (let times = 0; times < 2; times += 1) {
      const ran = w.run('mark-dirty', ...argv, '--json')
      assert.equal([ran.code, ran.json.error.code], [1, 'NOT_FOUND'])
    }
  }
  assert.is(w.host.files('/project').stat('.pmem/ledger'), undefined)
  assert.is(w.host.files('/project').stat('.pmem/local/clone'), undefined)
})
spec('--auto flags the cards that name a changed file, with it, and the same change once', () => {
  const w = built()
  assert.equal(flagged(w.run('mark-dirty', '--auto', '--json')), [])
  w.edit('src/a.ts', 'changed\n')
  assert.equal(flagged(w.run('mark-dirty', '--auto', '--json')), ['module.a: changed: src/a.ts'])
  assert.equal(flagged(w.run('mark-dirty', '--auto', '--json')), [])
  w.edit('docs/b.md', 'changed\n')
  assert.equal(flagged(w.run('mark-dirty', '--auto', '--reason', 'hook', '--json')), ['module.b: hook'])
  assert.equal(
    ledger(w).map(({ c, files }) => [c, files]),
    [
      ['module.a', ['src/a.ts']],
      ['module.b', ['docs/b.md']],
    ],
  )
})
spec('--auto honours enabled, on_code_change and on_doc_change of the manifest', () => {
  const after = (settings: string): readonly string[] => {
    const w = built({ ...FILES, '.pmem/manifest.yml': `${MANIFEST}auto_update: { ${settings} }\n` })
    w.edit('src/a.ts', 'changed\n')
    w.edit('docs/b.md', 'changed\n')
    return flagged(w.run('mark-dirty', '--auto', '--json')).map((line) => line.split(':')[0]!)
  }
  assert.equal(after('on_code_change: mark_dirty'), ['module.a', 'module.b'])
  assert.equal(after('on_code_change: ignore'), ['module.b'])
  assert.equal(after('on_doc_change: ignore'), ['module.a'])
  assert.equal(after('enabled: false'), [])
})
spec('--dry-run shows the line of the ledger and writes nothing', () => {
  const w = built()
  w.host.onWrite = noWrite
  const { stdout } = w.run('mark-dirty', 'module.a', '--reason', 'x', '--dry-run')
  assert.match(
    stdout,
    /^--- \/dev\/null\n\+\+\+ b\/\.pmem\/ledger\/2026-07\/2026-07-03-new\.jsonl\n@@ -0,0 \+1 @@\n\+\{"e":"new",.*"k":"dirty","c":"module\.a","reason":"x"\}\n$/,
  )
})
spec('a trace is history and cannot be flagged; neither can nothing, nor both ways at once', () => {
  const w = built()
  for (const argv of [['trace.t'], [], ['module.a', '--auto'], ['module.a', '--since', '7d']])
    assert.is(w.run('mark-dirty', ...argv).code, 64, argv.join(' '))
})
spec('a flag of a card that is gone troubles nobody', () => {
  const w = built()
  w.run('mark-dirty', 'module.a', '--reason', 'x')
  w.edit('.pmem/modules/a.md', null)
  assert.equal(w.run('status', '--json').json.dirty, [])
  assert.equal(w.run('verify', '--json').json.errors, 0)
  assert.equal(idsOf(w.run('ask', 'Pool', '--json')), ['module.b'])
})
spec.run()
