import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { commit, git, repository, runIn, write } from '../repository.ts'
import { card, type Json, world } from '../world.ts'

const spec = suite('scenarios: writing back')
spec('E5: a dirty card is demoted by its factor, still listed, and flagged', () => {
  const w = world({
    ...card('module.a', 'title: Zeppelin\nupdated: 2026-07-03', 'The zeppelin.\n'),
    ...card('module.b', 'title: Airship\nupdated: 2026-07-03', 'No zeppelin.\n'),
  })
  const before = w.run('ask', 'zeppelin', '--json').json.matched
  assert.equal(
    before.map(({ id, factors, stale }: Json) => [id, factors.staleness, stale]),
    [
      ['module.a', 1, false],
      ['module.b', 1, false],
    ],
  )
  assert.is(w.run('mark-dirty', 'module.a', '--reason', 'it burned').code, 0)
  const after = w.run('ask', 'zeppelin', '--json').json.matched
  const hit = after.find(({ id }: Json) => id === 'module.a')
  assert.is(after.length, 2)
  assert.equal([hit.factors.staleness, hit.stale, hit.stale_reasons], [0.7, true, ['dirty: it burned']])
  assert.ok(hit.score < before[0].score)
  assert.match(w.run('ask', 'zeppelin').stdout, 'stale: dirty: it burned')
})

