import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { COMMON_FLAGS, flagName } from '../../lib/commands/command.ts'
import { COMMANDS } from '../../lib/commands/registry.ts'
import { SHELLS } from '../../lib/integrations/completion.ts'
import { folder } from '../folder.ts'
import { world } from '../world.ts'

const script = (shell: string): string => world().run('completion', shell).stdout
const has = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0

/** What bash offers behind a command line, of which the last word is still being typed. */
function offered(...words: readonly string[]): readonly string[] {
  const root = folder({ 'pmem.bash': script('bash'), 'notes.md': '' })
  const typed = words.map((word) => `'${word}'`).join(' ')
  const program = `source ./pmem.bash; COMP_WORDS=(pmem ${typed}); COMP_CWORD=${words.length}; _pmem; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', program], { cwd: root, encoding: 'utf8' })
  assert.equal([status, stderr], [0, ''])
  return stdout.split('\n').filter((line) => line !== '')
}

const spec = suite('integrations/completion')
spec('every script names every command, every second word and every flag', () => {
  for (const shell of SHELLS) {
    const text = script(shell)
    for (const { name, flags } of COMMANDS) {
      for (const word of name.split(' ')) assert.ok(text.includes(word), `${shell}: ${word}`)
      for (const key of Object.keys({ ...flags, ...COMMON_FLAGS }))
        assert.ok(text.includes(shell === 'fish' ? `-l ${flagName(key)}` : `--${flagName(key)}`), `${shell}: ${name} ${key}`)
    }
  }
})
spec('another shell is refused with those there are', () => {
  const { code, stderr } = world().run('completion', 'tcsh')
  assert.is(code, 64)
  assert.match(stderr, /bash, zsh, fish, powershell/)
  assert.is(JSON.parse(world().run('completion', 'bash', '--json').stdout).shell, 'bash')
})
if (has('bash', '-c', 'complete -p >/dev/null; true')) {
  spec('bash completes commands, second words, flags, the values of choices, and files elsewhere', () => {
    assert.equal(offered('rec'), ['recall', 'receipt'])
    assert.equal(offered('facts', 's'), ['search'])
    assert.ok(offered('facts', '').includes('contradict'))
    assert.equal(offered('ask', '--bud'), ['--budget'])
    assert.ok(offered('facts', 'search', '--').includes('--limit'))
    assert.equal(offered('recall', '--mode', ''), ['brief', 'normal', 'deep'])
    assert.ok(offered('ask', 'x', '--format', '').includes('json'))
    assert.equal(offered('import', 'no'), ['notes.md'])
    assert.ok(offered('help', '').includes('recall'))
  })
}
spec('the scripts are sound where their shells are there', () => {
  const root = folder(Object.fromEntries(SHELLS.map((shell) => [shell, script(shell)])))
  const checks: readonly (readonly [string, readonly string[]])[] = [
    ['bash', ['-n', 'bash']],
    ['zsh', ['-n', 'zsh']],
    ['fish', ['--no-execute', 'fish']],
    ['pwsh', ['-NoProfile', '-Command', `$null = [ScriptBlock]::Create((Get-Content -Raw '${join(root, 'powershell')}'))`]],
  ]
  for (const [shell, args] of checks) {
    if (!has(shell, '--version')) continue
    const { status, stderr } = spawnSync(shell, [...args], { cwd: root, encoding: 'utf8' })
    assert.is(status, 0, `${shell}: ${stderr}`)
  }
})
spec('what a summary or flag says cannot end a quote', () => {
  for (const shell of ['zsh', 'fish', 'powershell'] as const) {
    const lines = script(shell)
      .split('\n')
      .filter((line) => line.includes("'"))
    for (const line of lines) {
      const bare = line.replaceAll("'\\''", '').replaceAll("\\'", '').replaceAll("''", '')
      assert.is((bare.match(/'/g) ?? []).length % 2, 0, `${shell}: ${line}`)
    }
  }
})
spec.run()
