import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Random, random } from '../random.ts'
import { card, cardText, DAY_MS, idsOf, MANIFEST, type World, world } from '../world.ts'

const GRAPH = '.pmem/indexes/graph.json'
const BM25 = '.pmem/indexes/bm25.json'
const indexes = (w: World): string => `${w.text(GRAPH)}${w.text(BM25)}`
const state = (w: World): string => w.run('list', '--json').json.index.status
/** The files of a project without what is derived. */
type Sources = Map<string, string>

/** The indexes that a full build of these files gives, in a project of its own. */
function built(sources: Sources, order: readonly string[] = [...sources.keys()]): string {
  const w = world(Object.fromEntries(order.map((path) => [path, sources.get(path) as string])))
  w.run('rebuild')
  return indexes(w)
}

const NAMES = ['auth', 'db', 'cache', 'ui', '存储', 'queue', 'log', 'api']
const WORDS = ['token', 'retry', 'window', '缓存', '虚拟机', 'lock', 'index', 'café', 'Redis', 'parseCard']

function randomCard(r: Random, name: string): string {
  const type = r.pick(['module', 'decision', 'task'])
  const target = r.pick(NAMES)
  const fields = [
    `title: ${r.pick(WORDS)} ${name}`,
    `tags: [${r.pick(WORDS)}, ${r.pick(WORDS)}]`,
    r.pick([
      '',
      `depends_on: ${type}.${target}`,
      `related: [module.${target}, ghost.x]`,
      `supersedes: decision.${target}`,
      `source_files: [src/${target}.ts]`,
    ]),
    r.pick(['', 'updated: 2026-06-01', 'status: superseded', 'sensitivity: secret', 'aliases: [db]']),
  ]
  const lines = Array.from({ length: 1 + r.below(4) }, () => `${r.pick(WORDS)} ${r.pick(WORDS)} [[module.${r.pick(NAMES)}]]\n\n`)
  return cardText(`${type}.${name}`, fields.filter((line) => line !== '').join('\n'), `# ${name}\n\n${lines.join('')}`)
}

const BROKEN = ['---\nid: module.x\ntags: [a\n---\n', 'no frontmatter at all\n', '', '---\nid: module.y\ntype: nonsense\n---\n']

/** One thing that a person or a tool does to the files. */
function change(r: Random, sources: Sources, w: World): void {
  const paths = [...sources.keys()].sort()
  const put = (path: string, text: string | null): void => {
    if (text === null) sources.delete(path)
    else sources.set(path, text)
    w.edit(path, text)
  }
  const fresh = `.pmem/${r.pick(['modules', 'tasks', 'modules/deep/er'])}/${r.pick(NAMES)}${r.below(3)}.md`
  const some = paths.length === 0 ? fresh : r.pick(paths)
  const kind = r.below(10)
  if (kind < 3) put(fresh, randomCard(r, r.pick(NAMES)))
  else if (kind < 5) put(some, randomCard(r, r.pick(NAMES)))
  else if (kind < 6) put(some, null)
  else if (kind < 7 && paths.length > 0) {
    const text = sources.get(some) as string
    put(some, null)
    put(fresh, text)
  } else if (kind < 8) put(some, r.pick(BROKEN))
  else if (kind < 9 && paths.length > 0) put(fresh, sources.get(some) as string)
  else
    put('docs/adr/0001-x.md', r.pick(['# Use it\n\n## Status\n\nAccepted\n', '# Leave it\n', '---\ntitle: [broken\n---\n# T\n']))
}

const WITH_SOURCES = `${MANIFEST}sources:\n  - { glob: 'docs/**/*.md', type: decision }\n`

