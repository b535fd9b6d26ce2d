/**
 * What a one-off question costs beside a plain MiniSearch that loads its index and beside SQLite FTS5, each with and without the
 * same look at every file, on the same cards and the same question.
 *
 * Usage: npm ci --prefix bench/peers && npm run build && npm run bench:peers [-- --cards 1000,10000] [--pairs 15]. One JSON line a
 * case: medians of pairs in one run, `ratio` of pmem to the peer, with the goal where there is one; exit 1 where one is missed.
 *
 * SQLite comes as better-sqlite3: node:sqlite begins with Node 22 and is not stable, and this one runs on every Node that pmem
 * runs on, in the same process, without a daemon. The peers get what makes them fast: one CommonJS file, the native module by its
 * path, a read-only database with all pages in order, stats as one column of numbers.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import MiniSearch from 'minisearch'
import {
  type Goal,
  inPairs,
  medians,
  milliseconds,
  option,
  type Run,
  report,
  round,
  settle,
  sizes,
} from '../speed/process-time.ts'
import { cardsOf, fieldsOf, type Synthetic, writeStore } from '../speed/store.ts'
import { OPTIONS } from './mini-search-options.ts'
import { look } from './walk.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/bin/pmem.js', import.meta.url))
const MODULES = join(import.meta.dirname, 'node_modules')
const NATIVE = join(MODULES, 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node')
const PAIRS = Number(option('--pairs', '15'))
const GOAL: Goal = { 1000: 1.4, 10000: 1.25, 100000: 1.25 }

async function main(): Promise<void> {
  if (!existsSync(NATIVE)) return console.log('skipped: the peers are not installed (npm ci --prefix bench/peers)')
  // Beside their packages, so that they are found.
  const programs = join(MODULES, '.cache')
  mkdirSync(programs, { recursive: true })
  await build({
    entryPoints: ['mini-search.ts', 'sqlite.ts'].map((name) => join(import.meta.dirname, name)),
    outdir: programs,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    external: ['better-sqlite3'],
    logLevel: 'error',
  })
  for (const cards of sizes('100,1000,10000')) measure(cards, programs)
}

function measure(cards: number, programs: string): void {
  const root = mkdtempSync(join(tmpdir(), 'pmem-peers-'))
  try {
    const store = writeStore(root, cards)
    milliseconds({ args: [PROGRAM, 'rebuild'], cwd: root })
    const folders = foldersOf(store, cards)
    const made = {
      mini_search_ms: timed(() => writeMiniSearch(store, cards, folders)),
      sqlite_ms: timed(() => writeSqlite(store, cards, folders)),
    }
    report(cards, 'building the indexes of the peers', made)
    settle()
    const query = store.queries.ordinary
    const pmem = (...flags: readonly string[]): Run => ({ args: [PROGRAM, 'ask', query, ...flags], cwd: root })
    const sqlite = (walk: string): Run => ({ args: [join(programs, 'sqlite.cjs'), 'cards.db', walk, query, NATIVE], cwd: root })
    const plain = (stats: string): Run => ({
      args: [join(programs, 'mini-search.cjs'), 'mini-search.json', stats, query],
      cwd: root,
    })
    for (let n = 0; n < 7; n += 1) milliseconds(pmem())
    const compare = (name: string, run: Run, of: Run, goal?: Goal): void => {
      milliseconds(of)
      const figures = medians(inPairs(run, of, PAIRS))
      report(cards, name, figures, figures.ratio, goal)
    }
    compare('ask / SQLite FTS5 with the walk', pmem(), sqlite('walk'), GOAL)
    compare('ask --no-refresh / SQLite FTS5', pmem('--no-refresh'), sqlite('-'))
    compare('ask / MiniSearch with the walk', pmem(), plain('stats.json'))
    compare('ask --no-refresh / MiniSearch', pmem('--no-refresh'), plain('-'))
    const bare: Run = { args: ['-e', '0'], cwd: root }
    compare('SQLite FTS5 with the walk / node -e 0', sqlite('walk'), bare)
    compare('SQLite FTS5 / node -e 0', sqlite('-'), bare)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Every folder that holds cards, from the root of the project. */
const foldersOf = ({ file }: Synthetic, cards: number): readonly string[] =>
  [...new Set(Array.from({ length: cards }, (_, n) => file(n).slice(0, file(n).lastIndexOf('/'))))].sort()

function timed(make: () => void): number {
  const start = performance.now()
  make()
  return round(performance.now() - start, 0)
}

function writeMiniSearch({ root }: Synthetic, cards: number, folders: readonly string[]): void {
  const search = new MiniSearch(OPTIONS)
  let id = 0
  for (const { path, text } of cardsOf(cards)) {
    const { id: card, ...fields } = fieldsOf(text)
    search.add({ id, card, file: path, ...fields })
    id += 1
  }
  writeFileSync(join(root, 'mini-search.json'), JSON.stringify(search))
  writeFileSync(join(root, 'stats.json'), JSON.stringify(lookFrom(root, folders)))
}

function writeSqlite({ root }: Synthetic, cards: number, folders: readonly string[]): void {
  const open = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3')
  const database = new open(join(root, 'cards.db'))
  database.exec(`
    CREATE VIRTUAL TABLE cards USING fts5(card UNINDEXED, file UNINDEXED, title, tags, body, tokenize = 'unicode61');
    CREATE TABLE folders(path TEXT PRIMARY KEY, names TEXT, stats BLOB);
    BEGIN`)
  const insert = database.prepare('INSERT INTO cards VALUES (?, ?, ?, ?, ?)')
  for (const { path, text } of cardsOf(cards)) {
    const { id, title, tags, body } = fieldsOf(text)
    insert.run(id, path, title, tags, body)
  }
  const keep = database.prepare('INSERT INTO folders VALUES (?, ?, ?)')
  for (const { path, names, stats } of lookFrom(root, folders))
    keep.run(path, names, Buffer.from(Float64Array.from(stats).buffer))
  database.exec(`COMMIT; INSERT INTO cards(cards) VALUES ('optimize'); VACUUM`)
  database.close()
}

/** The folders by their paths from the root, as a peer that runs there looks at them. */
const lookFrom = (root: string, folders: readonly string[]): ReturnType<typeof look> =>
  look(folders.map((path) => join(root, path))).map((folder, at) => ({ ...folder, path: folders[at]! }))

await main()
