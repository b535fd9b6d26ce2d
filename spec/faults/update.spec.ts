import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Killed } from '../../lib/host/memory.ts'
import { card, cardText, MANIFEST, type World, world } from '../world.ts'

const FILES: Readonly<Record<string, string>> = {
  ...card(
    'module.auth',
    'title: Auth\nupdated: 2026-06-01\nlast_verified: 2026-06-01\nsource_files: [src/a.ts]',
    'See [[decision.old]].\n',
  ),
  ...card('decision.old', 'last_verified: 2026-07-01\nupdated: 2026-07-01'),
  ...card('decision.fresh', 'last_verified: 2026-07-01\nupdated: 2026-07-01'),
  ...card('task.t', 'decided_by: decision.old\nmodule: auth\ndepends_on: [module.core, core]'),
  // A file with a name of its own, which it keeps when the card is renamed.
  '.pmem/modules/own-name.md': cardText('module.core', 'last_verified: 2026-07-01\nupdated: 2026-07-01'),
  ...card(
    'trace.t',
    'related: [module.auth]\ncreated: 2026-07-02\ndistilled: false',
    '## Learned\n\n- Bcrypt cuts passwords at 72 bytes.\n',
  ),
  '.pmem/state.md': '# State\n',
  '.pmem/next.md': '# Next\n',
  '.pmem/index.md': '# Sample\n',
  'src/a.ts': 'one',
}
const prepared = (manifest: string, prepare: ((w: World) => void) | undefined): World => {
  const w = world({ ...FILES, '.pmem/manifest.yml': manifest })
  w.run('rebuild')
  w.edit('src/a.ts', 'two')
  w.run('list')
  w.edit('.pmem/decisions/fresh.md', `${FILES['.pmem/decisions/fresh.md']}Edited since.\n`)
  prepare?.(w)
  return w
}
const ARCHIVING = `${MANIFEST}distill: { output: { archive_traces: true } }\n`

const CASES: readonly {
  readonly argv: readonly string[]
  readonly manifest?: string
  readonly prepare?: (w: World) => void
}[] = [
  { argv: ['update', '--confirm', '-s', 'Passwords use argon2 now', '-n', 'Measure login'] },
  { argv: ['update', 'module.auth', '--set', 'status=done'] },
  { argv: ['distill', '--confirm'] },
  { argv: ['distill', '--confirm'], manifest: ARCHIVING },
  { argv: ['supersede', 'decision.old', 'decision.fresh'] },
  { argv: ['rename', 'module.auth', 'module.login'] },
  { argv: ['rename', 'module.core', 'module.heart'] },
  { argv: ['forget', 'decision.old', '--reason', 'gone'] },
  { argv: ['update', 'module.auth', '--section', 'Next Step=Measure it'] },
  { argv: ['mark-dirty', 'module.auth', '--reason', 'x'] },
  { argv: ['verify-card', 'module.auth'] },
  { argv: ['verify', '--fix', '--accept'] },
  { argv: ['feedback', 'module.auth', 'helpful', '--query', 'bcrypt'] },
  { argv: ['learn'], prepare: useAndLearn },
  { argv: ['ledger', 'compact'], prepare: useAndLearn },
  { argv: ['rebuild'] },
]

/** Questions, feedback and learning on two days, so that there is something to learn and something to draw together. */
function useAndLearn(w: World): void {
  w.run('feedback', 'module.auth', 'helpful')
  w.run('ask', 'auth')
  w.run('learn')
  w.wait(61)
  w.run('feedback', 'decision.old', 'unhelpful')
  w.run('ask', 'decision.old')
  w.run('list')
}
const trusts = (w: World): unknown =>
  ['module.auth', 'decision.old'].map((id) => {
    const { trust, reads, helpful, unhelpful } = w.run('trust', id, '--json').json
    return { trust, reads, helpful, unhelpful }
  })

/** Every file of the store that a person reads: cards, hot files, archive. */
function texts(w: World, folder = '.pmem'): Readonly<Record<string, string | undefined>> {
  const entries = (w.host.files('/project').list(folder) ?? []).filter(
    ({ name }) => !['local', 'ledger', 'indexes', '.lock'].includes(name),
  )
  return Object.assign(
    {},
    ...entries.map(({ name, kind }) => {
      const path = `${folder}/${name}`
      return kind === 'folder' ? texts(w, path) : { [path]: w.text(path) }
    }),
  )
}

const spec = suite('faults: a writing command is killed')
for (const { argv, manifest = MANIFEST, prepare } of CASES) {
  spec(
    `${argv.join(' ')}${manifest === MANIFEST ? '' : ' (archiving)'}: whatever the write, the store opens and verifies, and the same again succeeds`,
    () => {
      let writes = 0
      const counted = prepared(manifest, prepare)
      // A heartbeat changes no file: killed at one or just before it is the same.
      counted.host.onWrite = ({ op }) => {
        writes += op === 'touch' ? 0 : 1
        return 'go'
      }
      assert.is(counted.run(...argv).code, 0)
      const whole = texts(counted)
      const either = new Set([...Object.values(texts(prepared(manifest, prepare))), ...Object.values(whole)])
      assert.ok(writes > 3)
      const right = prepare === undefined ? undefined : trusts(counted.second())
      for (let number = 1; number <= writes; number += 1) {
        for (const fate of argv.includes('--confirm') || argv[0] === 'rebuild'
          ? (['kill', 'tear'] as const)
          : (['kill'] as const)) {
          const w = prepared(manifest, prepare)
          let seen = 0
          w.host.onWrite = ({ op }) => {
            seen += op === 'touch' ? 0 : 1
            return op !== 'touch' && seen === number ? fate : 'go'
          }
          assert.throws(
            () => w.run(...argv),
            (error: unknown) => error instanceof Killed,
          )
          const next = w.second()
          // A lock file that was never filled counts as left behind after a second.
          next.host.setNow(next.host.now() + 2_000)
          // While a card is renamed in place, its old names are among its aliases.
          const halfway = Object.entries(texts(next)).filter(
            ([, text]) => !either.has(text) && !(argv[0] === 'rename' && text?.includes(`aliases: [${argv[1]}`)),
          )
          assert.equal(halfway, [], `${fate} at write ${number} of ${writes}`)
          const where = `${fate} at write ${number} of ${writes}`
          assert.is(next.run('list').code, 0, where)
          const errors = next
            .run('verify', '--json')
            .json.findings.filter(({ severity }: { severity: string }) => severity === 'error')
            .map(({ code }: { code: string }) => code)
          assert.equal(errors, [], where)
          // What had been done before the kill may be all of it: then the command says so.
          next.host.setNow(w.host.now() - 2_000)
          const again = next.run(...argv)
          assert.is(again.code, 0, `${where}: ${again.stderr}`)
          const after = next.run('verify', '--json').json
          assert.is(after.errors, 0, `${where}: ${JSON.stringify(after.findings)}`)
          assert.equal(texts(next), whole, where)
          if (right !== undefined) assert.equal(trusts(next), right, where)
          if (argv[0] === 'update' && argv[1] === '--confirm') {
            assert.match(next.run('ask', 'argon2', '--json').stdout, 'Passwords use argon2 now')
            assert.match(next.text('.pmem/next.md') as string, 'Measure login', where)
            assert.is((next.host.files('/project').list('.pmem/traces') ?? []).length, 2, where)
            assert.equal(next.run('update', '--auto', '--json').json.items, [], where)
          }
        }
      }
    },
  )
}
spec.run()
