import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { resolveFrom, sourcePath } from '../../lib/card/paths.ts'
import { insideProject } from '../../lib/manifest/inside.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import { cardId, projectPath } from '../../lib/model/ids.ts'
import { card, cardText, MANIFEST, type World, world } from '../world.ts'

/** Ways out of a project, on any system: none may be an id, a path, a pattern, a link or a source. */
const WAYS_OUT = [
  '../x',
  '../../etc/passwd',
  'a/../../x',
  '..\\x',
  'a\\..\\..\\x',
  '/etc/passwd',
  'C:\\x',
  'c:/x',
  '\\\\server\\share\\x',
  '//server/share',
]
const PROTOTYPE = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']

/** A store with something of value beside it, and whether that was read or changed. */
function guarded(files: Readonly<Record<string, string>>): { readonly w: World; readonly leaked: (said: string) => boolean } {
  const w = world(files)
  w.edit('/outside/treasure.md', cardText('module.treasure', 'title: Treasure', 'zeppelin\n'))
  w.edit('/etc/passwd', 'zeppelin')
  return {
    w,
    leaked: (said) =>
      said.includes('zeppelin') ||
      w.text('/outside/treasure.md') !== cardText('module.treasure', 'title: Treasure', 'zeppelin\n'),
  }
}

const spec = suite('faults: nothing leaves the project')
spec('fault 148: a way out is no project path, no id, no pattern of the manifest and no source', () => {
  for (const way of WAYS_OUT) {
    assert.is(projectPath(way), undefined, way)
    assert.is(cardId(way), undefined, way)
    assert.is(insideProject(way), undefined, way)
    // A doubled slash of a Windows share is none of a POSIX path either.
    assert.is(sourcePath(way), undefined, way)
  }
  for (const way of ['../../x', '../../../etc/passwd']) assert.is(resolveFrom('docs/a.md', way), undefined, way)
  for (const glob of ['{a,..}/x', '{..,b}/*.md', '(..)/x', '~/x', '!../x']) assert.is(insideProject(glob), undefined, glob)
})
spec('a cloned manifest reaches nothing outside and runs nothing', () => {
  for (const way of ['../outside/**/*.md', '/outside/**/*.md', '{x,..}/outside/*.md', '..\\outside\\*.md']) {
    const { w, leaked } = guarded({
      '.pmem/manifest.yml': `${MANIFEST}card_globs: ["${way.replaceAll('\\', '\\\\')}"]\nsources: [{ glob: "${way.replaceAll('\\', '\\\\')}", type: doc }]\nindexes: { path: "../outside" }\nconcurrency: { lock_path: "../outside/.lock" }\n`,
    })
    for (const argv of [['rebuild'], ['list'], ['ask', 'zeppelin'], ['verify'], ['recall'], ['new', 'risk', 'A']]) {
      const { stdout, stderr } = w.run(...argv)
      assert.not.ok(leaked(argv[0] === 'ask' ? '' : stdout + stderr), `${way} ${argv.join(' ')}`)
    }
    assert.is(w.text('/outside/.lock'), undefined)
    assert.is(w.text('/outside/graph.json'), undefined)
  }
  const { findings } = parseManifest(`${MANIFEST}hooks: { start: "rm -rf /" }\ncommand: "touch x"\n`, '.pmem/manifest.yml')
  assert.ok(findings.every(({ code }) => code === 'manifest-unknown-key'))
})
spec('symbolic links out of the project are neither read nor written through', () => {
  const { w, leaked } = guarded(card('module.a'))
  w.host.link('.pmem/modules/treasure.md', '/outside/treasure.md')
  w.host.link('.pmem/risks', '/outside')
  w.host.link('docs', '/outside')
  for (const argv of [
    ['rebuild'],
    ['list'],
    ['ask', 'treasure', '--json'],
    ['verify'],
    ['new', 'risk', 'A'],
    ['show', 'module.treasure'],
  ]) {
    const { stdout, stderr } = w.run(...argv)
    assert.not.ok(leaked(stdout + stderr), argv.join(' '))
  }
  assert.equal(
    (w.host.files('/outside').list('') ?? []).map(({ name }) => name),
    ['treasure.md'],
  )
})
spec('links and sources of a card that lead out are findings, and lead nowhere', () => {
  const { w, leaked } = guarded(
    card(
      'module.a',
      'source_files: [../outside/treasure.md, /etc/passwd]\nrelated: [../outside/treasure.md]',
      'See [x](../../../outside/treasure.md) and [[../outside/treasure]].\n',
    ),
  )
  for (const argv of [
    ['rebuild'],
    ['show', 'module.a'],
    ['status'],
    ['verify'],
    ['impact', '../outside/treasure.md'],
    ['ask', '/etc/passwd'],
  ]) {
    const { stdout, stderr } = w.run(...argv)
    assert.not.ok(leaked(stdout + stderr), argv.join(' '))
  }
  const codes = w.run('verify', '--json').json.findings.map(({ code }: { code: string }) => code)
  assert.ok(codes.includes('card-bad-source'))
})
spec('names and ids that every object has are like any other', () => {
  const w = world(
    Object.assign(
      {},
      ...PROTOTYPE.map((name) =>
        card(`module.${name}`, `title: "${name}"\ntags: ["${name}"]\naliases: ["${name} alias"]\n"${name}": "${name}"`),
      ),
    ),
  )
  assert.is(w.run('rebuild').code, 0)
  for (const name of PROTOTYPE) {
    assert.is(w.run('show', `module.${name}`, '--json').json.title, name)
    assert.is(w.run('ask', name, '--json').json.matched[0].id, `module.${name}`)
    assert.is(w.run('update', `module.${name}`, '--force', '--set', 'status=done').code, 0)
  }
  assert.is(({} as Record<string, unknown>)['status'], undefined)
})
spec('names that differ in case or form alone are told, and no second one is written over the first', () => {
  for (const options of [{ caseInsensitive: true }, { decomposes: true }, { caseInsensitive: true, decomposes: true }]) {
    const w = world(card('module.é', 'title: One'), options)
    const made = w.run('new', 'module', 'É', '--json')
    assert.is(made.code, 0)
    assert.match(w.text('.pmem/modules/é.md') as string, 'title: One')
    assert.is.not(made.json.file.normalize('NFC').toLowerCase(), '.pmem/modules/é.md')
    assert.is(w.run('list', '--json').json.total, 2)
  }
})
spec.run()
