import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import { addBlock } from '../../lib/text/managed-block.ts'
import { folder } from '../folder.ts'
import { runIn, write } from '../repository.ts'
import { NODE } from '../self.ts'
import { type Json, MANIFEST, type World, world } from '../world.ts'

const SETTINGS = '.claude/settings.json'
const PROGRAM =
  "require('fs').readFileSync(0)\nprocess.stdout.write(JSON.stringify({ argv: process.argv.slice(2), root: process.env.PMEM_ROOT }))\n"

/** A hook of each file that is installed, as its host would start it; those of other events are made the same way. */
function hooksOf(root: string): readonly (readonly string[])[] {
  const json = (path: string): Json => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const nested = (path: string): Json[] => Object.values<Json>(json(path).hooks)[0].flatMap(({ hooks }: Json) => hooks)
  const flat = (path: string): Json[] => Object.values<Json>(json(path).hooks)[0]
  const handlers = [
    ...[SETTINGS, '.codex/hooks.json', '.gemini/settings.json', '.devin/hooks.v1.json'].flatMap(nested),
    ...['.cursor/hooks.json', '.github/hooks/pmem.json', '.windsurf/hooks.json'].flatMap(flat),
  ]
  return [
    ...handlers.map(({ command, args, bash }) => (args === undefined ? ['sh', '-c', command ?? bash] : [command, ...args])),
    ['sh', join(root, '.clinerules/hooks/TaskStart')],
  ]
}

const ALL = ['claude-code', 'codex', 'gemini', 'windsurf', 'cursor', 'copilot', 'cline']

