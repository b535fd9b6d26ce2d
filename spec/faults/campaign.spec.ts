import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Killed } from '../../lib/host/memory.ts'
import { card, type Json, type World, world, worldOf } from '../world.ts'
import { copyOf, EDIT, EDITED, FATES, type Fate, faring, OTHERS } from './fates.ts'

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
  '.pmem/evals/own.yml': 'cases:\n  - question: which port does the database have\n    expected: [fact.port]\n',
  'AGENTS.md': '# Rules\n\nBe kind.\n',
  '.claude/settings.json': '{\n  // mine\n  "model": "x"\n}\n',
  'src/a.ts': 'one',
  'notes.jsonl': '{"content":"The pier is long."}\n{"content":"The lamp turns twice a minute."}\n',
  ...Object.fromEntries(
    ['o', 'a', 'b'].map((name) => [`${name}.md`, `---\nid: module.x\ntype: module\ntags: [x, ${name}]\n---\nText.\n`]),
  ),
}

/** Questions, feedback and learning on two days, so that there is something to learn, to draw together and to draft. */
function useAndLearn(w: World): void {
  w.run('feedback', 'fact.port', 'helpful', '--query', 'database port')
  w.run('ask', 'database port')
  w.run('learn')
  w.wait(61)
  w.run('feedback', 'decision.old', 'unhelpful')
  w.run('ask', 'database port')
}

type Case = { readonly argv: readonly string[]; readonly prepare?: (w: World) => void }
const CASES: readonly Case[] = [
  { argv: ['init', '--yes'], prepare: (w) => w.edit('.pmem/manifest.yml', null) },
  { argv: ['new', 'risk', 'The clock jumps'] },
  { argv: ['remember', 'The lamp is amber', '--category', 'ops'] },
  { argv: ['import', 'notes.jsonl'] },
  { argv: ['feedback', 'fact.port', 'helpful'] },
  { argv: ['learn'], prepare: useAndLearn },
  { argv: ['taught', 'fact.port', '--remove-all'], prepare: useAndLearn },
  { argv: ['ledger', 'compact'], prepare: useAndLearn },
  { argv: ['eval', '--draft'], prepare: useAndLearn },
  { argv: ['eval', '--accept'] },
  { argv: ['mark-dirty', 'module.auth', '--reason', 'x'] },
  { argv: ['update', '--confirm', '-s', 'Passwords use argon2 now', '-n', 'Measure login'] },
  { argv: ['update', 'module.auth', '--set', 'status=done'] },
  { argv: ['update', 'fact.port', '--content', 'The database listens on port 5433.'] },
  { argv: ['verify-card', 'module.auth'] },
  { argv: ['distill', '--confirm'] },
  { argv: ['supersede', 'decision.old', 'decision.fresh'] },
  { argv: ['rename', 'module.auth', 'module.login'] },
  { argv: ['forget', 'decision.old', '--reason', 'gone'] },
  { argv: ['verify', '--fix'] },
  { argv: ['verify', '--accept'] },
  { argv: ['rebuild'] },
  { argv: ['merge-driver', 'o.md', 'a.md', 'b.md'] },
  { argv: ['integration', 'install', 'claude-code'] },
  { argv: ['integration', 'remove', 'claude-code'], prepare: (w) => void w.run('integration', 'install', 'claude-code') },
  { argv: ['view'] },
  // These only read; what they refresh and log must survive all the same.
  { argv: ['ask', 'database port'] },
  { argv: ['doctor'] },
]
const prepared = ({ prepare }: Case): World => {
  const w = world(FILES)
  w.run('rebuild')
  prepare?.(w)
  w.edit('src/a.ts', 'two')
  return w
}

/** Every file that a person wrote or decided, the ledger among them. */
function texts(w: World, folder = ''): Readonly<Record<string, string | undefined>> {
  const entries = (w.host.files('/project').list(folder) ?? []).filter(
    ({ name }) => !['local', 'indexes', '.lock'].includes(name) && !name.endsWith('.tmp'),
  )
  return Object.assign(
    {},
    ...entries.map(({ name, kind }) => {
      const path = folder === '' ? name : `${folder}/${name}`
      return kind === 'folder' ? texts(w, path) : { [path]: w.text(path) }
    }),
  )
}

/** Commands that move a file or edit several in a row: their files may be anywhere between, their sentences may not be gone. */
const MOVES = new Set(['rename', 'forget', 'distill', 'import', 'supersede', 'integration'])
const SENTENCES = [
  'See ',
  'port 543',
  'Bcrypt cuts passwords',
  '# State',
  '# Next',
  '# Sample',
  'Be kind.',
  '// mine',
  'which port does',
]

