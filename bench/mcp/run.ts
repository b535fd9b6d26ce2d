/**
 * What the server of `pmem mcp` costs its host.
 *
 * Budgets: the handshake at most 6 x `node -e 0` at 1,000 cards, and with 10,000 facts due for aging at most 1.1 x the handshake
 * without; medians of 15 pairs in one run, NODE_EXTRA_CA_CERTS unset. Resident memory after call 1,000 at most 1.1 x that after
 * call 200. Besides, p50 and p95 of each tool at 1,000 and 10,000 cards, one in ten a fact, 150 words each.
 *
 * Usage: npm run build && npm run bench:mcp [-- handshake|memory|tools]. One JSON line a case; exits 1 over a budget.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Synthetic, writeStore } from '../speed/store.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/bin/pmem.js')
const PAIRS = 15
const BUDGET = { handshake: 6, aging: 1.1, memory: 1.1 } as const
const DAY_MS = 86_400_000
/** Files younger than this are looked at by content, which is not what is measured. */
const SETTLE_MS = 2_500

const env: NodeJS.ProcessEnv = { ...process.env }
delete env['NODE_EXTRA_CA_CERTS']

type Server = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  ask(method: string, params: object): Promise<Record<string, unknown>>
  call(name: string, args: object): Promise<void>
  end(): Promise<void>
}

function start(cwd: string): Server {
  const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (message: Record<string, unknown>) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Record<string, unknown>
    waiting.get(message['id'] as number)?.(message)
  })
  let last = 0
  const ask: Server['ask'] = (method, params) =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
    })
  return {
    child,
    ask,
    async call(name, args) {
      const { error, result } = await ask('tools/call', { name, arguments: args })
      const failed = error !== undefined || (result as { readonly isError?: boolean }).isError === true
      if (failed) throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(error ?? result)}`)
    },
    end: () =>
      new Promise((resolve) => {
        child.on('close', () => resolve())
        child.stdin.end()
      }),
  }
}

const greet = async (server: Server): Promise<void> => {
  const clientInfo = { name: 'bench', version: '1' }
  await server.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
}

const since = (begun: number): number => performance.now() - begun
const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
const median = (values: readonly number[]): number => quantile(values, 0.5)
const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits))

function bare(): number {
  const begun = performance.now()
  spawnSync(process.execPath, ['-e', '0'], { env, stdio: 'ignore' })
  return since(begun)
}

async function handshake(root: string): Promise<number> {
  const begun = performance.now()
  const server = start(root)
  await greet(server)
  const milliseconds = since(begun)
  await server.end()
  return milliseconds
}

/** A project of so many cards, one in ten a fact, with indexes that are fresh. */
async function project(name: string, cards: number, settle = true): Promise<Synthetic> {
  const root = join(work, name)
  const store = writeStore(root, cards - cards / 10)
  mkdirSync(join(root, '.pmem', 'facts'), { recursive: true })
  for (let n = 0; n < cards / 10; n += 1)
    writeFileSync(
      join(root, '.pmem', 'facts', `f${n}.md`),
      factText(n, `The port of service ${n % 997} is ${1_024 + n}; \`Redis\` has it.`),
    )
  if (settle) await settled(root)
  return store
}

const factText = (n: number, text: string): string =>
  `---\nid: fact.f${n}\ntype: fact\ncategory: c${n % 7}\nupdated: 2026-0${1 + (n % 9)}-1${n % 10}\n---\n${text}\n`

async function settled(root: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  for (const args of [['rebuild'], ['ask', 'x']])
    spawnSync(process.execPath, [PROGRAM, ...args], { cwd: root, env, stdio: 'ignore' })
}

let over = false
function print(name: string, result: Readonly<Record<string, unknown>>, ratio?: number, budget?: number): void {
  over ||= ratio !== undefined && budget !== undefined && ratio > budget
  console.log(
    JSON.stringify({
      case: name,
      ...result,
      ...(ratio === undefined ? {} : { ratio: rounded(ratio, 2) }),
      ...(budget === undefined ? {} : { budget }),
    }),
  )
}

