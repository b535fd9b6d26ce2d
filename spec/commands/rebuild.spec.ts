import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, world } from '../world.ts'

const BAD = '---\nid: module.x\ntags: [a\n---\n'

const spec = suite('commands/rebuild')
spec('reads every card and writes both indexes', () => {
  const { code, json } = world({ ...card('module.auth', '', '[[module.db]]\n'), ...card('module.db') }).run('rebuild', '--json')
  assert.is(code, 0)
  assert.equal([json.cards, json.edges, json.files], [2, 1, 2])
  assert.equal(json.written, ['.pmem/indexes/graph.json', '.pmem/indexes/bm25.json'])
})
spec('broken cards are named with file and line, the rest is written, and that is 65', () => {
  const w = world({ ...card('module.auth'), '.pmem/modules/x.md': BAD, '.pmem/modules/y.md': cardText('module.auth') })
  const { code, stdout, stderr } = w.run('rebuild')
  assert.is(code, 65)
  assert.match(stdout, '1 cards')
  assert.match(stderr, /error \.pmem\/modules\/x\.md:\d+/)
  assert.match(stderr, 'the id module.auth is already taken by .pmem/modules/auth.md')
})
spec('a dangling reference or a broken document is no reason for 65', () => {
  const w = world({
    ...card('module.auth', 'depends_on: module.ghost'),
    'docs/x.md': BAD,
    '.pmem/manifest.yml': "version: 1\nsources:\n  - { glob: 'docs/*.md', type: doc }\n",
  })
  assert.is(w.run('rebuild').code, 0)
})
spec('draws a bar only on a terminal and only when the work lasts', () => {
  const quiet = world(card('module.auth'))
  quiet.run('rebuild')
  assert.is(quiet.host.output.stderr, '')
  const w = world({ ...card('module.auth'), ...card('module.db') }, { terminal: true })
  assert.is(w.run('rebuild').stderr, '')
  const now = w.host.now
  let time = now()
  Object.assign(w.host, {
    now: () => {
      time += 700
      return time
    },
  })
  assert.match(w.run('rebuild').stderr, /\rreading cards \[#+\.*\] \d\/2/)
})
spec.run()
