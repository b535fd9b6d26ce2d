/**
 * What a question costs at 100 to 100,000 cards of 150 words, and what it costs to bring the indexes up to date.
 *
 * Usage: npm run bench:scale [-- --cards 1000,10000,100000] [--pairs 15] [--only ask,hooks,edits,warm,rebuild,bun]. One JSON line a
 * case: medians of pairs in one run, NODE_EXTRA_CA_CERTS unset, `ratio` to what the case names, with the goal where there is one;
 * exit 1 where one is missed. Needs a built dist/.
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openProject } from '../../lib/node.ts'
import { runtimes } from '../../spec/runtimes/runtime.ts'
import {
  type Goal,
  inPairs,
  median,
  medians,
  milliseconds,
  option,
  printed,
  quantile,
  type Run,
  report,
  round,
  settle,
  sizes,
} from './process-time.ts'
import { cardText, type Synthetic, writeStore } from './store.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/bin/pmem.js', import.meta.url))
const ADD_ALL = fileURLToPath(new URL('add-all.ts', import.meta.url))
const PAIRS = Number(option('--pairs', '15'))
const GROUPS = ['ask', 'hooks', 'edits', 'warm', 'rebuild', 'bun'] as const
const ONLY = new Set(option('--only', GROUPS.join(',')).split(','))

const GOALS = {
  ask: { 1000: 2.2, 10000: 4.5, 100000: 22 },
  noRefresh: { 1000: 1.9, 10000: 2.1, 100000: 4.4 },
  frequent: { 10000: 1.3 },
  hook: { 1000: 2.3 },
  edit: { 10000: 1.8 },
  addOrDelete: { 10000: 2.5 },
  rebuild: { 10000: 1.8 },
  warmMedian: { 1000: 2, 10000: 6 },
  warmWorst: { 10000: 15 },
  bun: { 1000: 5 },
  bunToNode: { 1000: 1 },
  /** From 1,000 cards: milliseconds rise as the number of cards to this power. */
  growth: { 100000: 0.5 },
} satisfies Readonly<Record<string, Goal>>

/** The median of the one-off question without the walk, by the number of cards. */
const plain = new Map<number, number>()

