import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { NODE, SELF, SELF_ARGS, selfLine } from '../self.ts'
import { card, cardText } from '../world.ts'
import { builtProgram } from './built.ts'

const program = builtProgram()

type Options = { readonly env?: Readonly<Record<string, string>>; readonly input?: string }
function pmem(cwd: string, argv: readonly string[], { env = {}, input = '' }: Options = {}): SpawnSyncReturns<string> {
  const { PMEM_ROOT: _, NO_COLOR: __, FORCE_COLOR: ___, ...inherited } = process.env
  return spawnSync(SELF, [...SELF_ARGS, program, ...argv], { cwd, input, encoding: 'utf8', env: { ...inherited, ...env } })
}
const shell = (cwd: string, line: string): SpawnSyncReturns<string> =>
  spawnSync('bash', ['-c', `set -o pipefail; ${line.replaceAll('pmem', selfLine(program))}`], {
    cwd,
    encoding: 'utf8',
  })

const LARGE = (): string =>
  folder({
    '.pmem/manifest.yml': 'version: 1\nproject: { name: large }\n',
    ...Object.assign(
      {},
      ...Array.from({ length: 150 }, (_, i) =>
        card(`module.m${i}`, `title: Session store ${i}\nsummary: ${'many words about the session store '.repeat(8)}`),
      ),
    ),
  })
const SMALL = {
  '.pmem/manifest.yml': 'version: 1\nproject: { name: small }\n',
  ...card('module.auth', 'title: Authority\nlast_verified: 2026-07-03'),
}

