import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { card, idsOf, MANIFEST, noWrite, world, worldOf } from '../world.ts'

const spec = suite('commands/new')
spec('writes a card from the template of its type, which is found at once', () => {
  const w = world()
  const { code, json } = w.run(
    'new',
    'decision',
    'Use JSON for indexes',
    '--tag',
    'storage',
    '--tag',
    '007',
    '--summary',
    'Plain files',
    '--json',
  )
  assert.is(code, 0)
  assert.equal([json.id, json.file], ['decision.use-json-for-indexes', '.pmem/decisions/use-json-for-indexes.md'])
  const text = w.text(json.file) as string
  for (const part of [
    'title: Use JSON for indexes',
    'status: draft',
    'created: 2026-07-03',
    'updated: 2026-07-03',
    '# Use JSON for indexes',
    '## Alternatives',
  ])
    assert.ok(text.includes(part), part)
  const shown = w.run('show', json.id, '--json').json
  assert.equal([shown.title, shown.tags, shown.summary], ['Use JSON for indexes', ['storage', '007'], 'Plain files'])
  assert.is(w.run('verify').code, 0)
})
spec('fault 027: a slash in a title makes no folder', () => {
  const w = world()
  const title = 'Import/export: yes/no switch'
  const { json } = w.run('new', 'feature', title, '--json')
  assert.match(json.file, /^\.pmem\/features\/[^/]+\.md$/)
  assert.is(w.run('show', json.id, '--json').json.title, title)
  for (const query of [title, json.id]) assert.is(idsOf(w.run('ask', query, '--json'))[0], json.id)
  assert.equal(
    w.host
      .files('/project')
      .list('.pmem/features')
      ?.map(({ kind }) => kind),
    ['file'],
  )
})
spec('fault 030: a long title is cut in the file name, by bytes at a character, and stays whole in the card', () => {
  for (const title of [
    '项目记忆的检索与排序'.repeat(12),
    'a very long title '.repeat(25).trim(),
    '🙂👨‍👩‍👧'.repeat(60) + 'x',
    'é'.repeat(200),
  ]) {
    const w = world()
    const { code, json } = w.run('new', 'task', title, '--json')
    assert.is(code, 0, title)
    const name = json.file.slice(json.file.lastIndexOf('/') + 1)
    assert.ok(new TextEncoder().encode(name).length <= 255, name)
    assert.ok(name.isWellFormed())
    assert.is(w.run('show', json.id, '--json').json.title, title)
    const second = w.run('new', 'task', `${title} two`, '--json').json
    assert.not.equal(second.file, json.file)
  }
})
spec('a title of any script gives a slug, one of signs alone its hash', () => {
  const id = (title: string): string => world().run('new', 'module', title, '--json').json.id
  assert.is(id('存储 引擎'), 'module.存储-引擎')
  assert.is(id('한국어'), 'module.한국어')
  assert.match(id('!!! ???'), /^module\.[0-9a-f]{8}$/)
})
spec('an id or file name that is taken, also in other case, gets a number', () => {
  const w = world(card('module.auth'))
  assert.is(w.run('new', 'module', 'Auth', '--json').json.id, 'module.auth-2')
  w.edit('.pmem/modules/API.md', '---\nid: module.other\ntype: module\n---\n')
  assert.is(w.run('new', 'module', 'api', '--json').json.file, '.pmem/modules/api-2.md')
})
spec('the same on a disk where case is one', () => {
  const w = worldOf(
    memoryHost({
      caseInsensitive: true,
      files: { '.pmem/manifest.yml': MANIFEST, '.pmem/modules/Auth.md': '---\nid: module.x\ntype: module\n---\n' },
    }),
  )
  assert.is(w.run('new', 'module', 'auth', '--json').json.file, '.pmem/modules/auth-2.md')
  assert.match(w.text('.pmem/modules/Auth.md') as string, 'module.x')
})
spec('a given id is taken as it is, or refused when it is taken or unsafe', () => {
  const w = world(card('module.auth'))
  assert.is(w.run('new', 'module', 'X', '--id', 'module.Run-7.Kx', '--json').json.id, 'module.Run-7.Kx')
  assert.is(w.run('new', 'module', 'X', '--id', 'module.auth').code, 64)
  for (const bad of ['../x', 'a/../../b', ' ', 'a\u0007b']) assert.is(w.run('new', 'module', 'X', `--id=${bad}`).code, 64, bad)
  assert.equal(w.host.files('/project').list('.pmem/modules')?.length, 2)
})
spec('--dry-run prints the card and writes nothing, not even a lock', () => {
  const w = world()
  w.host.onWrite = noWrite
  const { code, stdout } = w.run('new', 'task', 'Write it', '--dry-run')
  assert.is(code, 0)
  assert.ok(stdout.startsWith('---\nid: task.write-it\n'))
})
spec('an unknown type is refused with the nearest', () => {
  const { code, stderr } = world().run('new', 'modul', 'X')
  assert.is(code, 64)
  assert.match(stderr, 'did you mean module?')
})
spec('a title with YAML in it stays a title', () => {
  for (const title of [
    'Plan: drop cookies (step: 3)',
    '"quoted" # not a comment',
    '- dash',
    '{ a: b }',
    '2026-07-03',
    'true',
    '007',
    "it's",
    '[[x]]',
    '@owner',
    '---',
  ]) {
    const w = world()
    const { json } = w.run('new', 'task', '--json', '--', title)
    assert.is(w.run('show', json.id, '--json').json.title, title)
    assert.is(w.run('verify').code, 0, title)
  }
})
spec('the type goes into its folder, also a foreign one of the manifest', () => {
  const w = world({
    '.pmem/manifest.yml': `${MANIFEST}schema:\n  card_types: [recipe]\n  type_dirs: { recipe: kitchen/recipes }\n`,
  })
  assert.is(w.run('new', 'recipe', 'Soup', '--json').json.file, '.pmem/kitchen/recipes/soup.md')
  assert.is(w.run('new', 'person', 'Ada', '--json').json.file, '.pmem/people/ada.md')
})
spec('while another process holds the lock: exit 75 after the timeout, nothing written, the holder named', () => {
  const w = world()
  w.edit(
    '.pmem/.lock',
    JSON.stringify({ pid: w.second().host.processId, host: 'memory', started: '2026-07-03T12:00:00Z', token: 't' }),
  )
  const before = w.host.now()
  const { code, stderr } = w.run('new', 'task', 'x')
  assert.is(code, 75)
  assert.match(stderr, /locked by process \d+ on memory/)
  assert.is(w.text('.pmem/tasks/x.md'), undefined)
  assert.is(w.host.now() - before, 5_000)
})
spec('killed at any write, the card is whole or absent and the next command works', () => {
  for (let at = 1; ; at += 1) {
    const w = world(card('module.auth'))
    const victim = w.second()
    let reached = false
    victim.host.onWrite = ({ number }) => {
      reached ||= number === at
      return number === at ? 'tear' : 'go'
    }
    try {
      victim.run('new', 'task', 'x')
    } catch (error) {
      assert.is((error as Error).name, 'Killed')
    }
    if (!reached) break
    w.wait(1)
    const next = w.second()
    assert.is(next.run('verify', '--fix').code, 0, `write ${at}`)
    assert.is(next.run('new', 'task', 'y').code, 0, `write ${at}`)
  }
})
spec.run()
