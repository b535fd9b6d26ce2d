/**
 * How large the indexes are and how much memory making them takes, at 100 to 10,000 cards of 150 words, and calculated beyond.
 *
 * Usage: npm run bench:size [-- --cards 100,1000,10000]. One JSON line a case, with the goal where there is one; exit 1 where one
 * is missed. Memory is the greatest that the system had given to the process, bare Node included. Needs a built dist/.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Goal, printed, report, round, settle, sizes } from '../speed/process-time.ts'
import { writeStore } from '../speed/store.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/bin/pmem.js', import.meta.url))
const GOALS = { bm25: { 10000: 1.2 }, graph: { 10000: 0.7 } } satisfies Readonly<Record<string, Goal>>
/** Sizes that are calculated from the two largest measured ones, what each further card adds: from here on, smaller ones say little of the rest. */
const CALCULATED_FROM = 10_000
const BEYOND = [100_000, 1_000_000]
const PEAK = /peak_kb (\d+)/

type Measured = {
  readonly cards: number
  readonly bytes: number
  readonly indexes: number
  readonly rebuild_mb: number
  readonly ask_mb: number
}

/** Loaded before a program: says at its end how much memory it took. */
const HOOK = `process.on('exit', () => require('node:fs').writeSync(2, 'peak_kb ' + process.resourceUsage().maxRSS + '\\n'))\n`

function measure(cards: number): Measured {
  const root = mkdtempSync(join(tmpdir(), 'pmem-size-'))
  try {
    const store = writeStore(root, cards)
    const hook = join(root, 'hook.cjs')
    writeFileSync(hook, HOOK)
    const peak = (...args: readonly string[]): number => {
      const said = PEAK.exec(printed({ args: ['--require', hook, ...args], cwd: root }))
      return round(Number(said?.[1]) / 1024, 1)
    }
    const rebuild = peak(PROGRAM, 'rebuild')
    settle()
    const ask = (): number => peak(PROGRAM, 'ask', store.queries.ordinary)
    ask()
    const bytes = (name: string): number => statSync(join(root, '.pmem/indexes', name)).size
    const share = (name: string): number => round(bytes(name) / store.bytes, 3)
    report(cards, 'bm25.json / cards, bytes', { ratio: share('bm25.json') }, share('bm25.json'), GOALS.bm25)
    report(cards, 'graph.json / cards, bytes', { ratio: share('graph.json') }, share('graph.json'), GOALS.graph)
    const indexes = bytes('bm25.json') + bytes('graph.json')
    const measured: Measured = { cards, bytes: store.bytes, indexes, rebuild_mb: rebuild, ask_mb: ask() }
    report(cards, 'bare node -e 0, peak memory', { mb: peak('-e', '0') })
    return measured
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A line of the sizing table. */
function row({ cards, bytes, indexes, rebuild_mb, ask_mb }: Measured, calculated: boolean): void {
  const mb = (count: number): number => round(count / 1e6, 1)
  report(cards, 'sizing', { cards_mb: mb(bytes), indexes_mb: mb(indexes), rebuild_mb, ask_mb, calculated })
}

function beyond(cards: number, [before, last]: readonly [Measured, Measured]): Measured {
  const at = (pick: (one: Measured) => number): number =>
    pick(last) + ((pick(last) - pick(before)) / (last.cards - before.cards)) * (cards - last.cards)
  return {
    cards,
    bytes: Math.round(at(({ bytes }) => bytes)),
    indexes: Math.round(at(({ indexes }) => indexes)),
    rebuild_mb: round(
      at(({ rebuild_mb: mb }) => mb),
      0,
    ),
    ask_mb: round(
      at(({ ask_mb: mb }) => mb),
      0,
    ),
  }
}

const measured = sizes('100,1000,10000').map(measure)
for (const one of measured) row(one, false)
const [before, last] = measured.slice(-2)
if (before !== undefined && last !== undefined && last.cards >= CALCULATED_FROM)
  for (const cards of BEYOND.filter((count) => count > last.cards)) row(beyond(cards, [before, last]), true)
