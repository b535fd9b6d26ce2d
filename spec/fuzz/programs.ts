import type { Random } from '../random.ts'
import { card, MANIFEST, type World, world } from '../world.ts'
import { mutated, mutatedBytes, randomText, WORDS } from './mutate.ts'
import type { Target } from './target.ts'

export const FILES = {
  // A short log: it is written over all the time.
  '.pmem/manifest.yml': `${MANIFEST}learning: { log_cap: 40 }\n`,
  ...card(
    'module.a',
    'title: Session store\ntags: [auth, disk]\nsource_files: [src/a.ts]',
    'Keeps sessions on disk. See [[decision.d]].\n',
  ),
  ...card('decision.d', 'title: Use JSON\nstatus: accepted\nrelated: [module.a]', 'JSON since any parser reads it.\n'),
  ...card('task.t', 'title: Measure start\nmodule: a\nstatus: active', 'Measure the start of the store.\n'),
  ...card('fact.f', 'title: Port\ncategory: ops', 'The database listens on port 5432.\n'),
  '.pmem/next.md': '# Next\n\n- [P0] Measure the start\n',
  'src/a.ts': 'export const a = 1\n',
}

/** One for so many inputs, made when the first comes: logs and receipts of many questions would only make them slow. */
export function kept<T>(make: () => T, inputs = Number.POSITIVE_INFINITY): () => T {
  let value: T | undefined
  let left = 0
  return () => {
    if (value === undefined || left <= 0) {
      value = make()
      left = inputs
    }
    left -= 1
    return value
  }
}
const prepared = kept(() => {
  const w = world(FILES)
  w.run('rebuild')
  w.wait(1)
  w.run('ask', 'store')
  return w
}, 100)

const KNOWN_EXITS = new Set([0, 1, 64, 65, 66, 73, 75])
function checkRun(w: World, argv: readonly string[]): void {
  const { code, stdout, stderr } = w.run(...argv)
  const said = JSON.stringify({ argv, code, stdout: stdout.slice(0, 500), stderr: stderr.slice(0, 500) })
  if (!KNOWN_EXITS.has(code)) throw new Error(`exit ${code}: ${said}`)
  if (/\n\s+at \S+ \(|\bat (?:file|node):/.test(stderr)) throw new Error(`a stack trace: ${said}`)
  if (
    argv.includes('--json') &&
    !argv.includes('--') &&
    code !== 64 &&
    stdout !== '' &&
    !argv.some((word) => word === 'help' || word === '--help' || word.startsWith('-h'))
  )
    JSON.parse(stdout)
}

const ASKED = [
  ['ask', 'session store', '--json'],
  ['ask', 'why JSON', '--json'],
  ['list', '--json'],
  ['related', 'module.a', '--json'],
  ['show', 'decision.d', '--json'],
] as const
/** What a reading command says, but for the state of the index. */
const answerOf = (w: World, argv: readonly string[]): string => {
  const { index: _, footer: __, receipt: ___, ...answer } = w.run(...argv).json
  return JSON.stringify(answer)
}
const filesBelow = (w: World, folder: string): readonly string[] =>
  (w.host.files('/project').list(folder) ?? []).flatMap(({ name, kind }) =>
    kind === 'folder' ? filesBelow(w, `${folder}/${name}`) : [`${folder}/${name}`],
  )
const indexWorld = kept(() => {
  const w = world(FILES)
  w.run('rebuild')
  w.run('mark-dirty', 'task.t', '--reason', 'x')
  // What has just been written is looked at by content anyway.
  w.wait(1)
  for (const argv of ASKED) w.run(...argv)
  const bytes = new Map(
    [...filesBelow(w, '.pmem/indexes'), ...filesBelow(w, '.pmem/local')].map((path) => [
      path,
      new TextEncoder().encode(w.text(path) ?? ''),
    ]),
  )
  return { w, bytes, right: new Map(ASKED.map((argv) => [argv, answerOf(w, argv)])) }
})

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const indexFiles = (random: Random): void => {
  const { w, bytes, right } = indexWorld()
  // A write takes time: a file whose stat is the old one to the millisecond was not written.
  w.host.setNow(w.host.now() + 10)
  const paths = [...bytes.keys()]
  const path = random.pick(paths)
  const whole = bytes.get(path)!
  const kind = random.below(8)
  const text = new TextDecoder().decode(whole)
  w.edit(
    path,
    kind === 0
      ? bytes.get(random.pick(paths))!
      : kind === 1
        ? text.replace(/\d+/g, (digits) => (random.below(30) === 0 ? random.pick(['-1', '1e999', '4294967296', '0']) : digits))
        : kind === 2
          ? text.replace(/"format":\d+/, `"format":${random.below(100)}`)
          : kind === 3
            ? mutated(random, text)
            : mutatedBytes(random, whole),
  )
  const argv = random.pick(ASKED)
  const answer = answerOf(w.second(), argv)
  for (const [file, content] of bytes) if (w.text(file) !== decoded(content)) w.edit(file, content)
  if (answer !== right.get(argv)) throw new Error(`a wrong answer to ${argv.join(' ')}: ${answer}`)
}

const READING = [
  'ask',
  'recall',
  'context',
  'list',
  'show',
  'related',
  'trace',
  'path',
  'impact',
  'next',
  'status',
  'receipt',
  'facts',
  'probe',
  'reason',
  'help',
]
const WRITING = [
  'verify',
  'new',
  'update',
  'remember',
  'mark-dirty',
  'forget',
  'rename',
  'supersede',
  'distill',
  'import',
  'verify-card',
  'merge-driver',
]

const argvOf = (random: Random): readonly string[] => {
  const flags = [
    '--json',
    '--format',
    '--limit',
    '--budget',
    '--now',
    '--explain',
    '--type',
    '--hops',
    '--dry-run',
    '--help',
    '--reason',
    '--set',
    '--section',
    '--id',
    '-s',
    '-n',
    '--cwd',
    '--mode',
    '--tag',
    '--no-refresh',
    '--',
    '--unknown',
    '--limit=-1',
    '--now=2026-13-45',
  ]
  const name = random.pick([...READING, ...WRITING, 'nonsense'])
  const writes = WRITING.includes(name)
  const rest = Array.from({ length: random.below(5) }, () =>
    random.below(2) === 0 ? random.pick(flags) : randomText(random, WORDS),
  )
  // The store is shared by all inputs: what would write says what it would.
  return writes ? [name, ...rest.filter((word) => word !== '--'), '--dry-run'] : [name, ...rest]
}

/** What reads a store, and a command line. */
export const PROGRAMS: readonly Target[] = [
  {
    name: 'queries',
    share: 30,
    run: (random) =>
      checkRun(prepared().second(), [
        'ask',
        ...(random.below(2) === 0 ? ['--json'] : []),
        '--',
        mutated(random, randomText(random, WORDS)),
      ]),
  },
  { name: 'argv', share: 45, run: (random) => checkRun(prepared().second(), argvOf(random)) },
  { name: 'index files', share: 5, run: indexFiles },
]
