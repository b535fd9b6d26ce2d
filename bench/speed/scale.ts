/**
 * What a question costs as a whole process at 100 to 100,000 cards, against the runtime's own start.
 *
 * Usage: npm run bench:scale [-- --cards 1000,10000] [--pairs 15]. One JSON line a case: medians of pairs in one run, in
 * milliseconds and as ratios to `node -e 0`, NODE_EXTRA_CA_CERTS unset. Cards of 150 words. Needs a built dist/.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import { openProject } from '../../lib/node.ts'
import { tokenize } from '../../lib/text/tokenize.ts'
import { cardsOf, cardText, type Synthetic, writeStore } from './store.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/bin/pmem.js', import.meta.url))
const OLD_MS = 2_500
const env: NodeJS.ProcessEnv = { ...process.env, PMEM_NO_LOG: '1' }
delete env.NODE_EXTRA_CA_CERTS

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : process.argv[at + 1]!
}
const PAIRS = Number(option('--pairs', '15'))

function milliseconds(args: readonly string[], cwd: string, input = ''): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, [...args], { cwd, env, stdio: ['pipe', 'ignore', 'pipe'], input })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

/** Medians of a command and of bare Node run beside it, and of their ratio. `before` runs untimed before each. */
function paired(root: string, args: readonly string[], before: (n: number) => void = () => undefined, pairs = PAIRS, input = '') {
  const runs = Array.from({ length: pairs }, (_, n) => {
    before(n)
    return { bare: milliseconds(['-e', '0'], root), ms: milliseconds([PROGRAM, ...args], root, input) }
  })
  return {
    ms: Number(median(runs.map(({ ms }) => ms)).toFixed(1)),
    ratio: Number(median(runs.map(({ bare, ms }) => ms / bare)).toFixed(2)),
  }
}

const print = (cards: number, name: string, result: object): void => console.log(JSON.stringify({ cards, case: name, ...result }))

function measure(cards: number): void {
  const root = mkdtempSync(join(tmpdir(), 'pmem-scale-'))
  try {
    const store = writeStore(root, cards)
    const rebuild = milliseconds([PROGRAM, 'rebuild'], root)
    print(cards, 'rebuild', { ms: Number(rebuild.toFixed(0)), ...(cards <= 10_000 ? { minisearch_ms: addAll(cards) } : {}) })
    const size = (name: string): number => Number((statSync(join(root, '.pmem/indexes', name)).size / store.bytes).toFixed(3))
    print(cards, 'size per card byte', { bm25: size('bm25.json'), graph: size('graph.json') })
    // Stats vouch for a file only when it is older than the tick of a clock.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OLD_MS)
    const { ordinary, frequent } = store.queries
    for (let n = 0; n < 4; n += 1) milliseconds([PROGRAM, 'ask', ordinary], root)
    print(cards, 'ask', paired(root, ['ask', ordinary]))
    print(cards, 'ask --no-refresh', paired(root, ['ask', ordinary, '--no-refresh']))
    print(cards, 'ask, four frequent words', paired(root, ['ask', frequent]))
    hooks(root, cards, ordinary)
    edits(store, cards, ordinary)
    if (cards <= 10_000) warm(root, cards, ordinary)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The hook of a prompt as a whole process: at most 2.3 x at 1,000 cards. One that asks for nothing does not open the store. */
function hooks(root: string, cards: number, query: string): void {
  for (const [name, prompt] of [
    ['hook user-prompt', query],
    ['hook user-prompt, silent', 'run the tests'],
  ] as const) {
    const input = JSON.stringify({ session_id: 'bench', cwd: root, hook_event_name: 'UserPromptSubmit', prompt })
    for (let n = 0; n < 7; n += 1) milliseconds([PROGRAM, 'hook', 'user-prompt'], root, input)
    print(cards, name, paired(root, ['hook', 'user-prompt'], undefined, PAIRS, input))
  }
}

/** A question right after one card was edited, added or deleted. */
function edits(store: Synthetic, cards: number, query: string): void {
  const pairs = Math.min(PAIRS, cards > 10_000 ? 3 : 7)
  const path = (n: number): string => join(store.root, store.file(n))
  print(
    cards,
    'ask after an edit',
    paired(store.root, ['ask', query], (n) => appendFileSync(path(n), `\nEdited ${n}.\n`), pairs),
  )
  const added = (n: number): string => join(store.root, '.pmem', 'tasks', `new${n}.md`)
  print(
    cards,
    'ask after a new card',
    paired(
      store.root,
      ['ask', query],
      (n) =>
        writeFileSync(
          added(n),
          cardText(`task.new${n}`, n, [], () => 'word'),
        ),
      pairs,
    ),
  )
  print(
    cards,
    'ask after a deleted card',
    paired(store.root, ['ask', query], (n) => rmSync(added(n)), pairs),
  )
}

/** The same question again and again in one process. */
function warm(root: string, cards: number, query: string): void {
  const memory = openProject(root)
  for (let n = 0; n < 30; n += 1) memory.ask(query)
  const times = Array.from({ length: 200 }, () => {
    const start = process.hrtime.bigint()
    memory.ask(query)
    return Number(process.hrtime.bigint() - start) / 1e6
  })
  print(cards, 'ask in process', {
    p50: Number(quantile(times, 0.5).toFixed(2)),
    p99: Number(quantile(times, 0.99).toFixed(2)),
    rss_mb: Math.round(process.memoryUsage().rss / 1e6),
  })
}

/** MiniSearch alone, given the terms of the same cards ready made. */
function addAll(cards: number): number {
  const texts = [...cardsOf(cards)].map(({ text }, id) => ({ id, text: tokenize(text).join(' ') }))
  const search = new MiniSearch({ fields: ['text'], tokenize: (text) => text.split(' '), processTerm: (term) => term })
  const start = process.hrtime.bigint()
  search.addAll(texts)
  return Math.round(Number(process.hrtime.bigint() - start) / 1e6)
}

for (const cards of option('--cards', '100,1000,10000').split(',').map(Number)) measure(cards)