function start(words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Json {
  const [program = '', ...args] = words
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    input: '{}',
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const installed = (files: Readonly<Record<string, string>>): World => {
  const w = world(files)
  assert.is(w.run('integration', 'install', 'claude-code').code, 0)
  return w
}
const hooksIn = (w: World, event: string): Json[] =>
  JSON.parse(w.text(SETTINGS) as string).hooks[event].flatMap(({ hooks }: Json) => hooks)

const spec = suite('faults: hooks')
spec('fault 135: settings and hooks of others are kept in their order, our own come behind them', () => {
  const own = {
    model: 'opus',
    permissions: { allow: ['Bash'] },
    hooks: {
      Stop: [{ hooks: [{ type: 'command', command: 'mine-2' }] }],
      SessionStart: [{ hooks: [{ type: 'command', command: 'mine-1' }] }],
    },
    env: { A: 'b' },
  }
  const w = installed({ [SETTINGS]: `${JSON.stringify(own, null, 2)}\n` })
  const then = JSON.parse(w.text(SETTINGS) as string)
  assert.equal(Object.keys(then), ['model', 'permissions', 'hooks', 'env'])
  assert.equal(Object.keys(then.hooks).slice(0, 2), ['Stop', 'SessionStart'])
  assert.is(then.hooks.Stop.length, 2)
  assert.equal([then.hooks.Stop[0], then.hooks.SessionStart[0]], [own.hooks.Stop[0], own.hooks.SessionStart[0]])
})
spec('fault 136: comments and what looks like them in texts are kept', () => {
  const text =
    '{\n  // my model\n  "model": "a", /* why */\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say // not a comment" }] }] }\n}\n'
  const after = installed({ [SETTINGS]: text }).text(SETTINGS) as string
  for (const part of ['// my model', '/* why */', '"say // not a comment"']) assert.ok(after.includes(part), part)
})
spec('fault 138: hooks end quietly where pmem, or all of .pmem, is gone', () => {
  const root = folder({ '.pmem/manifest.yml': MANIFEST })
  assert.is(runIn(root, 'integration', 'install', ...ALL).code, 0)
  const bin = folder()
  symlinkSync(NODE, join(bin, 'node'))
  const env = { PATH: `${bin}:/usr/bin:/bin`, APPDATA: bin }
  const quiet = { status: 0, stdout: '', stderr: '' }
  const hooks = hooksOf(root)
  assert.is(hooks.length, 8)
  for (const hook of hooks) assert.equal(start(hook, root, env), quiet, hook.join(' '))
  // Cline's scripts lie elsewhere, and stay.
  rmSync(join(root, '.pmem'), { recursive: true })
  for (const hook of hooks) assert.equal(start(hook, root, env), quiet, hook.join(' '))
})
spec('fault 140: three installs are one, and an older form of the hook is replaced', () => {
  const old = (command: string): Json => ({ hooks: [{ type: 'command', command, timeout: 60 }] })
  for (const command of [
    'pmem hook session-start',
    'node "/home/me/.npm/pmem/dist/bin/pmem.js" hook session-start --host claude-code',
    'npx -y pmem hook session-start',
  ]) {
    const hooks = { SessionStart: [old('echo mine'), old(command), old(command)], Notification: [old('pmem hook stop')] }
    const w = installed({ [SETTINGS]: JSON.stringify({ hooks }) })
    const once = w.text(SETTINGS)
    w.run('integration', 'install', 'claude-code')
    w.run('integration', 'install', 'claude-code')
    assert.is(w.text(SETTINGS), once)
    const commands = hooksIn(w, 'SessionStart').map((hook) => [hook.command, ...(hook.args ?? [])].join(' '))
    assert.is(commands.length, 2)
    assert.equal([commands[0], /hook session-start --host claude-code$/.test(commands[1]!)], ['echo mine', true])
    assert.is(JSON.parse(once as string).hooks.Notification?.length ?? 0, 0)
  }
})
spec('fault 140: of an item that holds a handler of others too, only our own is replaced', () => {
  const both = [
    {
      matcher: '',
      hooks: [
        { type: 'command', command: 'mine' },
        { type: 'command', command: 'pmem hook stop' },
      ],
    },
  ]
  const w = installed({ [SETTINGS]: JSON.stringify({ hooks: { Stop: both } }) })
  const [first, ...rest] = JSON.parse(w.text(SETTINGS) as string).hooks.Stop
  assert.equal(first, { matcher: '', hooks: [{ type: 'command', command: 'mine' }] })
  assert.is(rest.length, 1)
  w.run('integration', 'remove', 'claude-code')
  assert.equal(JSON.parse(w.text(SETTINGS) as string).hooks, { Stop: [first] })
})
spec(
  'fault 142: hooks work in a folder with blanks, quotes and other scripts, from below it and from elsewhere with the project named',
  () => {
    const outer = folder()
    const root = join(outer, "my proj's 项目")
    write(root, '.pmem/manifest.yml', MANIFEST)
    write(root, 'node_modules/pmem/dist/bin/pmem.js', PROGRAM)
    mkdirSync(join(root, 'src/deep down'), { recursive: true })
    assert.is(runIn(root, 'integration', 'install', ...ALL).code, 0)
    for (const hook of hooksOf(root)) {
      const { status, stdout, stderr } = start(hook, join(root, 'src/deep down'))
      assert.equal([status, stderr], [0, ''], hook.join(' '))
      const { argv, root: found } = JSON.parse(stdout)
      assert.equal([argv[0], argv[2], found], ['hook', '--host', root])
    }
    const [first] = hooksOf(root)
    const elsewhere = start(first!, outer, { CLAUDE_PROJECT_DIR: root })
    assert.is(JSON.parse(elsewhere.stdout).root, root)
    assert.equal(start(first!, outer), { status: 0, stdout: '', stderr: '' })
  },
)
spec('fault 142: pmem is found where the installer lay, in node_modules, or on the PATH', () => {
  const root = folder({ '.pmem/manifest.yml': MANIFEST })
  assert.is(runIn(root, 'integration', 'install', 'claude-code').code, 0)
  const [hook] = [JSON.parse(readFileSync(join(root, SETTINGS), 'utf8')).hooks.Stop[0].hooks[0]]
  const found = (env: Readonly<Record<string, string>>): string => start([hook.command, ...hook.args], root, env).stdout
  const other = folder({
    'lib/node_modules/pmem/dist/bin/pmem.js': PROGRAM,
    'own/pmem.js': PROGRAM.replace('process.env', "'own' || process.env"),
  })
  mkdirSync(join(other, 'bin'))
  symlinkSync('../lib/node_modules/pmem/dist/bin/pmem.js', join(other, 'bin/pmem'))
  const path = `${join(other, 'bin')}:${dirname(NODE)}:/usr/bin:/bin`
  assert.is(JSON.parse(found({ PATH: path })).root, root)
  write(root, '.pmem/local/program', `${join(other, 'own/pmem.js')}\n`)
  assert.is(JSON.parse(found({ PATH: path })).root, 'own')
  write(root, '.pmem/local/program', `${join(other, 'gone/pmem.js')}\n`)
  assert.is(JSON.parse(found({ PATH: path })).root, root)
})
spec('fault 145: one current block whatever was there, the text of the user as it is, and no file beyond those announced', () => {
  const fence = '```\r\n<!-- pmem:begin v=1 sha256=0000000000000000 -->\r\nold\r\n<!-- pmem:end -->\r\n```\r\n'
  const old = addBlock('', 'Old words', sha256).replaceAll('\n', '\r\n')
  const before = `# Mine\r\n\r\n${fence}\r\n${old}\r\nAfter 后记\r\n`
  const w = world({ 'AGENTS.md': before })
  const { written } = w.run('integration', 'install', 'agents-md', '--json').json
  assert.equal(written, ['AGENTS.md'])
  w.run('integration', 'install', 'agents-md')
  const text = w.text('AGENTS.md') as string
  assert.is(text.split('<!-- pmem:begin').length, 3)
  assert.ok(
    text.startsWith(`# Mine\r\n\r\n${fence}\r\n<!-- pmem:begin`) && text.endsWith('<!-- pmem:end -->\r\n\r\nAfter 后记\r\n'),
  )
  assert.not.match(text, 'Old words')
  assert.not.match(text, /[^\r]\n/)
})
spec.run()