async function handshakes(): Promise<void> {
  const { root } = await project('handshake', 1_000)
  for (let n = 0; n < 6; n += 1) await handshake(root)
  const pairs: { readonly node: number; readonly mcp: number }[] = []
  for (let n = 0; n < PAIRS; n += 1) pairs.push({ node: bare(), mcp: await handshake(root) })
  const all = { node_ms: rounded(median(pairs.map(({ node }) => node))), ms: rounded(median(pairs.map(({ mcp }) => mcp))) }
  print('handshake, 1,000 cards', all, median(pairs.map(({ node, mcp }) => mcp / node)), BUDGET.handshake)

  const roots = ['not due', 'due'].map((name) => join(work, name))
  for (const each of roots) {
    mkdirSync(join(each, '.pmem', 'facts'), { recursive: true })
    writeFileSync(join(each, '.pmem', 'manifest.yml'), 'version: 1\nproject:\n  name: bench\n')
    for (let n = 0; n < 10_000; n += 1) writeFileSync(join(each, '.pmem', 'facts', `f${n}.md`), factText(n, `Fact number ${n}.`))
    await settled(each)
  }
  const [calm = '', due = ''] = roots
  const log = Array.from({ length: 100 }, (_each, line) => ({
    t: Date.now() - 90 * DAY_MS,
    query: 'q',
    results: Array.from({ length: 100 }, (_one, n) => ({ id: `fact.f${line * 100 + n}`, score: 1 })),
  }))
  writeFileSync(join(due, '.pmem', 'local', 'retrievals.jsonl'), log.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const both: { readonly calm: number; readonly due: number }[] = []
  for (let n = 0; n < PAIRS; n += 1) {
    rmSync(join(due, '.pmem', 'local', 'learned-at-start'), { force: true })
    // In turn first and second, so that neither gains by its place.
    const first = await handshake(n % 2 === 0 ? calm : due)
    const second = await handshake(n % 2 === 0 ? due : calm)
    both.push(n % 2 === 0 ? { calm: first, due: second } : { calm: second, due: first })
  }
  const sides = { calm_ms: rounded(median(both.map((pair) => pair.calm))), ms: rounded(median(both.map((pair) => pair.due))) }
  print('handshake, 10,000 facts due for aging', sides, median(both.map((pair) => pair.due / pair.calm)), BUDGET.aging)
}

/** Calls of each tool, another one each time. */
const CALLS = ({ queries }: Synthetic): readonly (readonly [string, (n: number) => object])[] => {
  const words = queries.ordinary.split(' ')
  const query = (n: number): string => words.filter((_word, at) => (n + at) % 4 !== 0).join(' ')
  const id = (n: number): string => `module.c${(n * 4) % 800}`
  return [
    ['pmem_recall', () => ({})],
    ['pmem_ask', (n) => ({ query: query(n) })],
    ['pmem_context', (n) => ({ task: query(n) })],
    ['pmem_related', (n) => ({ id: id(n) })],
    ['pmem_trace', (n) => ({ id: id(n) })],
    ['pmem_status', () => ({})],
    ['pmem_update', () => ({})],
    ['fact_store', (n) => ({ action: 'search', query: `port of service ${n}` })],
    ['fact_feedback', (n) => ({ action: 'helpful', fact_id: `fact.f${n % 90}` })],
  ]
}

async function tools(): Promise<void> {
  for (const cards of [1_000, 10_000]) {
    const store = await project(`tools ${cards}`, cards)
    const server = start(store.root)
    await greet(server)
    for (const [name, args] of CALLS(store)) {
      for (let n = 0; n < 3; n += 1) await server.call(name, args(n))
      const times: number[] = []
      for (let n = 0; n < (cards > 1_000 ? 20 : 60); n += 1) {
        const begun = performance.now()
        await server.call(name, args(n))
        times.push(since(begun))
      }
      print(`${name}, ${cards} cards`, { p50_ms: rounded(quantile(times, 0.5)), p95_ms: rounded(quantile(times, 0.95)) })
    }
    await server.end()
    print(`node -e 0, beside ${cards} cards`, { p50_ms: rounded(median(Array.from({ length: PAIRS }, bare))) })
  }
}

async function memory(): Promise<void> {
  const store = await project('memory', 1_000)
  const server = start(store.root)
  await greet(server)
  const calls = CALLS(store)
  let early = 0
  for (let n = 1; n <= 1_000; n += 1) {
    const [name, args] = calls[n % calls.length]!
    await server.call(name, args(n))
    if (n === 200) early = residentMegabytes(server)
  }
  const late = residentMegabytes(server)
  await server.end()
  print(
    'resident memory, call 1,000 against call 200',
    { early_mb: rounded(early), mb: rounded(late) },
    late / early,
    BUDGET.memory,
  )
}

function residentMegabytes({ child: { pid } }: Server): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1_024
  }
}

const work = mkdtempSync(join(tmpdir(), 'pmem-mcp-'))
try {
  const wanted = process.argv[2]
  for (const [name, measure] of Object.entries({ handshake: handshakes, memory, tools }))
    if (wanted === undefined || wanted === name) await measure()
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = over ? 1 : 0