const spec = suite('store/refresh')
spec('incremental equals full, byte for byte, after any sequence of changes', () => {
  for (let seed = 1; seed <= 15; seed += 1) {
    const r = random(seed)
    const sources: Sources = new Map([['.pmem/manifest.yml', WITH_SOURCES]])
    const w = world({ '.pmem/manifest.yml': WITH_SOURCES })
    for (let step = 0; step < 8; step += 1) {
      for (let changes = 1 + r.below(3); changes > 0; changes -= 1) change(r, sources, w)
      if (r.below(2) === 0) w.host.setNow(w.host.now() + 10_000)
      w.run('list')
      assert.is(indexes(w), built(sources), `seed ${seed}, step ${step}`)
    }
  }
})
spec('the same cards written in another order give the same bytes', () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const r = random(seed)
    const sources: Sources = new Map([['.pmem/manifest.yml', WITH_SOURCES]])
    for (let i = 0; i < 15; i += 1) change(r, sources, world())
    assert.is(built(sources, r.shuffle([...sources.keys()])), built(sources), `seed ${seed}`)
  }
})
spec('a second rebuild gives the same bytes, also on another day', () => {
  const w = world({ ...card('module.auth', 'updated: 2026-06-01'), ...card('task.x') })
  w.run('rebuild')
  const first = indexes(w)
  w.wait(30)
  w.run('rebuild')
  assert.is(indexes(w), first)
})
spec('what changed is read again and nothing else', () => {
  const w = world({ ...card('module.auth'), ...card('module.db') })
  w.run('list')
  w.wait(1)
  w.edit('.pmem/modules/db.md', cardText('module.db', 'title: Changed'))
  const { json, stderr } = w.run('ask', 'changed', '--json')
  assert.is(json.index.status, 'refreshed')
  assert.is(json.index.changed, 1)
  assert.match(stderr, '1 changed file')
  assert.is(state(w), 'fresh')
})
spec('a card that is deleted is gone from the next answer, before any rebuild', () => {
  const w = world({ ...card('module.auth'), ...card('module.db') })
  w.run('rebuild')
  w.edit('.pmem/modules/db.md', null)
  assert.is(w.run('show', 'module.db', '--no-refresh').code, 0)
  assert.is(w.run('show', 'module.db').code, 1)
})
spec('an edit of the same size in the same millisecond as the last refresh is noticed', () => {
  const w = world(card('module.auth', 'title: aaaa'))
  w.run('list')
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: bbbb'))
  assert.equal(idsOf(w.run('ask', 'bbbb', '--json')), ['module.auth'])
})
spec('a file that is touched but not changed leaves the index fresh', () => {
  const w = world(card('module.auth'))
  w.run('list')
  w.wait(1)
  w.edit('.pmem/modules/auth.md', w.text('.pmem/modules/auth.md') as string)
  assert.is(state(w), 'fresh')
})
spec('CRLF instead of LF and a BOM are no change of content', () => {
  const w = world(card('module.auth', 'title: A', 'line\nline\n'))
  w.run('list')
  w.wait(1)
  const crlf = (w.text('.pmem/modules/auth.md') as string).replaceAll('\n', '\r\n')
  w.edit('.pmem/modules/auth.md', `\ufeff${crlf}`)
  assert.is(state(w), 'fresh')
})
spec('an index edited by hand is noticed and mended', () => {
  for (const path of [GRAPH, BM25]) {
    const w = world({ ...card('module.auth', 'title: Authority'), ...card('module.db', 'title: Database') })
    w.run('rebuild')
    w.wait(1)
    w.run('list')
    w.wait(1)
    const good = indexes(w)
    w.edit(path, (w.text(path) as string).replaceAll('uthority', 'utopilot').replaceAll('uth', 'utk'))
    assert.equal(idsOf(w.run('ask', 'authority', '--json')).slice(0, 1), ['module.auth'], path)
    assert.is(indexes(w), good, path)
  }
})
spec('an index that is truncated, empty, foreign or missing is built anew', () => {
  for (const path of [GRAPH, BM25]) {
    for (const damage of [
      (text: string) => text.slice(0, text.length / 2),
      () => '',
      () => '{}\n',
      () => 'not json',
      () => null,
    ]) {
      const w = world(card('module.auth'))
      w.run('rebuild')
      const good = indexes(w)
      w.edit(path, damage(w.text(path) as string))
      assert.is(w.run('ask', 'module.auth').code, 0, path)
      assert.is(indexes(w), good, path)
    }
  }
})
spec('an index of another version or tokenizer is built anew', () => {
  for (const [from, to] of [
    [/"pmem_version":"[^"]*"/, '"pmem_version":"9.9.9"'],
    [/"format":1/, '"format":9'],
    [/"inputs":"[0-9a-f]{4}/, '"inputs":"0000'],
  ] as const) {
    const w = world(card('module.auth'))
    w.run('rebuild')
    const good = indexes(w)
    w.edit(GRAPH, (w.text(GRAPH) as string).replace(from, to))
    w.edit('.pmem/local/stat-cache.json', null)
    w.run('list')
    assert.is(indexes(w), good, to)
  }
})
spec('two indexes that do not belong to each other are built anew', () => {
  const w = world(card('module.auth', 'title: One'))
  w.run('rebuild')
  const old = w.text(GRAPH) as string
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: Two'))
  w.run('rebuild')
  const good = indexes(w)
  w.edit(GRAPH, old)
  assert.equal(w.run('show', 'module.auth', '--json').json.title, 'Two')
  assert.is(indexes(w), good)
})
spec('a changed manifest is a changed index: new sources are read, dropped ones leave', () => {
  const w = world({ 'docs/a.md': '# Alpha\n', ...card('module.auth') })
  w.run('list')
  w.edit('.pmem/manifest.yml', `${MANIFEST}sources:\n  - { glob: 'docs/**/*.md', type: doc }\n`)
  assert.is(w.run('list', '--json').json.total, 2)
  w.edit('.pmem/manifest.yml', MANIFEST)
  assert.is(w.run('list', '--json').json.total, 1)
})
spec('a read on a read-only disk answers from memory, says so, and writes nothing', () => {
  const w = world({ ...card('module.auth') })
  w.run('rebuild')
  w.edit('.pmem/modules/db.md', cardText('module.db', 'title: New'))
  const before = indexes(w)
  w.host.onWrite = () => 'fail'
  const { code, json, stderr } = w.run('ask', 'module.db', '--json')
  assert.is(code, 0)
  assert.is(json.matched[0].id, 'module.db')
  assert.is(json.index.status, 'in_memory')
  assert.match(stderr, 'in memory only')
  assert.is(indexes(w), before)
})
spec('a read while another process holds the lock answers from memory and does not wait', () => {
  const w = world(card('module.auth'))
  const other = w.second()
  other.edit('.pmem/.lock', `${JSON.stringify({ pid: other.host.processId, host: 'memory', started: '', token: 'theirs' })}\n`)
  const before = w.host.now()
  const { code, json } = w.run('ask', 'module.auth', '--json')
  assert.is(code, 0)
  assert.is(json.index.status, 'in_memory')
  assert.is(w.host.now(), before)
  assert.is(w.text(GRAPH), undefined)
  assert.match(w.text('.pmem/.lock') as string, 'theirs')
})
spec('with --no-refresh the old index answers and the output says so', () => {
  const w = world(card('module.auth', 'title: Old'))
  w.run('rebuild')
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: New title'))
  const { json } = w.run('show', 'module.auth', '--no-refresh', '--json')
  assert.is(json.title, 'Old')
  assert.is(json.index.status, 'not_refreshed')
})
spec('a refresh killed at any write leaves a store that opens, answers and verifies', () => {
  for (const fate of ['kill', 'tear', 'fail'] as const) {
    for (let at = 1; ; at += 1) {
      const w = world({ ...card('module.auth', 'title: One'), ...card('module.db') })
      w.run('rebuild')
      w.wait(1)
      w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: Two'))
      const process = w.second()
      let reached = false
      process.host.onWrite = ({ number }) => {
        reached ||= number === at
        return number === at ? fate : 'go'
      }
      try {
        assert.is(process.run('ask', 'module.auth').code, 0, `${fate} at ${at}`)
      } catch (error) {
        assert.is((error as Error).name, 'Killed')
      }
      if (!reached) break
      w.wait(1)
      const next = w.second()
      assert.is(next.run('show', 'module.auth', '--json').json.title, 'Two', `${fate} at ${at}`)
      assert.is(next.run('verify').code, 0, `${fate} at ${at}`)
      assert.ok(at < 100)
    }
  }
})
spec('a lock left by a killed process does not stand in the way', () => {
  const w = world(card('module.auth'))
  const victim = w.second()
  victim.host.onWrite = ({ op, path }) => (op === 'rename' && path === BM25 ? 'kill' : 'go')
  assert.throws(() => victim.run('rebuild'))
  assert.ok(w.text('.pmem/.lock'))
  assert.is(w.second().run('rebuild').code, 0)
  assert.is(w.text('.pmem/.lock'), undefined)
})
spec('of two cards that share an id the first in path order holds it, until it goes', () => {
  const w = world({
    '.pmem/modules/a.md': cardText('module.x', 'title: A'),
    '.pmem/modules/b.md': cardText('module.x', 'title: B'),
  })
  assert.is(w.run('show', 'module.x', '--json').json.title, 'A')
  w.edit('.pmem/modules/a.md', null)
  assert.is(w.run('show', 'module.x', '--json').json.title, 'B')
  assert.is(w.run('list', '--json').json.index.broken, 0)
})
spec('a card of the store holds its id against a document outside', () => {
  const w = world({
    '.pmem/manifest.yml': WITH_SOURCES,
    'docs/a.md': '# Doc\n',
    '.pmem/docs/x.md': '---\nid: doc.docs--a\ntype: doc\ntitle: Card\n---\n',
  })
  assert.is(w.run('show', 'doc.docs--a', '--json').json.title, 'Card')
})
spec('a broken card is left out and counted, and comes back when it is mended', () => {
  const w = world({ ...card('module.auth'), '.pmem/modules/x.md': '---\nid: module.x\ntags: [a\n---\n' })
  const first = w.run('list', '--json')
  assert.is(first.json.total, 1)
  assert.is(first.json.index.broken, 1)
  assert.match(first.stderr, '1 file is broken')
  w.edit('.pmem/modules/x.md', cardText('module.x'))
  assert.is(w.run('list', '--json').json.total, 2)
})
spec('a refresh sets no times into the future', () => {
  const w = world(card('module.auth'))
  w.run('list')
  const cache = JSON.parse(w.text('.pmem/local/stat-cache.json')!.split('\n')[0]!)
  assert.is(cache.recorded, w.host.now())
  assert.ok(cache.recorded < Date.UTC(2026, 6, 3) + DAY_MS)
})
spec.run()
