import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { card, type Json, MANIFEST, noWrite, type World, world, worldOf } from '../world.ts'

const given = (stdin: string): World => worldOf(memoryHost({ stdin, files: { '.pmem/manifest.yml': MANIFEST } }))
const contents = (w: World): readonly string[] => w.run('facts', 'list', '--json').json.facts.map(({ content }: Json) => content)

const spec = suite('commands/remember')
spec('writes a card with what was given, which verify accepts', () => {
  const w = world()
  const { facts, written } = w.run(
    'remember',
    'Boats leave at six',
    '--category',
    'harbour',
    '--tag',
    '007',
    '--tags',
    'a, b，丙',
    '--entity',
    'The Pier',
    '--summary',
    'Times: boats',
    '--json',
  ).json
  assert.equal(written, ['.pmem/facts/boats-leave-at-six.md'])
  const shown = w.run('facts', 'list', '--json').json.facts[0]
  assert.equal(
    [shown.id, shown.category, shown.tags, shown.entities, shown.summary, shown.created],
    [facts[0].id, 'harbour', ['007', 'a', 'b', '丙'], ['The Pier'], 'Times: boats', '2026-07-03'],
  )
  assert.is(w.run('verify').code, 0)
})
spec('ids come from any script and never collide', () => {
  const w = world()
  const texts = [
    '记忆系统',
    '🙂',
    '🎉🎉',
    '🙂!',
    '한국어 사실',
    'ไทย',
    '!!!',
    '???',
    'C++',
    'C',
    'Con',
    'a/b',
    'A B',
    `${'very long '.repeat(40)}one`,
    `${'very long '.repeat(40)}two`,
  ]
  const ids = texts.map((text) => w.run('remember', '--json', '--', text).json.facts[0].id)
  assert.is(new Set(ids.map((id) => id.toLowerCase())).size, texts.length)
  assert.equal(contents(w).length, texts.length)
  assert.equal([...contents(w)].sort(), [...texts].sort())
})
spec('two clones that note different facts with one beginning make two files', () => {
  const start = 'The harbour master told the crew of the red boat in the north that '
  const [a, b] = ['tea is at four', 'tea is at five'].map(
    (end) => world().run('remember', start + end, '--json').json.facts[0].file,
  )
  assert.not.equal(a, b)
})
spec('reads a text from stdin, and a batch of lines or of a list', () => {
  const one = given('First line\r\nsecond line\n')
  assert.is(one.run('remember', '-').code, 0)
  assert.equal(contents(one), ['First line\nsecond line'])
  const lines = given('{"content": "One", "tags": ["x"]}\n\n"Two"\n{"text": "One"}\n')
  const { facts } = lines.run('remember', '--batch', '--json').json
  assert.equal(
    facts.map(({ known }: Json) => known),
    [false, false, true],
  )
  assert.equal([...contents(lines)].sort(), ['One', 'Two'])
  const list = given('[{"fact": "三", "category": "数"}, "四"]')
  assert.is(list.run('remember', '--batch').code, 0)
  assert.equal([...contents(list)].sort(), ['三', '四'])
})
spec('a batch with one bad fact writes none, and names it', () => {
  for (const [stdin, place] of [
    ['"One"\n{"category": "x"}\n', 'line 2 has no content'],
    ['"One"\nnot json\n', 'line 2 is no JSON'],
    ['["One", {"content": "  "}]', 'item 2 has an empty content'],
    ['[{"content": "One", "tags": [7]}]', 'item 1 has a tags that is no list of texts'],
    ['nothing', 'no facts on stdin'],
  ] as const) {
    const w = given(stdin)
    w.host.onWrite = noWrite
    const { code, stderr } = w.run('remember', '--batch')
    assert.is(code, 64)
    assert.match(stderr, place)
  }
  assert.is(given('"One"').run('remember', '--batch', '--tag', 'x').code, 64)
  assert.is(given('"One"').run('remember', 'Two', '--batch').code, 64)
})
spec('a blank text is refused', () => {
  for (const text of ['', ' \n\t ']) assert.is(world().run('remember', text).code, 64)
})
spec('the very same text is not written twice; one much like it is shown, and stays as it is', () => {
  const w = world()
  const first = w.run('remember', 'The pool size is 20', '--summary', 'Pool', '--json').json.facts[0]
  const before = w.text(first.file)
  const again = w.run('remember', 'The pool size is 20', '--json').json
  assert.equal([again.facts[0].known, again.facts[0].id, again.written], [true, first.id, []])
  w.run('remember', 'The queue size is 5')
  const other = w.run('remember', 'The queue size is 7', '--json').json.facts[0]
  assert.equal(
    other.similar_to.map(({ id, differs }: Json) => [id, differs.kind, differs.differing]),
    [['fact.the-queue-size-is-5', 'number', ['5', '7']]],
  )
  assert.is(w.text(first.file), before)
})
spec('what a fact supersedes gets that status, stands behind it, and can be said again', () => {
  const w = world(card('module.x', 'depends_on: [fact.we-use-npm]'))
  w.run('remember', 'We use npm')
  const { code } = w.run('remember', 'We use pnpm', '--supersedes', 'we-use-npm')
  assert.is(code, 0)
  assert.match(w.text('.pmem/facts/we-use-npm.md') as string, 'status: superseded')
  assert.match(w.text('.pmem/modules/x.md') as string, 'fact.we-use-pnpm')
  const { results } = w.run('facts', 'search', 'npm pnpm use', '--json').json
  assert.equal(
    results.map(({ id, superseded_by }: Json) => [id, superseded_by]),
    [
      ['fact.we-use-pnpm', null],
      ['fact.we-use-npm', 'fact.we-use-pnpm'],
    ],
  )
  assert.is(w.run('remember', 'We use npm', '--json').json.facts[0].known, false)
  assert.is(w.run('remember', 'X', '--supersedes', 'nothing-like-it').code, 1)
  assert.is(w.run('verify').code, 0)
})
spec('--dry-run shows the diff and writes nothing', () => {
  const w = world()
  w.host.onWrite = noWrite
  const { code, stdout } = w.run('remember', 'The pier is long', '--dry-run')
  assert.is(code, 0)
  assert.match(stdout, '+The pier is long')
})
spec('search changes no card, no index and no ledger', () => {
  const w = world()
  w.run('remember', 'The pier is long')
  w.run('facts', 'search', 'pier')
  const before = JSON.stringify(w.run('show', 'the-pier-is-long', '--json').json)
  w.host.onWrite = noWrite
  for (let round = 0; round < 100; round += 1) assert.is(w.run('facts', 'search', 'pier').code, 0)
  assert.is(JSON.stringify(w.run('show', 'the-pier-is-long', '--json').json), before)
})
spec('the small program of facts says the same as the full one', () => {
  const w = world({ ...card('fact.a', '', 'Redis holds `auth`.\n'), ...card('fact.b', '', 'Never use Redis.\n') })
  w.run('rebuild')
  w.wait(1)
  w.run('list')
  for (const argv of [
    ['facts', 'search', 'redis auth'],
    ['facts', 'list'],
    ['facts', 'related', 'Redis'],
    ['facts', 'contradict'],
    ['probe', 'Redis'],
    ['reason', 'Redis', 'auth'],
  ]) {
    const { stdout, code } = w.runHot(...argv)!
    assert.equal([stdout, code], [w.run(...argv).stdout, w.run(...argv).code], argv.join(' '))
  }
})

