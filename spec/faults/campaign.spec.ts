import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { MemoryHost } from '../../lib/host/memory.ts'
import { PmemError } from '../../lib/model/error.ts'
import type { Files } from '../../lib/model/ports.ts'
import { card, type World, world, worldOf } from '../world.ts'

const FILES: Readonly<Record<string, string>> = {
  ...card('module.auth', 'title: Auth\nsource_files: [src/a.ts]', 'See [[decision.old]].\n'),
  ...card('decision.old', 'last_verified: 2026-07-01\nupdated: 2026-07-01'),
  ...card('decision.fresh', 'last_verified: 2026-07-01\nupdated: 2026-07-01'),
  ...card('fact.port', 'title: Port', 'The database listens on port 5432.\n'),
  ...card(
    'trace.t',
    'related: [module.auth]\ncreated: 2026-07-02\ndistilled: false',
    '## Learned\n\n- Bcrypt cuts passwords at 72 bytes.\n',
  ),
  '.pmem/state.md': '# State\n',
  '.pmem/next.md': '# Next\n',
  '.pmem/index.md': '# Sample\n',
  'src/a.ts': 'one',
  'notes.jsonl': '{"content":"The pier is long."}\n{"content":"The lamp turns twice a minute."}\n',
}
const prepared = (): World => {
  const w = world(FILES)
  w.run('rebuild')
  w.edit('src/a.ts', 'two')
  return w
}

const COMMANDS: readonly (readonly string[])[] = [
  ['new', 'risk', 'The clock jumps'],
  ['remember', 'The lamp is amber', '--category', 'ops'],
  ['import', 'notes.jsonl'],
  ['feedback', 'fact.port', 'helpful'],
  ['learn'],
  ['mark-dirty', 'module.auth', '--reason', 'x'],
  ['update', '--confirm', '-s', 'Passwords use argon2 now', '-n', 'Measure login'],
  ['update', 'module.auth', '--set', 'status=done'],
  ['verify-card', 'module.auth'],
  ['distill', '--confirm'],
  ['supersede', 'decision.old', 'decision.fresh'],
  ['rename', 'module.auth', 'module.login'],
  ['forget', 'decision.old', '--reason', 'gone'],
  ['verify', '--fix'],
  ['rebuild'],
]

/** Every card and hot file that is there. */
function texts(w: World, folder = '.pmem'): Readonly<Record<string, string | undefined>> {
  const entries = (w.host.files('/project').list(folder) ?? []).filter(
    ({ name }) => !['local', 'ledger', 'indexes', '.lock'].includes(name),
  )
  return Object.assign(
    {},
    ...entries.map(({ name, kind }) =>
      kind === 'folder' ? texts(w, `${folder}/${name}`) : { [`${folder}/${name}`]: w.text(`${folder}/${name}`) },
    ),
  )
}

/** A process whose calls on the files are counted, and one of which fares ill. Reading calls count too. */
function faring(
  w: World,
  at: number,
  ill: (call: string, path: string) => void,
): { readonly host: MemoryHost; readonly calls: () => number } {
  let calls = 0
  const files = (root: string): Files => {
    const plain = w.host.files(root)
    const names = ['stat', 'read', 'open', 'list', 'makeFolder', 'create', 'append', 'rename', 'remove', 'touch'] as const
    const wrapped = names.map((name) => [
      name,
      (path: string, ...rest: readonly unknown[]) => {
        calls += 1
        if (calls === at) ill(name, path)
        return (plain[name] as (...all: readonly unknown[]) => unknown)(path, ...rest)
      },
    ])
    return { ...plain, ...(Object.fromEntries(wrapped) as Partial<Files>) }
  }
  const host = Object.defineProperties({ ...w.host, files }, { output: { get: () => w.host.output } }) as MemoryHost
  return { host, calls: () => calls }
}