/** What is lost of what was there, in words; undefined where nothing is. */
function loss(w: World, { argv: [name = ''] }: Case, fate: Fate, before: Texts, whole: Texts): string | undefined {
  const now = texts(w)
  const all = Object.values(now).join('\n')
  const gone = SENTENCES.find((sentence) => !all.includes(sentence))
  if (gone !== undefined) return `nobody says ${gone} any more`
  if (fate.name === 'file replaced' && !all.includes(EDIT)) return 'the edit is gone'
  if (fate.name === 'stopped' && !all.includes(OTHERS)) return 'what the other process wrote is gone'
  if (MOVES.has(name)) return undefined
  for (const [path, text] of Object.entries(before)) {
    const mayDiffer = /clock|replaced|stopped/.test(fate.name) || path === EDITED
    const isLedger = path.startsWith('.pmem/ledger/')
    if (now[path] === undefined && whole[path] !== undefined) return `${path} is gone`
    // Half a line at the end of the ledger is what a torn write leaves: it is skipped, and the next begins on its own.
    if (isLedger && !(now[path] ?? text)?.startsWith(text ?? '') && whole[path] !== undefined) return `${path} lost a line`
    if (!isLedger && !mayDiffer && now[path] !== undefined && now[path] !== text && now[path] !== whole[path])
      return `${path} is neither old nor new`
  }
  return undefined
}
type Texts = ReturnType<typeof texts>

const EXITS = new Set([0, 1, 64, 65, 66, 73, 75])
/** What is wrong with the process itself, or with what the next one finds; undefined where nothing is. */
function fault(w: World, { argv }: Case, fate: Fate, at: number): string | undefined {
  try {
    const ran = worldOf(faring(w, at, fate.ill(w)).host).run(...argv)
    if (!EXITS.has(ran.code)) return `exit ${ran.code}: ${ran.stderr}`
    if (ran.code >= 66 && fate.refuses && !/cannot (?:read|write) [^\s:]+|\.pmem/.test(ran.stderr))
      return `no file is named: ${ran.stderr}`
  } catch (error) {
    if (!(error instanceof Killed) || fate.ends !== true) throw error
  }
  const next = w.second()
  next.host.setNow(Math.max(next.host.now(), Date.UTC(2026, 6, 3, 12)) + 200_000)
  const isInit = argv[0] === 'init'
  if (isInit && next.run('init', '--yes').code !== 0) return 'init does not go on'
  const { code, stderr } = next.run('list')
  if (code !== 0) return `list exits ${code}: ${stderr}`
  const { errors, findings } = next.run('verify', '--json').json as Json
  return errors === 0 ? undefined : JSON.stringify(findings)
}

/** `PMEM_FAULTS=all npm run specs -- faults/campaign` tries every call, and prints the table. `PMEM_FAULTS=all,2/4` a part of it. */
const [MODE = '', PART = '1/1'] = (process.env['PMEM_FAULTS'] ?? '').split(',')
const EVERY = MODE === 'all'
const [part = 1, parts = 1] = PART.split('/').map(Number)
/** In the gate so many calls of a command for each fate, other ones for each. */
const SAMPLE = 2

const table: { readonly name: string; readonly calls: number; readonly tried: number; readonly lost: number }[] = []
const spec = suite('faults: what can happen at every call of the file system')
for (const [index, one] of CASES.entries()) {
  if (index % parts !== part - 1) continue
  const name = one.argv.filter((word, at) => at === 0 || /^[-a-z]+$/.test(word)).join(' ')
  spec(name, () => {
    const first = prepared(one)
    const before = texts(first)
    const counted = copyOf(first)
    const { host, calls } = faring(counted, 0, () => undefined)
    const plain = worldOf(host).run(...one.argv)
    assert.ok(plain.code <= 1, plain.stderr)
    const whole = texts(counted)
    const problems: string[] = []
    let tried = 0
    for (const [number, fate] of FATES.entries()) {
      const places = calls.flatMap((call, at) => (fate.at?.(call) === false ? [] : [at + 1]))
      const step = EVERY ? 1 : Math.max(1, Math.ceil(places.length / SAMPLE))
      for (let place = Math.floor((step - 1) * (number / FATES.length)); place < places.length; place += step) {
        const at = places[place]!
        const w = copyOf(first)
        const problem = fault(w, one, fate, at) ?? loss(w, one, fate, before, whole)
        if (problem !== undefined) problems.push(`${fate.name} at call ${at} of ${calls.length}: ${problem}`)
        tried += 1
      }
    }
    table.push({ name, calls: calls.length, tried, lost: problems.length })
    assert.is(problems.length, 0, `${problems.length} of ${tried}:\n${problems.slice(0, 6).join('\n').slice(0, 3000)}`)
  })
}
spec('nothing is lost', () => {
  const sum = (key: 'calls' | 'tried' | 'lost'): number => table.reduce((total, row) => total + row[key], 0)
  if (EVERY) {
    for (const row of table)
      process.stderr.write(`| ${row.name} | ${row.calls} | ${row.tried} | ${row.tried - row.lost} | ${row.lost} |\n`)
    process.stderr.write(`| all | ${sum('calls')} | ${sum('tried')} | ${sum('tried') - sum('lost')} | ${sum('lost')} |\n`)
  }
  assert.ok(table.length > 0)
  assert.is(sum('lost'), 0)
})
spec.run()
