import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runFull } from '../../lib/cli/full.ts'
import { folder, hostIn } from '../folder.ts'
import { card, cardText, type Json } from '../world.ts'

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

type Ran = { readonly code: number; readonly stdout: string; readonly json: () => Json }
function run(cwd: string, ...argv: readonly string[]): Ran {
  const host = hostIn(cwd)
  const code = runFull(host, argv)
  return { code, stdout: host.output.stdout, json: () => JSON.parse(host.output.stdout) }
}

/** A repository with a project whose files are all committed. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = folder(files)
  git(root, 'init', '-q', '-b', 'main')
  assert.is(run(root, 'init').code, 0)
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '-m', 'all')
  return root
}
const CARDS = {
  ...card('module.auth', 'title: Authority\nupdated: 2026-07-03\nlast_verified: 2026-07-03', 'The zeppelin.\n'),
  ...card('task.x', 'title: X\nstatus: active\ndepends_on: module.auth\nlast_verified: 2026-07-03'),
}
const READING = [
  ['recall'],
  ['ask', 'zeppelin'],
  ['next'],
  ['related', 'module.auth'],
  ['trace', 'module.auth'],
  ['show', 'module.auth'],
  ['list'],
  ['status'],
  ['verify'],
]

const spec = suite('faults: git')
spec('fault 082: each worktree uses its own store and index', () => {
  const main = repository(CARDS)
  run(main, 'rebuild')
  const other = join(folder(), 'w2')
  git(main, 'worktree', 'add', '-q', other, '-b', 'second')
  assert.is(run(other, 'rebuild').code, 0)
  assert.is(run(other, 'verify').code, 0)
  assert.is(run(other, 'ask', 'zeppelin', '--json').json().matched[0].id, 'module.auth')
  writeFileSync(join(other, '.pmem/modules/auth.md'), cardText('module.auth', 'title: Changed'))
  assert.is(run(main, 'status', '--json').json().index.status, 'fresh')
  assert.is(run(main, 'show', 'module.auth', '--json').json().title, 'Authority')
  assert.is(run(other, 'show', 'module.auth', '--json').json().title, 'Changed')
  assert.is(run(main, 'verify').code, 0)
})
spec('fault 085: reading and checking leave a clean tree', () => {
  const root = repository(CARDS)
  for (const argv of READING) run(root, ...argv)
  assert.is(git(root, 'status', '--porcelain'), '')
})
spec('fault 085: verify without --fix writes no file, not even an ignored one', () => {
  const root = repository(CARDS)
  run(root, 'ask', 'zeppelin')
  const listing = (): string => execFileSync('git', ['ls-files', '--others', '--exclude=', '-z'], { cwd: root, encoding: 'utf8' })
  rmSync(join(root, '.pmem/local'), { recursive: true })
  const before = listing()
  assert.is(run(root, 'verify').code, 0)
  assert.is(listing(), before)
})
spec('fault 110: a .git that is a file, as in worktrees and submodules, or that leads nowhere, is no hindrance', () => {
  for (const text of ['gitdir: /nowhere/at/all\n', 'not git at all\n']) {
    const root = folder({ ...CARDS, '.git': text, 'sub/a.txt': '' })
    assert.is(run(root, 'init').code, 0)
    for (const argv of READING) assert.is(run(join(root, 'sub'), ...argv).code, 0, argv.join(' '))
    assert.is(readFileSync(join(root, '.git'), 'utf8'), text)
  }
})
spec('fault 110: a worktree finds its own root', () => {
  const main = repository(CARDS)
  const other = join(folder(), 'w2')
  git(main, 'worktree', 'add', '-q', other, '-b', 'second')
  assert.is(run(other, 'status', '--json').json().root, other)
})
spec.run()
