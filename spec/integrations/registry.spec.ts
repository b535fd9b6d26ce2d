import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { INTEGRATIONS } from '../../lib/integrations/registry.ts'
import { folder } from '../folder.ts'
import { git, type RanThere, runIn } from '../repository.ts'
import { type Json, MANIFEST, type Ran, world } from '../world.ts'
import { PROJECTS } from './busy-project.ts'

/** Stands for an installed pmem: answers every hook as a host wants it. */
const PROGRAM = "let text = ''\nprocess.stdin.on('data', (part) => (text += part)).on('end', () => process.stdout.write('{}'))\n"

/** A project on the disk, where hooks can be started, or in memory, which is faster. */
type Place = {
  run(...argv: readonly string[]): Ran | RanThere
  /** Every file but what pmem keeps for this machine, with its bytes and whether it can be run. */
  contents(): ReadonlyMap<string, string>
  hasFolder(path: string): boolean
}

const isKept = (path: string): boolean => !/^\.pmem\/(?:local|indexes)\/|^\.pmem\/\.lock/.test(path)
const shown = (mode: number, bytes: Uint8Array): string =>
  `${(mode & 0o100) === 0 ? '' : 'runs '}${Buffer.from(bytes).toString('latin1')}`

function onDisk(files: Readonly<Record<string, string>>): Place {
  const root = folder({
    '.pmem/manifest.yml': MANIFEST,
    '.pmem/.gitignore': 'indexes/\nlocal/\n.lock\n',
    'node_modules/pmem/dist/bin/pmem.js': PROGRAM,
    ...files,
  })
  git(root, 'init', '-q', '-b', 'main')
  for (const path of Object.keys(files)) if (/hooks\/[\w-]+$/.test(path)) chmodSync(join(root, path), 0o755)
  return {
    run: (...argv) => runIn(root, ...argv),
    contents() {
      const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const paths = entries.map((entry) => relative(root, join(entry.parentPath, entry.name))).filter(isKept)
      return new Map(paths.sort().map((path) => [path, shown(statSync(join(root, path)).mode, readFileSync(join(root, path)))]))
    },
    hasFolder: (path) => existsSync(join(root, path)),
  }
}

function inMemory(files: Readonly<Record<string, string>>): Place {
  const w = world(files, { shell: () => ({ status: 0, stdout: '{}', stderr: '', milliseconds: 1 }) })
  const disk = w.host.files('/project')
  const below = (path: string): readonly string[] =>
    (disk.list(path) ?? []).flatMap(({ name, kind }) => {
      const inner = path === '' ? name : `${path}/${name}`
      return kind === 'folder' ? below(inner) : [inner]
    })
  return {
    run: w.run,
    contents: () =>
      new Map(
        below('')
          .filter(isKept)
          .map((path) => [path, shown(disk.stat(path)!.mode, disk.read(path)!)]),
      ),
    hasFolder: (path) => disk.stat(path) !== undefined,
  }
}

/** Whether the new text is the old one with something put in between, and nothing else. */
function onlyAdds(before: string, after: string): boolean {
  let at = 0
  for (const char of after) if (char === before[at]) at += 1
  return at === before.length
}

const ok = ({ code, stdout, stderr }: Ran | RanThere): Json => {
  assert.is(code, 0, `${stdout}${stderr}`)
  return JSON.parse(stdout)
}

const spec = suite('integrations/registry: every agent on a busy project')
for (const { name } of INTEGRATIONS) {
  for (const [state, files] of Object.entries(PROJECTS)) {
    spec(
      `${name}, a project ${state}: install adds, verify is well, install again writes nothing, remove restores every byte`,
      () => {
        const { run, contents, hasFolder } = name === 'git' || state === 'as it is' ? onDisk(files) : inMemory(files)
        const before = contents()
        const more = name === 'git' ? ['--pre-commit'] : name === 'claude-code' ? ['--claude-md'] : []
        const installed = ok(run('integration', 'install', name, ...more, '--json'))
        assert.ok(installed.written.length > 0)
        const then = contents()
        for (const [path, text] of before) assert.ok(onlyAdds(text, then.get(path) ?? ''), `${path}:\n${then.get(path)}`)
        const verified = ok(run('integration', 'verify', name, '--json')).integrations[0]
        assert.equal([verified.state, verified.hooks.every(({ ok: isOk }: Json) => isOk)], ['installed', true])
        assert.is(verified.hooks.length > 0, name !== 'agents-md')
        const again = ok(run('integration', 'install', name, ...more, '--json'))
        assert.equal([again.written, again.removed, again.diff], [[], [], ''])
        assert.equal(contents(), then)
        const dry = ok(run('integration', 'remove', name, '--dry-run', '--json'))
        assert.ok(dry.diff !== '' && dry.written.length === 0)
        assert.equal(contents(), then)
        ok(run('integration', 'remove', name, '--json'))
        assert.equal(contents(), before)
        for (const path of ['.claude', '.agents', '.codex', '.clinerules/hooks', '.pmem/integrations'])
          if (![...before.keys()].some((one) => one.startsWith(`${path}/`))) assert.not.ok(hasFolder(path), path)
      },
    )
  }
}
spec('all at once, and away one by one in another order: every byte is as before', () => {
  const { run, contents } = onDisk(PROJECTS['with CRLF and a BOM, without final newlines']!)
  const before = contents()
  const names = INTEGRATIONS.map(({ name }) => name)
  ok(run('integration', 'install', ...names, '--json'))
  const all = ok(run('integration', 'list', '--json')).integrations
  assert.ok(all.every(({ state }: Json) => state === 'installed'))
  for (const name of [...names.slice(4), ...names.slice(0, 4).reverse()]) {
    ok(run('integration', 'remove', name, '--json'))
    const left = ok(run('integration', 'list', '--json')).integrations
    assert.is(left.find((one: Json) => one.name === name).state, 'absent', name)
  }
  assert.equal(contents(), before)
})
spec.run()