const PROJECT = {
  ...card('module.auth', 'title: Auth\nupdated: 2026-07-01\nsource_files: [src/auth.ts]'),
  ...card('module.pool', 'title: Pool\nupdated: 2026-07-01\nlast_verified: 2026-07-01\nsource_files: [src/pool.ts]'),
  ...card('feature.login', 'title: Login\nupdated: 2026-07-01\nlast_verified: 2026-07-01\ndepends_on: module.auth'),
  'src/auth.ts': 'export const auth = 1\n',
  'src/pool.ts': 'export const pool = 1\n',
}
/** The command in back quotes in the fix of a finding. */
const commandIn = (fix: string): readonly string[] =>
  [.../`pmem ([^`]+)`/.exec(fix)![1]!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)

for (const where of ['in git', 'without git'] as const) {
  spec(
    `H: edit a source file, status names its card; verify reports it and prints the update command that settles it; settled, verify is clean, ${where}`,
    () => {
      const root =
        where === 'in git'
          ? repository(PROJECT)
          : folder({ ...PROJECT, '.pmem/manifest.yml': 'version: 1\nproject: { name: x }\n' })
      const findings = (): readonly Json[] =>
        runIn(root, 'verify', '--json').json.findings.filter(({ id }: Json) => id !== undefined)
      const told = (): readonly string[] => findings().map(({ code, id }) => `${code} ${id}`)
      runIn(root, 'rebuild')
      for (const id of ['module.auth', 'module.pool']) runIn(root, 'verify-card', id)
      if (where === 'in git') commit(root)
      assert.equal(told(), [])
      write(root, 'src/auth.ts', 'export const auth = 2\n')
      const { json } = runIn(root, 'status', '--json')
      assert.equal(json.changes.files, [{ path: 'src/auth.ts', kind: 'changed' }])
      assert.equal(json.affected, [
        {
          id: 'module.auth',
          file: '.pmem/modules/auth.md',
          source: 'src/auth.ts',
          entry: 'src/auth.ts',
          match: 'file',
          kind: 'changed',
        },
      ])
      assert.match(runIn(root, 'status').stdout, 'module.auth: its source src/auth.ts was changed')
      assert.equal(told(), ['suspect feature.login', 'source-changed module.auth'])
      const fix = findings().find(({ code }) => code === 'source-changed')!.fix
      const command = commandIn(fix)
      assert.is(command[0], 'update')
      assert.is(runIn(root, ...command).code, 0, command.join(' '))
      assert.equal(told(), [])
      assert.equal(runIn(root, 'status', '--json').json.affected, [])
      if (where === 'in git') {
        commit(root)
        assert.equal([told(), runIn(root, 'status', '--json').json.changes.files], [[], []])
      }
    },
  )
}

spec('each finding of freshness prints a fix, and doing what it says makes the finding go away', () => {
  const w = world({
    ...PROJECT,
    ...card('module.aged', 'updated: 2026-07-03\nlast_verified: 2026-06-01'),
    ...card('module.new', 'updated: 2026-07-03'),
    ...card("module.it's", 'updated: 2026-07-03\nlast_verified: 2026-07-03'),
    ...card('feature.rests', 'updated: 2026-07-03\nlast_verified: 2026-07-03\ndepends_on: module.aged'),
  })
  w.run('rebuild')
  w.run('mark-dirty', "module.it's", '--reason', 'x')
  w.edit('src/pool.ts', 'x\n')
  const open = (): readonly Json[] =>
    w
      .run('verify', '--json')
      .json.findings.filter(({ code }: Json) => ['dirty', 'source-changed', 'suspect', 'stale', 'never-verified'].includes(code))
  assert.equal([...new Set(open().map(({ code }) => code))].sort(), [
    'dirty',
    'never-verified',
    'source-changed',
    'stale',
    'suspect',
  ])
  for (let rounds = open().length; rounds > 0 && open().length > 0; rounds -= 1) {
    const [finding] = open()
    const argv = commandIn(finding.fix).map((word) => (word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word))
    assert.is(w.run(...argv).code, 0, finding.fix)
    assert.not(
      open().some((other) => JSON.stringify(other) === JSON.stringify(finding)),
      finding.fix,
    )
  }
  assert.equal(open(), [])
})
for (const [what, settle] of [
  ['update --confirm', () => ['update', '--confirm', '-s', 'The pool moved']],
  ['update --apply', (root: string) => ['update', '--apply', runIn(root, 'update', '--suggest', '--json').json.items[0].id]],
  [
    'the command that verify prints',
    (root: string) =>
      commandIn(runIn(root, 'verify', '--json').json.findings.find(({ code }: Json) => code === 'missing-source').fix).map(
        (word) => word.replace(/^'|'$/g, ''),
      ),
  ],
] as const) {
  spec(`a source file that moved is followed by ${what}, and a later edit of it counts`, () => {
    const root = repository({
      ...card('module.pool', 'updated: 2026-07-01\nlast_verified: 2026-07-01\nsource_files: ["./src/pool.ts#size", src/kept.ts]'),
      'src/pool.ts': 'export const size = 1\nexport const other = 1\n',
      'src/kept.ts': '',
    })
    const told = (): readonly string[] =>
      runIn(root, 'verify', '--json')
        .json.findings.filter(({ id }: Json) => id !== undefined)
        .map(({ code }: Json) => code)
    runIn(root, 'rebuild')
    runIn(root, 'verify-card', 'module.pool')
    commit(root)
    git(root, 'mv', 'src/pool.ts', 'src/deep.ts')
    assert.equal(told(), ['missing-source', 'source-changed'])
    const argv = settle(root)
    assert.is(runIn(root, ...argv).code, 0, argv.join(' '))
    assert.match(readFileSync(join(root, '.pmem/modules/pool.md'), 'utf8'), 'src/deep.ts#size')
    assert.equal(told(), [])
    commit(root)
    write(root, 'src/deep.ts', 'export const size = 1\nexport const other = 2\n')
    assert.equal(told(), [])
    write(root, 'src/deep.ts', 'export const size = 2\nexport const other = 2\n')
    assert.equal(told(), ['source-changed'])
  })
}
spec('a broken line of the ledger is a finding with its place, and deleting the line settles it', () => {
  const w = world(PROJECT)
  w.run('mark-dirty', 'module.auth', '--reason', 'x')
  const [month] = w.host.files('/project').list('.pmem/ledger')!
  const path = `.pmem/ledger/${month!.name}/${w.host.files('/project').list(`.pmem/ledger/${month!.name}`)![0]!.name}`
  const sound = w.text(path)!
  w.edit(path, `${sound}<<<<<<< HEAD\n`)
  const faults = (): readonly Json[] => w.run('verify', '--json').json.findings.filter(({ code }: Json) => code === 'ledger-line')
  assert.equal(
    faults().map(({ severity, file, line, fix }) => [severity, file, line, fix]),
    [['warning', path, 2, `Delete line 2 of ${path}.`]],
  )
  assert.equal(w.run('status', '--json').json.dirty.length, 1)
  w.edit(path, sound)
  assert.equal(faults(), [])
})

spec('B13: two branches with different events, merged either way round: no conflict, the same state', () => {
  const states: unknown[] = []
  for (const first of ['left', 'right']) {
    const root = repository(PROJECT)
    runIn(root, 'mark-dirty', 'module.auth', '--reason', 'both')
    commit(root)
    const clones = ['left', 'right'].map((name) => {
      const clone = join(folder(), name)
      git(root, 'clone', '-q', root, clone)
      git(clone, 'checkout', '-q', '-b', name)
      return clone
    }) as [string, string]
    // Two machines: the same history, clones with ids of their own.
    runIn(clones[0], 'mark-dirty', 'module.pool', '--reason', 'left')
    runIn(clones[0], 'verify-card', 'module.auth')
    runIn(clones[1], 'mark-dirty', 'module.pool', 'feature.login', '--reason', 'right')
    for (const clone of clones) commit(clone, 'work')
    for (const [name, clone] of [
      ['left', clones[0]],
      ['right', clones[1]],
    ] as const)
      git(root, 'fetch', '-q', clone, `${name}:${name}`)
    git(root, 'checkout', '-q', first)
    git(root, 'merge', '-q', '-m', 'merge', first === 'left' ? 'right' : 'left')
    const { json } = runIn(root, 'status', '--json')
    states.push(json.dirty.map(({ id, reasons }: Json) => [id, reasons]))
    assert.equal(readdirSync(join(root, '.pmem/ledger')).length, 1)
    rmSync(join(root, '.pmem/local'), { recursive: true, force: true })
    assert.equal(runIn(root, 'status', '--json').json.dirty, json.dirty)
  }
  assert.equal(states[0], [
    ['feature.login', ['right']],
    ['module.pool', ['left', 'right']],
  ])
  assert.equal(states[1], states[0])
})
spec('fault 099: what is settled is settled for the contents it was settled with; a later edit counts again', () => {
  const w = world(PROJECT)
  w.run('rebuild')
  w.edit('src/auth.ts', 'export const auth = 2\n')
  w.run('verify-card', 'module.auth')
  const hand = w.text('.pmem/modules/auth.md')!.replace('title: Auth', 'title: Auth by hand')
  w.edit('.pmem/modules/auth.md', hand)
  assert.equal(w.run('status', '--json').json.affected, [])
  w.edit('src/auth.ts', 'export const auth = 3\n')
  assert.equal(
    w.run('status', '--json').json.affected.map(({ id }: Json) => id),
    ['module.auth'],
  )
  w.run('verify-card', 'module.auth')
  assert.match(w.text('.pmem/modules/auth.md')!, 'title: Auth by hand')
})
spec('an event is never lost on the way to the disk, and what a killed process left is skipped', () => {
  const root = repository(PROJECT)
  runIn(root, 'mark-dirty', 'module.auth', '--reason', 'x')
  const [month = ''] = readdirSync(join(root, '.pmem/ledger'))
  const [name = ''] = readdirSync(join(root, '.pmem/ledger', month))
  const path = join('.pmem/ledger', month, name)
  write(root, path, `${readFileSync(join(root, path), 'utf8')}{"e":"torn`)
  assert.is(runIn(root, 'mark-dirty', 'module.pool', '--reason', 'y').code, 0)
  assert.equal(
    runIn(root, 'status', '--json').json.dirty.map(({ id }: Json) => id),
    ['module.auth', 'module.pool'],
  )
  assert.ok(existsSync(join(root, '.pmem/local/clone')))
})
spec.run()
