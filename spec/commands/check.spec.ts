import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { git, repository, runIn, write } from '../repository.ts'
import { card, type Json, world } from '../world.ts'

const GUARDED = card(
  'decision.dates',
  'title: Dates without moment\nstatus: accepted\nguards:\n  - { dependency: moment, message: moment was rejected }\n  - { path: "src/**", added: "new Date\\\\(" }\n  - command: npm publish',
)
const DIFF = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1,2 @@\n x\n+const now = new Date()\n'
const found = ({ json }: { readonly json: Json }): readonly string[] =>
  json.hits.map(({ id, path, match }: Json) => `${id} ${path} ${match}`)

const spec = suite('commands/check')
spec('a diff from a file or stdin that repeats a rejected approach is answered with the card, and exit 1', () => {
  const w = world({ ...GUARDED, 'x.diff': DIFF }, { stdin: DIFF })
  const fromFile = w.run('check', '--diff', 'x.diff', '--json')
  assert.is(fromFile.code, 1)
  assert.equal(found(fromFile), ['decision.dates src/a.ts const now = new Date()'])
  assert.is(fromFile.json.hits[0].message, 'Dates without moment')
  const piped = w.run('check', '-')
  assert.is(piped.code, 1)
  assert.match(
    piped.stdout,
    /^rejected before: Dates without moment \(decision\.dates, \.pmem\/decisions\/dates\.md; matches src\/a\.ts: /,
  )
  assert.is(w.run('check', '--diff', '/dev/none').code, 66)
})
spec('a change that repeats nothing is exit 0, also where no card has guards', () => {
  const clean = DIFF.replace('new Date()', 'clock()')
  for (const files of [GUARDED, card('module.a')]) {
    const { code, json } = world({ ...files, 'x.diff': clean }).run('check', '--diff', 'x.diff', '--json')
    assert.equal([code, json.hits, json.files, json.added_lines], [0, [], 1, 1])
  }
})
spec('a command line is looked at without a diff', () => {
  const w = world(GUARDED)
  assert.equal(found(w.run('check', '--command', 'npm ci && npm publish', '--json')), ['decision.dates null npm publish'])
  assert.is(w.run('check', '--command', 'npm ci').code, 0)
})
spec('guards of a secret card are not told, those of a card that came later are', () => {
  const w = world({ ...card('decision.dates', 'sensitivity: secret\nguards: [{ command: npm publish }]') })
  assert.is(w.run('check', '--command', 'npm publish').code, 0)
  w.edit('.pmem/decisions/later.md', '---\nid: decision.later\ntype: decision\nguards: [{ command: npm publish }]\n---\n')
  assert.equal(found(w.run('check', '--command', 'npm publish', '--json')), ['decision.later null npm publish'])
  w.edit('.pmem/decisions/later.md', '---\nid: decision.later\ntype: decision\n---\n')
  assert.is(w.run('check', '--command', 'npm publish').code, 0)
})
spec('without words it asks git: what is staged, changed and new in the work tree, or what is staged alone', () => {
  const root = repository({ ...GUARDED, 'src/a.ts': 'x\n' })
  assert.is(runIn(root, 'check').code, 0)
  write(root, 'src/a.ts', 'x\nnew Date()\n')
  assert.equal(found(runIn(root, 'check', '--json')), ['decision.dates src/a.ts new Date()'])
  assert.is(runIn(root, 'check', '--staged').code, 0)
  git(root, 'add', '.')
  assert.is(runIn(root, 'check', '--staged').code, 1)
  git(root, 'reset', '-q', '--hard')
  write(root, 'src/new.ts', "import moment from 'moment'\n")
  assert.equal(found(runIn(root, 'check', '--json')), ["decision.dates src/new.ts import moment from 'moment'"])
})
spec('wrong words are refused: two sources, an unknown word, no git', () => {
  const w = world(GUARDED)
  assert.equal([w.run('check', '--staged', '-').code, w.run('check', 'file').code, w.run('check').code], [64, 64, 64])
})
spec.run()