const refusal = (path: string, code: 'CANNOT_READ' | 'CANNOT_WRITE', errno: string): never => {
  throw new PmemError(code, `cannot ${code === 'CANNOT_READ' ? 'read' : 'write'} ${path}: ${errno}`, { where: { path } })
}
const READS = new Set(['stat', 'read', 'open', 'list'])
/** What can happen at one call of the file system. */
const FATES: Readonly<Record<string, (w: World) => (call: string, path: string) => void>> = {
  'a read fails': () => (call, path) => (READS.has(call) ? refusal(path, 'CANNOT_READ', 'EIO') : undefined),
  'the disk is full': () => (call, path) =>
    READS.has(call) || call === 'remove' || call === 'touch' ? undefined : refusal(path, 'CANNOT_WRITE', 'ENOSPC'),
  'the right to write is lost': () => (call, path) => (READS.has(call) ? undefined : refusal(path, 'CANNOT_WRITE', 'EACCES')),
  'a card is replaced under us': (w) => () =>
    w.edit('.pmem/decisions/fresh.md', `${FILES['.pmem/decisions/fresh.md']}Edited meanwhile.\n`),
  'the clock goes back a day': (w) => () => w.wait(-1),
}

/** `PMEM_FAULTS=all npm run specs -- faults/campaign` tries every call, and prints the table. */
const EVERY = process.env['PMEM_FAULTS'] === 'all'
type Tried = { readonly fate: string; readonly command: string; readonly lost: number }
const tableOf = (tried: readonly Tried[]): string =>
  Object.keys(FATES)
    .map((fate) => {
      const rows = tried.filter((one) => one.fate === fate)
      return `| ${fate} | ${rows.length} | ${rows.length} | ${rows.reduce((sum, { lost }) => sum + lost, 0)} |`
    })
    .join('\n')

const EXITS = new Set([0, 1, 64, 65, 66, 73, 75])
const spec = suite('faults: what can happen at every call of the file system')
const table: Tried[] = []
for (const [fate, make] of Object.entries(FATES)) {
  for (const argv of COMMANDS) {
    spec(`${fate}: ${argv.slice(0, 2).join(' ')}`, () => {
      const counted = prepared()
      const probe = faring(counted, 0, () => undefined)
      assert.is(worldOf(probe.host).run(...argv).code, 0)
      const [whole, before] = [texts(counted), texts(prepared())]
      const calls = probe.calls()
      // In the gate a sample that reaches from the first call to the last.
      const step = EVERY ? 1 : Math.max(1, Math.ceil(calls / 6))
      for (let at = 1; at <= calls; at += step) {
        const w = prepared()
        const where = `${fate} at call ${at} of ${calls}`
        const ran = worldOf(faring(w, at, make(w)).host).run(...argv)
        assert.ok(EXITS.has(ran.code), `${where}: exit ${ran.code} ${ran.stderr}`)
        if (ran.code >= 66 && /a read|full|right/.test(fate))
          assert.match(ran.stderr, /\.pmem|\.git|notes|src/, `${where}: ${ran.stderr}`)
        const now = texts(w)
        for (const [path, text] of Object.entries(before)) {
          const edited = fate.startsWith('a card') && path === '.pmem/decisions/fresh.md'
          const moved = ['rename', 'forget', 'distill', 'import'].includes(argv[0]!)
          if (edited) assert.ok(moved || now[path]?.includes('Edited meanwhile.'), `${where}: the edit in ${path} is lost`)
          else if (now[path] === undefined) assert.ok(whole[path] === undefined, `${where}: ${path} is lost`)
          else
            assert.ok(
              moved || /clock|replaced/.test(fate) || now[path] === text || now[path] === whole[path],
              `${where}: ${path} is neither old nor new`,
            )
        }
        const next = w.second()
        next.host.setNow(Math.max(next.host.now(), Date.UTC(2026, 6, 3, 12)) + 200_000)
        assert.is(next.run('list').code, 0, where)
        const errors = next.run('verify', '--fix', '--json').json
        assert.is(errors.errors, 0, `${where}: ${JSON.stringify(errors.findings)}`)
        table.push({ fate, command: argv[0]!, lost: 0 })
      }
    })
  }
}
spec(`${COMMANDS.length} commands, ${Object.keys(FATES).length} fates: nothing lost`, () => {
  assert.ok(table.length > 300, String(table.length))
  if (EVERY) process.stderr.write(`${tableOf(table)}\n`)
  assert.is(
    table.reduce((sum, { lost }) => sum + lost, 0),
    0,
  )
})
spec.run()
