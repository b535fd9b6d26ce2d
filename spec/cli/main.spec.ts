import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { ERRORS } from '../../lib/model/error.ts'
import { VERSION } from '../../lib/model/version.ts'
import { card, type Ran, world, worldOf } from '../world.ts'

const OK = card('module.auth', 'title: Auth\nlast_verified: 2026-07-03\nupdated: 2026-07-03')
const BROKEN = { '.pmem/modules/x.md': '---\nid: module.x\ntags: [a\n---\n' }
const outside = (...argv: readonly string[]): Ran => worldOf(memoryHost({ cwd: '/nowhere' })).run(...argv)
const oneDocument = ({ stdout }: Ran): unknown => {
  assert.match(stdout, /^[^\n]+\n$/)
  return JSON.parse(stdout)
}

const spec = suite('cli/main')
spec('fault 119: a misspelt command is an error with the nearest name', () => {
  for (const [typed, meant] of [
    ['asks', 'ask'],
    ['rebuld', 'rebuild'],
    ['Verify', 'verify'],
  ] as const) {
    const { code, stdout, stderr } = world(OK).run(typed, 'x')
    assert.is(code, 64)
    assert.is(stdout, '')
    assert.match(stderr, `unknown command "${typed}"; did you mean ${meant}?`)
  }
})
spec('fault 119: no command at all is usage, with the help on stderr', () => {
  const { code, stdout, stderr } = outside()
  assert.is(code, 64)
  assert.is(stdout, '')
  assert.match(stderr, 'Commands:')
})
spec('a flag in place of the command is told so', () => assert.match(outside('--json', 'ask').stdout, 'the command comes first'))
spec('fault 116: where JSON is asked for a failure is one document on stdout and nothing else', () => {
  const cases: readonly (readonly [code: number, error: string, ran: Ran])[] = [
    [66, 'NO_PROJECT', outside('ask', 'x', '--format', 'json')],
    [1, 'NOT_FOUND', world(OK).run('related', 'no.such', '--format=json')],
    [64, 'USAGE', outside('ask', '--json')],
    [64, 'USAGE', outside('ask', 'x', '--nope', '--json')],
    [64, 'USAGE', outside('nope', '--json')],
    [64, 'USAGE', world(OK).run('ask', 'x', '--limit', '0', '--json')],
    [64, 'USAGE', world(OK).run('list', 'modul', '--json')],
  ]
  for (const [code, name, ran] of cases) {
    assert.is(ran.code, code, name)
    const { error } = oneDocument(ran) as { error: { code: string; message: string; fix: string; where: unknown } }
    assert.is(error.code, name)
    assert.ok(error.message.length > 0 && error.fix.length > 0)
    assert.not(ran.stderr.includes('Error'), ran.stderr)
  }
})
spec('fault 116: verify of a broken store is one document with the findings and exit 1', () => {
  const ran = world({ ...OK, ...BROKEN }).run('verify', '--format', 'json')
  assert.is(ran.code, 1)
  const { findings, errors } = oneDocument(ran) as { findings: { file: string; line: number }[]; errors: number }
  assert.is(errors, 1)
  assert.is(findings[0]?.file, '.pmem/modules/x.md')
  assert.is(ran.stderr, '')
})
spec('notes go to stderr, so that stdout is one document', () => {
  const ran = world({ ...OK, ...BROKEN }).run('ask', 'auth', '--json')
  oneDocument(ran)
  assert.match(ran.stderr, 'pmem: the index was built\npmem: 1 file is broken')
})
spec('fault 123: text and JSON exit alike', () => {
  const stores = { ok: OK, warnings: card('module.auth'), errors: { ...OK, ...BROKEN }, empty: {} }
  for (const [name, files] of Object.entries(stores)) {
    for (const argv of [
      ['verify'],
      ['rebuild'],
      ['ask', 'auth'],
      ['ask', 'zzzz'],
      ['show', 'module.auth'],
      ['show', 'nope'],
      ['next'],
      ['list'],
      ['list', 'task'],
      ['status'],
      ['recall'],
      ['nope'],
      ['ask'],
    ]) {
      assert.is(world(files).run(...argv).code, world(files).run(...argv, '--json').code, `${name}: ${argv.join(' ')}`)
    }
  }
})
spec('no exit code is ever 2: hooks read it as a veto', () => assert.not(Object.values(ERRORS).some(({ exit }) => exit === 2)))
spec('fault 115: no escape sequence in what is not for a terminal', () => {
  const w = world({ ...OK, ...BROKEN, ...card('module.evil', 'title: "\\e[31mred\\e[0m"', '\u001b[2Jgone\n') })
  for (const argv of [
    ['verify'],
    ['ask', 'red'],
    ['show', 'module.evil'],
    ['list'],
    ['recall'],
    ['status'],
    ['related', 'module.evil'],
    ['nope'],
    ['help'],
  ]) {
    const { stdout, stderr } = w.run(...argv)
    assert.not(`${stdout}${stderr}`.includes('\u001b'), argv.join(' '))
  }
})
spec('a refusal in text says what, where and what to do, and prints nothing on stdout', () => {
  const { code, stdout, stderr } = outside('ask', 'x')
  assert.is(code, 66)
  assert.is(stdout, '')
  assert.is(stderr, 'pmem: no .pmem folder in /nowhere or above it\nRun `pmem init` in the project root.\n')
})
spec('--json and another --format exclude each other', () => {
  assert.is(world(OK).run('ask', 'auth', '--json', '--format', 'paths').code, 64)
  assert.is(world(OK).run('ask', 'auth', '--json', '--format', 'json').code, 0)
})
spec('a format that a command does not have is refused with those it has', () =>
  assert.match(world(OK).run('status', '--format', 'paths').stderr, 'status has no format paths; it has compact, json'),
)
spec('--cwd starts elsewhere', () => {
  const w = world({ ...OK, '/other/.pmem/manifest.yml': 'project: { name: other }\n' })
  assert.is(w.run('status', '--cwd', '/other', '--json').json.project, 'other')
  assert.is(w.run('status', '--cwd', 'nowhere').code, 64)
})
spec('--now is a date or time, or refused', () => {
  const w = world(OK)
  assert.is(w.run('ask', 'auth', '--now', '2027-01-01').code, 0)
  assert.is(w.run('ask', 'auth', '--now', '2027-01-01T10:00:00Z').code, 0)
  for (const bad of ['tomorrow', '2027-13-01', '', '5']) assert.is(w.run('ask', 'auth', `--now=${bad}`).code, 64, bad)
})
spec('help, version and the help of a command need no project', () => {
  for (const argv of [['help'], ['--help'], ['-h'], ['help', 'ask'], ['ask', '--help'], ['ask', '-h', 'x']]) {
    const { code, stdout, stderr } = outside(...argv)
    assert.is(code, 0, argv.join(' '))
    assert.match(stdout, 'Usage: pmem')
    assert.is(stderr, '')
  }
  for (const argv of [['--version'], ['-v'], ['version']]) assert.is(outside(...argv).stdout, `${VERSION}\n`)
  assert.is(outside('help', 'asks').code, 64)
})
spec('a bug is not swallowed: it comes through with its stack', () => {
  const w = world(OK)
  const host = Object.assign(w.host, {
    isFolder: () => {
      throw new TypeError('a bug')
    },
  })
  assert.throws(() => worldOf(host).run('ask', 'x'), 'a bug')
})
spec.run()
