/**
 * What a ledger full of learning costs a one-off question.
 *
 * Budget: `pmem ask` with 10,000 events at most 1.10 x the same without, median of 41 pairs in turn, NODE_EXTRA_CA_CERTS unset.
 * Both run on copies of this project's own memory. One JSON line; exit 1 over budget. Needs a built dist/.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeEvent, ledgerPath } from '../../lib/ledger/codec.ts'
import type { LedgerEvent } from '../../lib/model/event.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { random } from '../../spec/random.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PROGRAM = `${ROOT}dist/bin/pmem.js`
const [EVENTS, PAIRS, BUDGET] = [10_000, 41, 1.1]
const QUESTION = ['ask', 'why json indexes']
/** Files younger than this are looked at by content, which is not what is measured. */
const SETTLE_MS = 2_500

const env = { ...process.env }
delete env.NODE_EXTRA_CA_CERTS

function milliseconds(cwd: string): number {
  const start = process.hrtime.bigint()
  const { status } = spawnSync(process.execPath, [PROGRAM, ...QUESTION], { cwd, env, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${QUESTION.join(' ')} ended with ${status}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

function memory(name: string): string {
  const folder = join(work, name)
  cpSync(join(ROOT, '.pmem'), join(folder, '.pmem'), { recursive: true })
  for (const derived of ['ledger', 'local', 'indexes']) rmSync(join(folder, '.pmem', derived), { recursive: true, force: true })
  return folder
}

/** Feedback, reads and learning of a year, about 1,500 cards, some of which the question finds. */
function* events(): Iterable<LedgerEvent> {
  const { below, pick } = random(1)
  const cards = ['decision.json-indexes', 'module.store', ...Array.from({ length: 1_500 }, (_, number) => `fact.f${number}`)]
  for (let number = 0; number < EVENTS; number += 1) {
    const t = Date.UTC(2026, 0, 1) + number * 3_000_000
    const head = { e: `e${number}`, t, c: pick(cards) as CardId }
    const kind = below(5)
    if (kind === 0) yield { ...head, k: 'reads', count: 1, total: number, by: 'abcd', last: t }
    else if (kind === 1) yield { ...head, k: 'learn', rules: ['demote'], reads: number, helpful: 0, last: t, day: '2026-06-01' }
    else yield { ...head, k: 'feedback', helpful: kind < 4, query: `how does part ${below(997)} of thing ${below(31)} work` }
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

const work = mkdtempSync(join(tmpdir(), 'pmem-events-'))
try {
  const [without, with10000] = [memory('without'), memory('with')]
  const files = new Map<string, string>()
  for (const event of events()) {
    const path = join(with10000, ledgerPath(event.t, 'abcd'))
    files.set(path, `${files.get(path) ?? ''}${encodeEvent(event)}\n`)
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const pause of [SETTLE_MS, SETTLE_MS, 0]) {
    for (const folder of [without, with10000]) milliseconds(folder)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
  }
  const pairs = Array.from({ length: PAIRS }, (_, number) => {
    const first = milliseconds(number % 2 === 0 ? without : with10000)
    const second = milliseconds(number % 2 === 0 ? with10000 : without)
    return number % 2 === 0 ? { without: first, with10000: second } : { without: second, with10000: first }
  })
  const ratio = median(pairs.map((pair) => pair.with10000 / pair.without))
  console.log(
    JSON.stringify({
      events: EVENTS,
      without_ms: Number(median(pairs.map((pair) => pair.without)).toFixed(1)),
      with_ms: Number(median(pairs.map((pair) => pair.with10000)).toFixed(1)),
      ratio: Number(ratio.toFixed(3)),
    }),
  )
  if (ratio > BUDGET) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
