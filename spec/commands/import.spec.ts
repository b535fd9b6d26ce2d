import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Json, noWrite, type Ran, world } from '../world.ts'

const actions = ({ json }: Ran): readonly string[] => json.items.map(({ action, id, title }: Json) => `${action} ${id ?? title}`)
const MEMORY = {
  'old/MEMORY.md':
    '# Memory\n\n- [Tabs](user_tabs.md) - likes tabs\n- The build runs on Node 20\n  and on Deno\n\n## Preferences\n\n- Short answers\n',
  'old/user_tabs.md':
    '---\nname: Tabs in Go\ndescription: The user prefers tabs\nmetadata:\n  type: user\n---\n\nThe user prefers tabs over spaces.\n',
}
const SERVER = [
  { type: 'entity', name: 'Redis', entityType: 'service', observations: ['runs on port 6379', 'Redis holds sessions'] },
  { type: 'relation', from: 'Redis', to: 'auth', relationType: 'used_by' },
]
const ADR = (number: number, title: string, status: string, more = ''): string =>
  `# ${number}. ${title}\n\nDate: 2025-0${number}-01\n\n## Status\n\n${status}\n\n## Context\n\nThere was a need.${more}\n\n## Decision\n\nWe do it.\n`

const spec = suite('commands/import')
spec('Claude memory: topics and lines of the index become facts, links to topics do not', () => {
  const w = world(MEMORY)
  assert.equal(actions(w.run('import', 'old', '--json')), [
    'import fact.the-build-runs-on-node-20-and-on-deno',
    'import fact.short-answers',
    'import fact.the-user-prefers-tabs-over-spaces',
  ])
  const { facts } = w.run('facts', 'list', '--json').json
  const told = (id: string): Json => facts.find((fact: Json) => fact.id === id)
  const tabs = told('fact.the-user-prefers-tabs-over-spaces')
  assert.equal([tabs.title, tabs.summary, tabs.category], ['Tabs in Go', 'The user prefers tabs', 'user'])
  assert.is(told('fact.short-answers').category, 'Preferences')
  assert.is(w.run('verify').code, 0)
})
spec('server-memory: observations and relations become facts about their entities, from lines and from one object', () => {
  for (const text of [
    SERVER.map((row) => JSON.stringify(row)).join('\n'),
    JSON.stringify({ entities: [SERVER[0]], relations: [SERVER[1]] }),
  ]) {
    const w = world({ 'memory.json': text })
    const { json } = w.run('import', 'memory.json', '--json')
    assert.is(json.kind, 'server-memory')
    const { facts } = w.run('facts', 'list', '--json').json
    assert.equal(facts.map(({ content }: Json) => content).sort(), [
      'Redis holds sessions',
      'Redis used by auth',
      'Redis: runs on port 6379',
    ])
    assert.equal(w.run('probe', 'Redis', '--json').json.total, 3)
  }
})
spec('decision records become decisions with status, date, aliases and their succession', () => {
  const w = world({
    'adr/0001-use-sql.md': ADR(1, 'Use SQL', 'Superseded by [2](0002-use-json.md)'),
    'adr/0002-use-json.md': ADR(2, 'Use JSON', 'Accepted', ' See [the first](0001-use-sql.md).'),
    'adr/README.md': '# Records\n\nA list.\n',
  })
  const { code, json } = w.run('import', 'adr', '--json')
  assert.is(code, 0)
  assert.equal(
    json.items.map(({ action, id }: Json) => [action, id]),
    [
      ['import', 'decision.use-sql'],
      ['import', 'decision.use-json'],
      ['left_out', null],
    ],
  )
  const fresh = w.run('show', 'decision.use-json', '--json').json
  assert.equal([fresh.status, fresh.title, fresh.updated], ['accepted', 'Use JSON', '2025-02-01'])
  assert.match(fresh.body, '(use-sql.md)')
  const old = w.run('show', 'ADR-1', '--json').json
  assert.equal([old.id, old.status, old.superseded_by], ['decision.use-sql', 'superseded', 'decision.use-json'])
  assert.is(w.run('verify').code, 0)
})
spec('a list of facts: texts and objects; what is none is left out with the reason', () => {
  const w = world({ 'facts.json': '["One", {"memory": "Two", "category": "x"}, 7]' })
  const { json } = w.run('import', 'facts.json', '--json')
  assert.equal([json.imported, json.left_out], [2, 1])
  assert.equal([json.items[2].from, json.items[2].reason], ['facts.json item 3', 'is neither a text nor an object'])
})
spec('nothing is imported twice: not again, not from a copy, not after an edit of the card, not after it was forgotten', () => {
  const w = world({ ...MEMORY, 'copy/MEMORY.md': MEMORY['old/MEMORY.md'], 'copy/user_tabs.md': MEMORY['old/user_tabs.md'] })
  w.run('import', 'old')
  w.run('update', 'fact.short-answers', '--content', 'Long answers')
  w.run('forget', 'the-user-prefers-tabs-over-spaces', '--reason', 'no more')
  w.run('rename', 'fact.the-build-runs-on-node-20-and-on-deno', 'fact.build')
  for (const folder of ['old', 'copy']) {
    const { code, json } = w.run('import', folder, '--json')
    assert.equal([code, json.imported, json.known, json.written], [0, 0, 3, []], folder)
  }
  assert.equal(w.run('facts', 'list', '--json').json.total, 2)
})
spec('a fact that is there word for word is known', () => {
  const w = world({ ...card('fact.a', '', 'One\n'), 'facts.json': '["One", "Two", "Two"]' })
  const { json } = w.run('import', 'facts.json', '--json')
  assert.equal(
    json.items.map(({ action, id }: Json) => [action, id]),
    [
      ['known', 'fact.a'],
      ['import', 'fact.two'],
      ['known', null],
    ],
  )
})
spec('--dry-run shows what becomes what and writes nothing', () => {
  const w = world(MEMORY)
  w.host.onWrite = noWrite
  const { code, stdout } = w.run('import', 'old', '--dry-run')
  assert.is(code, 0)
  assert.match(stdout, 'would import user_tabs.md -> fact.the-user-prefers-tabs-over-spaces')
  assert.match(stdout, '3 to import, 0 known already, 0 left out')
})
spec('a secret is left out, the rest is taken', () => {
  const secret = ['the password is ', 'hunter2'].join('')
  const w = world({ 'facts.json': JSON.stringify(['One', secret]) })
  const { json, stdout } = w.run('import', 'facts.json', '--json')
  assert.equal([json.imported, json.left_out], [1, 1])
  assert.match(json.items[1].reason, 'secret')
  assert.is(w.run('facts', 'list', '--json').json.total, 1)
  assert.not.match(w.text('.pmem/indexes/bm25.json') as string, 'hunter2')
  assert.ok(stdout.length > 0)
})
spec('what is nothing of the kind is refused with the choices', () => {
  const w = world({ 'x.json': '{"a": 1}', 'y.txt': 'text', 'z/a.txt': '' })
  for (const path of ['x.json', 'y.txt', 'z', 'nowhere']) assert.is(w.run('import', path).code, 64, path)
  assert.match(w.run('import', 'x.json').stderr, '--as claude-memory|server-memory|decision-records|facts')
})
spec.run()