const spec = suite('process: program')
spec('fault 113: a reader that stops early ends it quietly', () => {
  const root = LARGE()
  pmem(root, ['rebuild'])
  for (const line of [
    'pmem list --json',
    'pmem ask session store --limit 150',
    'pmem ask session --explain --limit 150 --json',
    'pmem recall',
    'pmem --help',
    'pmem verify',
  ]) {
    const { status, stderr } = shell(root, `${line} | head -n 1 >/dev/null`)
    assert.ok(status === 0 || status === 141, `${line}: ${status}`)
    assert.is(stderr, '', line)
  }
})
spec('fault 113: all of a large output arrives through a pipe', () => {
  const { stdout } = shell(LARGE(), 'pmem ask session --explain --limit 150 --json | cat')
  assert.ok(JSON.parse(stdout).matched.length > 50)
  assert.ok(stdout.length > 65_536)
})
spec('fault 115: no escape sequence where the output is no terminal, whatever the environment', () => {
  const root = folder({ ...SMALL, '.pmem/modules/x.md': '---\nid: [\n---\n' })
  for (const env of [{}, { NO_COLOR: '1', TERM: 'dumb' }, { FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }]) {
    for (const argv of [['verify'], ['nope']]) {
      const { stdout, stderr } = pmem(root, argv, { env })
      assert.not(`${stdout}${stderr}`.includes('\u001b'), argv.join(' '))
    }
  }
})
spec(
  'faults 108 and 111: works from a subfolder, with blanks, brackets and other scripts in every path, and makes no store there',
  () => {
    const root = folder({
      'a [b] (c) {d} é 猫/.pmem/manifest.yml': 'version: 1\n',
      'a [b] (c) {d} é 猫/sub/x.txt': '',
      'a [b] (c) {d} é 猫/.pmem/模块/名 a [1].md': cardText('module.名', 'title: 名字'),
    })
    const project = join(root, 'a [b] (c) {d} é 猫')
    const ran = pmem(join(project, 'sub'), ['ask', '名字', '--json'])
    assert.is(ran.status, 0, ran.stderr)
    assert.is(JSON.parse(ran.stdout).matched[0].file, '.pmem/模块/名 a [1].md')
    assert.equal(readdirSync(join(project, 'sub')), ['x.txt'])
    assert.is(pmem('/', ['status', '--cwd', project]).status, 0)
    assert.is(pmem('/', ['status'], { env: { PMEM_ROOT: project } }).status, 0)
  },
)
spec('fault 108: outside a project it makes nothing and exits 66', () => {
  const root = folder()
  assert.is(pmem(root, ['ask', 'x']).status, 66)
  assert.not(existsSync(join(root, '.pmem')))
})
spec('never prompts: every command ends with an empty and with a full standard input', () => {
  const root = folder({ 'README.md': '# R\n' })
  for (const argv of [['init'], ['new', 'task', 'x'], ['rebuild'], ['recall']])
    assert.is(pmem(root, argv, { input: 'y\n'.repeat(10) }).status, 0, argv.join(' '))
})
spec('an index of a read-only project is answered from memory', () => {
  const root = folder(SMALL)
  for (const path of ['.pmem/modules', '.pmem', '.']) chmodSync(join(root, path), 0o555)
  const ran = pmem(root, ['ask', 'authority', '--json'])
  for (const path of ['.', '.pmem', '.pmem/modules']) chmodSync(join(root, path), 0o755)
  assert.is(ran.status, 0, ran.stderr)
  assert.is(JSON.parse(ran.stdout).matched[0].id, 'module.auth')
  // Root may write everywhere; anybody else answers from memory.
  if (process.getuid?.() !== 0) assert.is(JSON.parse(ran.stdout).index.status, 'in_memory')
})
spec(
  'fault 112: a link to a file or folder outside, one that makes a loop and one that leads nowhere are not read, and verify says so',
  () => {
    const root = folder(SMALL)
    const outside = folder({ 'secret.md': cardText('module.secret', 'title: Secret') })
    symlinkSync(join(outside, 'secret.md'), join(root, '.pmem/modules/secret.md'))
    symlinkSync(outside, join(root, '.pmem/linked'))
    symlinkSync('..', join(root, '.pmem/modules/loop'))
    symlinkSync('nowhere', join(root, '.pmem/modules/x.md'))
    assert.is(JSON.parse(pmem(root, ['list', '--json']).stdout).total, 1)
    const codes = JSON.parse(pmem(root, ['verify', '--json']).stdout).findings.map(({ code }: { code: string }) => code)
    assert.is(codes.filter((code: string) => code === 'link-ignored').length, 4)
  },
)
spec('the hot and the full program print the same', () => {
  const root = folder(SMALL)
  const lines = [
    ['ask', 'authority', '--json', '--now', '2026-07-03'],
    ['show', 'auth'],
    ['ask', '--nope', 'x'],
  ]
  pmem(root, ['rebuild'])
  const cold = lines.map((argv) => {
    writeFileSync(join(root, '.pmem/local/stat-cache.json'), '')
    return pmem(root, argv)
  })
  const hot = lines.map((argv) => pmem(root, argv))
  assert.equal(
    hot.map(({ status, stdout }) => [status, stdout]),
    cold.map(({ status, stdout }) => [status, stdout]),
  )
})
spec('a hook whose index is not fresh hands its standard input over to the full program', () => {
  const root = folder(SMALL)
  const input = JSON.stringify({ session_id: 's', cwd: root, prompt: 'who is the authority' })
  for (const text of ['title: Authority', 'title: Authority\nsummary: Signs tokens']) {
    writeFileSync(join(root, '.pmem/modules/auth.md'), cardText('module.auth', text))
    const { status, stdout } = pmem(root, ['hook', 'user-prompt'], { input })
    assert.is(status, 0)
    assert.match(stdout, 'module.auth')
  }
})
spec('a hook waits neither for a payload that does not come nor for the end of one that has, and reads a large one whole', () => {
  const root = folder(SMALL)
  pmem(root, ['rebuild'])
  const payload = JSON.stringify({ session_id: 's', cwd: root, prompt: 'who is the authority', more: 'x'.repeat(300_000) })
  // The other end stays open for a minute: as the pipe of a shell, and as the socket that Node gives a child.
  const node = (send: string): SpawnSyncReturns<string> =>
    spawnSync(
      NODE,
      [
        '-e',
        `const [self, root, text] = process.argv.slice(1)
         const [file, ...args] = JSON.parse(self)
         const child = require('child_process').spawn(file, [...args, 'hook', 'user-prompt'], { cwd: root, stdio: ['pipe', 'inherit', 'inherit'] })
         if (text !== '') child.stdin.write(text)
         child.on('exit', (code) => process.exit(code ?? 99))
         setTimeout(() => process.exit(98), 60_000)`,
        JSON.stringify([SELF, ...SELF_ARGS, program]),
        root,
        send,
      ],
      { encoding: 'utf8', timeout: 60_000 },
    )
  const small = JSON.stringify({ session_id: 's', prompt: 'who is the authority' })
  for (const { status, stdout, stderr } of [node(''), shell(root, '(sleep 3) | pmem hook user-prompt')])
    assert.equal([status, stdout, stderr], [0, '', 'pmem: hook user-prompt: nothing came on standard input\n'])
  for (const { status, stdout } of [
    node(small),
    shell(root, `(echo '${small}'; sleep 3) | pmem hook user-prompt`),
    pmem(root, ['hook', 'user-prompt'], { input: payload }),
  ]) {
    assert.is(status, 0)
    assert.match(stdout, 'module.auth')
  }
  assert.is(pmem(root, ['hook', 'user-prompt'], { input: 'x'.repeat(20_000_000) }).status, 0)
})
spec('two processes that write at once both succeed, and nothing is lost', () => {
  const root = folder(SMALL)
  const { status, stderr } = shell(root, 'for i in 1 2 3 4; do pmem new task "number $i" & done; wait; pmem verify')
  assert.is(status, 0, stderr)
  assert.is(JSON.parse(pmem(root, ['list', 'task', '--json']).stdout).total, 4)
  assert.not(existsSync(join(root, '.pmem/.lock')))
})
spec('another language and time zone give the same bytes', () => {
  const root = folder({
    ...SMALL,
    ...card('module.é', 'title: Ärger ÖL\nupdated: 2026-05-20'),
    ...card('module.猫', 'title: 猫の名'),
  })
  const indexes = (env: Readonly<Record<string, string>>): string => {
    assert.is(pmem(root, ['rebuild'], { env }).status, 0)
    return ['graph', 'bm25'].map((name) => readFileSync(join(root, `.pmem/indexes/${name}.json`), 'utf8')).join('')
  }
  const plain = indexes({ TZ: 'UTC', LANG: 'C' })
  for (const env of [
    { TZ: 'Asia/Kolkata', LANG: 'zh_CN.UTF-8' },
    { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  ])
    assert.is(indexes(env), plain)
})
spec.run()
