import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { random } from '../random.ts'
import { card, cardText, type World, world } from '../world.ts'

const FILES = {
  ...card('module.auth', 'title: Auth', '# Auth\n\nSee module.auth itself.\n'),
  ...card(
    'task.form',
    'module: auth\ndepends_on: ["module.auth", task.x]  # why\nrelated: [[module.auth]]',
    'Uses [[auth]], [[module.auth|the module]], [[Auth#Part]] and [code](../modules/auth.md#x).\n\n`module.auth` and module.authority stay; module.auth. ends a sentence.\n',
  ),
  ...card('task.x', 'references:\n  - module.auth: the reason\n  - ../modules/auth.md', 'Text.\n'),
  '.pmem/next.md': '# Next\n\n- [P0] Finish module.auth\n',
}
const texts = (w: World): Record<string, string | undefined> => {
  const all: Record<string, string | undefined> = {}
  for (const folder of ['.pmem', '.pmem/modules', '.pmem/tasks', '.pmem/traces', '.pmem/decisions'])
    for (const { name, kind } of w.host.files('/project').list(folder) ?? [])
      if (kind === 'file' && name.endsWith('.md')) all[`${folder}/${name}`] = w.text(`${folder}/${name}`)
  return all
}

const spec = suite('commands/rename')
spec('changes the id, the file and every reference to it', () => {
  const w = world(FILES)
  const { code, json } = w.run('rename', 'auth', 'module.login', '--json')
  assert.is(code, 0)
  assert.equal([json.id, json.file], ['module.login', '.pmem/modules/login.md'])
  assert.is(w.text('.pmem/modules/auth.md'), undefined)
  assert.is(w.text('.pmem/modules/login.md'), cardText('module.login', 'title: Auth', '# Auth\n\nSee module.login itself.\n'))
  assert.is(
    w.text('.pmem/tasks/form.md'),
    cardText(
      'task.form',
      'module: login\ndepends_on: ["module.login", task.x]  # why\nrelated: [[module.login]]',
      'Uses [[login]], [[module.login|the module]], [[Auth#Part]] and [code](../modules/login.md#x).\n\n`module.auth` and module.authority stay; module.login. ends a sentence.\n',
    ),
  )
  assert.is(
    w.text('.pmem/tasks/x.md'),
    cardText('task.x', 'references:\n  - module.login: the reason\n  - ../modules/login.md', 'Text.\n'),
  )
  assert.is(w.text('.pmem/next.md'), '# Next\n\n- [P0] Finish module.login\n')
  assert.equal(w.run('verify', '--json').json.errors, 0)
})
spec('a rename and its reverse restore every byte', () => {
  const w = world(FILES)
  w.run('rebuild')
  const before = texts(w)
  assert.is(w.run('rename', 'module.auth', 'module.login').code, 0)
  assert.not.equal(texts(w), before)
  assert.is(w.run('rename', 'module.login', 'module.auth').code, 0)
  assert.equal(texts(w), before)
})
spec('property: a rename and its reverse restore every byte of stores of any shape', () => {
  const chance = random(11)
  const reference = (): string => chance.pick(['module.a', '[[module.a]]', '"module.a"', 'task.b', '../modules/a.md', 'a'])
  const prose = (): string =>
    chance.pick([
      '[[module.a]]',
      '[[a|x]]',
      'module.a',
      '`module.a`',
      '[t](../modules/a.md)',
      'module.ab',
      '模块 module.a。',
      '<!-- module.a -->',
      '\n\n```\nmodule.a\n```\n\n',
    ])
  for (let round = 0; round < 25; round += 1) {
    const eol = chance.pick(['\n', '\r\n'])
    const bom = chance.pick(['', '\ufeff'])
    const one = (id: string): Record<string, string> => {
      const lines = [
        `id: ${id}`,
        `type: ${id.split('.')[0]}`,
        `depends_on: [${reference()}, ${reference()}] # c`,
        'odd:   x',
        `related:${eol}  - ${reference()}${eol}  -   ${reference()}`,
        `supersedes: '${chance.pick(['module.a', 'task.b'])}'`,
      ]
      return {
        [`.pmem/${id.split('.')[0]}s/${id.split('.')[1]}.md`]:
          `${bom}---${eol}${chance.shuffle(lines).join(eol)}${eol}---${eol}${prose()} ${prose()} ${prose()}`.replace(
            /\r?\n/g,
            eol,
          ),
      }
    }
    const w = world({ ...one('module.a'), ...one('task.b'), ...one('task.c') })
    const before = texts(w)
    assert.is(w.run('rename', 'module.a', 'module.other').code, 0)
    assert.not(JSON.stringify(texts(w)).includes('[[module.a]]'))
    assert.is(w.run('rename', 'module.other', 'module.a').code, 0)
    assert.equal(texts(w), before)
  }
})
spec('a file with a name of its own keeps it, and so does one whose new name is taken', () => {
  const w = world({
    '.pmem/modules/core.md': cardText('module.auth'),
    '.pmem/modules/login.md': cardText('module.other'),
    '.pmem/tasks/x.md': cardText('task.x'),
  })
  assert.is(w.run('rename', 'module.auth', 'module.b', '--json').json.file, '.pmem/modules/core.md')
  assert.is(w.run('rename', 'task.x', 'task.y', '--json').json.file, '.pmem/tasks/y.md')
})
spec('a reference by slug becomes one by id where the new slug means something else', () => {
  const w = world({ ...card('module.auth'), ...card('task.login', 'module: auth', '[[auth]]\n') })
  w.run('rename', 'module.auth', 'module.login')
  assert.is(w.text('.pmem/tasks/login.md'), cardText('task.login', 'module: module.login', '[[module.login]]\n'))
})
spec('the same again, and a removal again, say that it was done already', () => {
  const w = world({ ...FILES, ...card('fact.x') })
  assert.is(w.run('rename', 'module.auth', 'module.login').code, 0)
  const again = w.run('rename', 'module.auth', 'module.login', '--json')
  assert.equal([again.code, again.json.written, again.json.notes], [0, [], ['module.auth is called module.login already']])
  assert.is(w.run('rename', 'module.other', 'module.login').code, 1)
  assert.is(w.run('forget', 'fact.x', '--reason', 'gone').code, 0)
  assert.match(w.run('forget', 'fact.x', '--reason', 'gone').stdout, 'fact.x is forgotten already')
  assert.is(w.run('forget', 'fact.y', '--reason', 'gone').code, 1)
})
spec('flags and verification go with the card', () => {
  const w = world({
    ...card('module.auth', 'source_files: [a.ts]\nlast_verified: 2026-07-03'),
    ...card('decision.a'),
    ...card('decision.b'),
    ...card('module.c', 'depends_on: decision.a'),
    'a.ts': '1',
  })
  w.run('supersede', 'decision.a', 'decision.b')
  w.run('rename', 'module.c', 'module.d')
  const { items } = w.run('update', '--auto', '--json').json
  assert.equal(
    items.map(({ card: id }: { card: string }) => id),
    ['module.d'],
  )
})
spec('refuses an unknown card, a taken id and one that is none, and writes nothing', () => {
  const w = world(FILES)
  w.run('rebuild')
  const before = texts(w)
  assert.is(w.run('rename', 'module.nowhere', 'module.x').code, 1)
  for (const bad of ['task.x', 'plain', 'module.', '../x', 'a b.c']) assert.is(w.run('rename', 'module.auth', bad).code, 64, bad)
  assert.equal(JSON.parse(w.run('rename', 'module.nowhere', 'module.x', '--json').stdout).error.code, 'NOT_FOUND')
  assert.is(w.run('rename', 'module.auth').code, 64)
  assert.equal(texts(w), before)
})
spec('--dry-run prints the diff and writes nothing', () => {
  const w = world(FILES)
  w.run('rebuild')
  w.host.onWrite = () => {
    throw new Error('it wrote')
  }
  const { code, stdout } = w.run('rename', 'module.auth', 'module.login', '--dry-run')
  assert.is(code, 0)
  for (const line of ['--- a/.pmem/modules/auth.md', '+++ b/.pmem/modules/login.md', '-module: auth', '+module: login'])
    assert.ok(stdout.includes(line), line)
})
spec('--dry-run of a card whose file stays shows what comes of it, once', () => {
  const w = world({
    '.pmem/modules/core.md': cardText('module.auth', 'title: Auth'),
    ...card('task.x', 'depends_on: module.auth'),
  })
  const { stdout } = w.run('rename', 'module.auth', 'module.login', '--dry-run')
  assert.is(stdout.match(/^\+\+\+ b\/\.pmem\/modules\/core\.md$/gm)?.length, 1)
  assert.match(stdout, '\n+id: module.login\n')
  assert.not.match(stdout, 'aliases')
})
spec('a document outside the store is never written, and named instead', () => {
  const w = world({
    ...FILES,
    '.pmem/manifest.yml': "version: 1\nsources: [{ glob: 'docs/*.md', type: doc }]\n",
    'docs/a.md': '# A\n\n[[module.auth]]\n',
  })
  assert.match(w.run('rename', 'module.auth', 'module.login').stdout, 'docs/a.md still says module.auth')
  assert.is(w.text('docs/a.md'), '# A\n\n[[module.auth]]\n')
  assert.is(w.run('rename', 'doc.docs--a', 'doc.b').code, 65)
})
spec.run()
