import { maskCode } from '../../lib/card/code-mask.ts'
import { contentForHash } from '../../lib/card/content.ts'
import { mentions } from '../../lib/card/mentions.ts'
import { parseCard } from '../../lib/card/parse.ts'
import { sections } from '../../lib/card/sections.ts'
import { setFields } from '../../lib/card/serialize.ts'
import { parseFacts } from '../../lib/facts/batch.ts'
import { findInjections, outgoing } from '../../lib/guard/injection.ts'
import { findSecrets, maskSecrets } from '../../lib/guard/secrets.ts'
import { sha256 } from '../../lib/host/node.ts'
import { decodeLedger } from '../../lib/ledger/codec.ts'
import { fold } from '../../lib/ledger/fold.ts'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import { pathOf, type Sha256 } from '../../lib/model/ids.ts'
import { refineQuery } from '../../lib/text/refine.ts'
import { tokenize } from '../../lib/text/tokenize.ts'
import { parseYaml } from '../../lib/text/yaml.ts'
import { mergeCards } from '../../lib/update/merge.ts'
import { randomCard, randomEdits } from '../properties/merge-edits.ts'
import type { Random } from '../random.ts'
import { card, type World, world } from '../world.ts'
import { mutated, mutatedBytes, randomText } from './mutate.ts'

/** Something that takes input nobody has checked. `run` feeds it one input; it throws where the answer is wrong, or where it crashes. */
export type Target = {
  readonly name: string
  /** How many of a thousand inputs go to it. */
  readonly share: number
  readonly run: (random: Random) => void
}

const HASH = sha256('') as Sha256
const readCard = (bytes: string | Uint8Array, external: boolean) =>
  parseCard({
    file: pathOf('.pmem/modules/a.md'),
    bytes,
    hash: HASH,
    schema: DEFAULTS.schema,
    sha256,
    ...(external ? { source: { glob: '**/*.md', type: 'doc' } } : {}),
  })

const FRONT = `---
id: module.a
type: module
title: "A: the store"
status: active
tags: [one, "two", 3]
aliases:
  - a # first
  - b
related: [[module.b]]
source_files: [src/a.ts, "src/**/*.ts#open"]
freshness: { ttl: 14d, policy: ttl }
guards:
  - { added: left-pad, message: no }
updated: 2026-06-01
---
`
const MANIFEST_TEXT = `version: 1
project: { name: sample, language: en, stage: beta }
schema:
  card_types: [gadget]
  type_dirs: { gadget: gadgets }
card_globs: [".pmem/**/*.md"]
sources:
  - { glob: "docs/**/*.md", type: doc }
recall: { mode: normal, budget: 2000 }
concurrency: { lock_path: .pmem/.lock, timeout_ms: 5000 }
`
const LEDGER = [
  { e: 'a1', t: 1782000000000, k: 'dirty', c: 'module.a', reason: 'x', files: ['src/a.ts'] },
  { e: 'a2', t: 1782000000001, k: 'verified', c: 'module.a', sources: [['src/a.ts', HASH]] },
  { e: 'a3', t: 1782000000002, k: 'resolved', c: 'module.a' },
]
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('')

const FILES = {
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
const WORDS = [
  'session',
  'store',
  'module.a',
  'src/a.ts',
  'decision',
  'which',
  '为什么',
  'JSON',
  'port',
  '--json',
  '-n',
  '--',
  'ask',
]

/** One store for all inputs of a target, made when the first comes. */
function kept<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
const prepared = kept(() => {
  const w = world(FILES)
  w.run('rebuild')
  return w
})

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
  const answer = answerOf(w, argv)
  for (const [file, content] of bytes) if (w.text(file) !== decoded(content)) w.edit(file, content)
  if (answer !== right.get(argv)) throw new Error(`a wrong answer to ${argv.join(' ')}: ${answer}`)
}

