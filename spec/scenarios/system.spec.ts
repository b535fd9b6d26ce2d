import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, type Json, type Ran, type World, world } from '../world.ts'

const GRAPH = '.pmem/indexes/graph.json'
const BM25 = '.pmem/indexes/bm25.json'
const codes = ({ json }: Ran): readonly string[] => json.findings.map(({ code }: Json) => code)
const settled = (): World => {
  const w = world({
    ...card('module.auth', 'title: Authority\nupdated: 2026-07-03\nlast_verified: 2026-07-03'),
    ...card('module.db', 'title: Database\nupdated: 2026-07-03\nlast_verified: 2026-07-03'),
  })
  w.run('rebuild')
  return w
}

/** The manifest of the first published design. */
const PUBLISHED = readFileSync(new URL('./published.yml', import.meta.url), 'utf8')

const spec = suite('scenarios: whole system')
spec('H: an index edited by hand: verify says stale and names pmem rebuild, --fix makes it clean', () => {
  for (const path of [GRAPH, BM25]) {
    for (const edit of [
      (text: string) => text.replace('uthor', 'uther'),
      (text: string) => `${text}\n`,
      (text: string) => text.slice(0, -1),
      () => '{}',
      (text: string) => text.replaceAll(',\n', ',\n '),
    ]) {
      const w = settled()
      const good = w.text(path) as string
      w.edit(path, edit(good))
      assert.not.equal(w.text(path), good)
      const { code, stdout } = w.run('verify')
      assert.is(code, 1)
      assert.match(stdout, 'stale')
      assert.match(stdout, 'pmem rebuild')
      assert.ok(codes(w.run('verify', '--json')).includes('index-stale'))
      assert.is(w.run('verify', '--fix').code, 0)
      assert.equal(codes(w.run('verify', '--json')), [])
      assert.is(w.text(path), good)
    }
  }
})
spec('H: pmem rebuild alone makes it clean too', () => {
  const w = settled()
  w.edit(BM25, 'x')
  assert.is(w.run('rebuild').code, 0)
  assert.is(w.run('verify').code, 0)
})
spec('H: a card edited since makes the index stale, and the command that verify names settles it', () => {
  const w = settled()
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: Other\nupdated: 2026-07-03\nlast_verified: 2026-07-03'))
  const [finding] = w.run('verify', '--json').json.findings
  const command = /`pmem ([^`]+)`/.exec(finding.fix)?.[1]
  assert.is(w.run(...(command as string).split(' ')).code, 0)
  assert.is(w.run('verify').code, 0)
})
spec('H: the manifest of the first published design loads without a warning and its settings count', () => {
  const w = world({
    '.pmem/manifest.yml': PUBLISHED,
    ...card('module.auth', 'last_verified: 2026-07-03'),
    '.pmem/notes/x.md': 'no card\n',
  })
  assert.is(w.run('rebuild').code, 0)
  const { code, json } = w.run('verify', '--json')
  assert.equal([code, json.findings], [0, []])
  assert.is(w.run('status', '--json').json.stage, 'designing')
  assert.is(w.run('list', '--json').json.total, 1)
})
spec('deleting the derived folders loses nothing: the next read builds the same bytes', () => {
  const w = settled()
  const good = `${w.text(GRAPH)}${w.text(BM25)}`
  for (const path of ['.pmem/indexes', '.pmem/local']) w.edit(path, null)
  assert.is(w.run('ask', 'module.auth').code, 0)
  assert.is(`${w.text(GRAPH)}${w.text(BM25)}`, good)
})
spec.run()