function measure(cards: number): void {
  const root = mkdtempSync(join(tmpdir(), 'pmem-scale-'))
  try {
    const store = writeStore(root, cards)
    if (ONLY.has('rebuild')) rebuild(root, cards)
    else milliseconds({ args: [PROGRAM, 'rebuild'], cwd: root })
    settle()
    // The first calls bring the stats up to date and keep what was compiled.
    for (let n = 0; n < 7; n += 1) milliseconds(asking(store))
    if (ONLY.has('ask')) asks(store, cards)
    if (ONLY.has('hooks')) hooks(store, cards)
    if (ONLY.has('bun')) bun(store, cards)
    if (ONLY.has('warm')) warm(store, cards)
    if (ONLY.has('edits')) edits(store, cards)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const asking = ({ root, queries }: Synthetic, ...flags: readonly string[]): Run => ({
  args: [PROGRAM, 'ask', queries.ordinary, ...flags],
  cwd: root,
})

function asks(store: Synthetic, cards: number): void {
  const bare: Run = { args: ['-e', '0'], cwd: store.root }
  const fresh = medians(inPairs(asking(store), bare, PAIRS))
  report(cards, 'ask / node -e 0', fresh, fresh.ratio, GOALS.ask)
  const stale = medians(inPairs(asking(store, '--no-refresh'), bare, PAIRS))
  report(cards, 'ask --no-refresh / node -e 0', stale, stale.ratio, GOALS.noRefresh)
  plain.set(cards, stale.ms)
  const frequent: Run = { args: [PROGRAM, 'ask', store.queries.frequent], cwd: store.root }
  const words = medians(inPairs(frequent, asking(store), PAIRS))
  report(cards, 'ask, four frequent words / ask', words, words.ratio, GOALS.frequent)
}

/** The hook of a prompt as a whole process. One that asks for nothing does not open the store. */
function hooks({ root, queries }: Synthetic, cards: number): void {
  for (const [name, prompt] of [
    ['hook user-prompt', queries.ordinary],
    ['hook user-prompt, silent', 'run the tests'],
  ] as const) {
    const input = JSON.stringify({ session_id: 'bench', cwd: root, hook_event_name: 'UserPromptSubmit', prompt })
    const hook: Run = { args: [PROGRAM, 'hook', 'user-prompt'], cwd: root, input }
    for (let n = 0; n < 7; n += 1) milliseconds(hook)
    const figures = medians(inPairs(hook, { args: ['-e', '0'], cwd: root }, PAIRS))
    report(cards, `${name} / node -e 0`, figures, figures.ratio, GOALS.hook)
  }
}

/** A question right after one card was edited, added or deleted, against one after nothing was. */
function edits(store: Synthetic, cards: number): void {
  const pairs = Math.min(PAIRS, cards > 10_000 ? 3 : PAIRS)
  const path = (n: number): string => join(store.root, store.file(n))
  const added = (n: number): string => join(store.root, '.pmem', 'tasks', `new${n}.md`)
  const changes: readonly (readonly [name: string, goal: Goal, change: (n: number) => void])[] = [
    ['an edit', GOALS.edit, (n) => appendFileSync(path(n), `\nEdited ${n}.\n`)],
    [
      'a new card',
      GOALS.addOrDelete,
      (n) =>
        writeFileSync(
          added(n),
          cardText(`task.new${n}`, n, [], () => 'word'),
        ),
    ],
    ['a deleted card', GOALS.addOrDelete, (n) => rmSync(added(n))],
  ]
  for (const [name, goal, change] of changes) {
    // A question of its own between a change and the measure: what was written a moment ago is looked at by content.
    const runs = Array.from({ length: pairs }, (_, n) => {
      const of = milliseconds(asking(store))
      change(n)
      return { ms: milliseconds(asking(store)), of }
    })
    const figures = medians(runs)
    report(cards, `ask after ${name} / ask`, figures, figures.ratio, goal)
  }
}

/** A rebuild as a whole process, reading and parsing included, against MiniSearch given the same terms ready made. */
function rebuild(root: string, cards: number): void {
  const pairs = cards > 10_000 ? 1 : Math.min(PAIRS, 5)
  const runs = Array.from({ length: pairs }, () => {
    const ms = milliseconds({ args: [PROGRAM, 'rebuild'], cwd: root })
    return { ms, of: Number(printed({ args: ['--import', 'tsx', ADD_ALL, `${cards}`], cwd: import.meta.dirname })) }
  })
  const figures = medians(runs)
  report(cards, 'rebuild / MiniSearch.addAll', figures, figures.ratio, GOALS.rebuild)
}

/** The same question again and again in one process. */
function warm({ root, queries }: Synthetic, cards: number): void {
  const memory = openProject(root)
  const calls = cards > 10_000 ? 20 : 200
  for (let n = 0; n < calls / 4; n += 1) memory.ask(queries.ordinary)
  const times = Array.from({ length: calls }, () => {
    const start = process.hrtime.bigint()
    memory.ask(queries.ordinary)
    return Number(process.hrtime.bigint() - start) / 1e6
  })
  const [p50, p99] = [round(median(times), 2), round(quantile(times, 0.99), 2)]
  report(cards, 'ask in process, p50', { ms: p50 }, p50, GOALS.warmMedian)
  report(cards, 'ask in process, p99', { ms: p99 }, p99, GOALS.warmWorst)
}

/** The same question under Bun, against its own start and against Node. */
function bun(store: Synthetic, cards: number): void {
  const found = runtimes().found.find(({ name }) => name === 'Bun')
  if (found === undefined) {
    console.log('skipped: Bun is not installed (npm ci --prefix spec/runtimes)')
    return
  }
  const { file } = found
  const ask: Run = { ...asking(store), file }
  milliseconds(ask)
  const start = medians(inPairs(ask, { file, args: ['-e', '0'], cwd: store.root }, PAIRS))
  report(cards, 'ask under Bun / bun -e 0', start, start.ratio, GOALS.bun)
  const node = medians(inPairs(ask, asking(store), PAIRS))
  report(cards, 'ask under Bun / ask under Node', node, node.ratio, GOALS.bunToNode)
}

/** The exponent from the smallest to the largest number of cards. */
function growth(): void {
  const [from, to] = [Math.min(...plain.keys()), Math.max(...plain.keys())]
  if (plain.size < 2) return
  const exponent = round(Math.log(plain.get(to)! / plain.get(from)!) / Math.log(to / from), 3)
  report(
    to,
    `growth of ask --no-refresh from ${from} cards, exponent`,
    { exponent },
    exponent,
    from === 1_000 ? GOALS.growth : undefined,
  )
}

for (const cards of sizes('100,1000,10000')) measure(cards)
growth()