const argvOf = (random: Random): readonly string[] => {
  const commands = [
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
    'nonsense',
  ]
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
  const name = random.pick(commands)
  const writes = ![
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
    'nonsense',
  ].includes(name)
  const rest = Array.from({ length: random.below(5) }, () =>
    random.below(2) === 0 ? random.pick(flags) : randomText(random, WORDS),
  )
  // The store is shared by all inputs: what would write says what it would.
  return writes ? [name, ...rest.filter((word) => word !== '--'), '--dry-run'] : [name, ...rest]
}

export const TARGETS: readonly Target[] = [
  {
    name: 'card bytes',
    share: 120,
    run: (random) => {
      const text = FRONT + BODY
      const bytes = random.below(3) === 0 ? mutatedBytes(random, new TextEncoder().encode(text)) : mutated(random, text)
      const { card: read, findings } = readCard(bytes, random.below(4) === 0)
      if (read === null && findings.length === 0) throw new Error('no card and no word why')
    },
  },
  {
    name: 'frontmatter',
    share: 120,
    run: (random) => {
      const text = mutated(random, FRONT)
      parseYaml(text.replace(/^---\n/, '').replace(/\n---\n$/, ''))
      try {
        const set = setFields(
          text,
          new Map<string, string | readonly string[] | null>([
            ['tags', ['x', randomText(random, WORDS)]],
            ['status', 'done'],
            ['title', null],
          ]),
        )
        if (readCard(text, false).card !== null && readCard(set, false).card?.status !== 'done')
          throw new Error(`the field is not set: ${set}`)
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'PmemError') throw error
      }
    },
  },
  {
    name: 'manifest',
    share: 150,
    run: (random) => {
      const { manifest } = parseManifest(mutated(random, MANIFEST_TEXT), '.pmem/manifest.yml')
      const { lockPath } = manifest.concurrency
      if (lockPath.split(/[\\/]/).includes('..') || lockPath.startsWith('/'))
        throw new Error(`the lock leaves the project: ${lockPath}`)
      for (const glob of [...manifest.cardGlobs, ...manifest.sources.map((source) => source.glob)])
        if (glob.split(/[\\/]/).includes('..') || glob.startsWith('/')) throw new Error(`a pattern leaves the project: ${glob}`)
    },
  },
  {
    name: 'ledger lines',
    share: 250,
    run: (random) => {
      const { events } = decodeLedger(mutated(random, LEDGER))
      const once = JSON.stringify([...fold(events).dirty])
      if (once !== JSON.stringify([...fold(random.shuffle(events)).dirty])) throw new Error('the order of the events counts')
    },
  },
  {
    name: 'texts',
    share: 150,
    run: (random) => {
      const text = mutated(random, BODY + randomText(random, WORDS))
      const masked = maskCode(contentForHash(text))
      sections(text, 1, masked)
      mentions(masked, 1, ['module', 'decision'])
      tokenize(text)
      refineQuery(text)
      parseFacts(text)
      findInjections(text)
      outgoing(text)
      if (findSecrets(maskSecrets(text)).length > 0) throw new Error('a secret is left')
    },
  },
  {
    name: 'merges',
    share: 40,
    run: (random) => {
      const base = randomCard(random)
      const [ours, theirs] = [mutated(random, randomEdits(random, base, 'ours').text), randomEdits(random, base, 'theirs').text]
      const merged = mergeCards(base, ours, theirs, sha256)
      if (merged.kind === 'merged' && mergeCards(base, theirs, ours, sha256).text !== merged.text)
        throw new Error('the order of the sides counts')
    },
  },
  {
    name: 'queries',
    share: 100,
    run: (random) =>
      checkRun(prepared(), [
        'ask',
        ...(random.below(2) === 0 ? ['--json'] : []),
        '--',
        mutated(random, randomText(random, WORDS)),
      ]),
  },
  { name: 'argv', share: 50, run: (random) => checkRun(prepared(), argvOf(random)) },
  { name: 'index files', share: 20, run: indexFiles },
]

const BODY = `
# A

One line about [[decision.d]] and \`code\`.

## Current State

- item with [link](../decisions/d.md)
- \`\`\`not a fence

| a | b |
|---|---|

\`\`\`ts
# no heading
\`\`\`

<!-- a comment -->
## Next Step

Measure it, 决策 测试。
`