const person = (): World =>
  worldOf(memoryHost({ env: { PMEM_HOME: '/home/ann/own' }, files: { '.pmem/manifest.yml': MANIFEST, '/home/ann/x': '' } }))
spec('--global keeps facts of the person, which fact search reads beside the project', () => {
  const w = person()
  assert.is(w.run('facts', 'list', '--global').code, 66)
  assert.is(w.run('remember', 'I like dark themes', '--global').code, 0)
  assert.is(w.run('remember', 'The theme of the site is dark').code, 0)
  const { results } = w.run('facts', 'search', 'dark theme', '--json').json
  assert.equal(results.map(({ id, store }: Json) => [id, store]).sort(), [
    ['fact.i-like-dark-themes', 'global'],
    ['fact.the-theme-of-the-site-is-dark', 'project'],
  ])
  assert.equal(
    w.run('facts', 'list', '--global', '--json').json.facts.map(({ id, store }: Json) => [id, store]),
    [['fact.i-like-dark-themes', 'global']],
  )
  assert.match(w.text('/home/ann/own/.pmem/facts/i-like-dark-themes.md') as string, 'I like dark themes')
  assert.is(w.run('update', '--global', 'i-like-dark-themes', '--content', 'I like light themes').code, 0)
  assert.is(w.run('forget', '--global', 'i-like-dark-themes', '--reason', 'no more').code, 0)
  assert.is(w.run('facts', 'list', '--global').code, 1)
})
spec('the own store lies in the data folder of the platform', () => {
  const places = [
    [{ HOME: '/home/ann' }, '/home/ann/.local/share/pmem'],
    [{ HOME: '/home/ann', XDG_DATA_HOME: '/data' }, '/data/pmem'],
    [{ HOME: '/home/ann', PMEM_HOME: '/own' }, '/own'],
  ] as const
  for (const [env, root] of places) {
    const w = worldOf(memoryHost({ env, files: { '.pmem/manifest.yml': MANIFEST } }))
    w.run('remember', 'Tea', '--global')
    assert.ok(w.text(`${root}/.pmem/facts/tea.md`) !== undefined, root)
  }
  assert.is(world().run('remember', 'Tea', '--global').code, 64)
})
spec.run()
