// Runs the built program (dist/) on Node, Deno and Bun, in two locales and two orders of writing, on the same sample
// project at the same path, and insists that every output and every index has the same bytes.
// Usage: npm ci --prefix spec/runtimes && npm run build && npm run smoke
// A runtime that is not installed is skipped, unless PMEM_REQUIRE_RUNTIMES=1.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { countsLine } from '../../.ci/steps.ts'
import { type Runtime, runtimes } from './runtime.ts'
import { writeCards, writeDocuments } from './sample.ts'

const NOW = ['--now', '2026-07-03T10:00:00Z']
/** What a host of the Model Context Protocol says, one message a line. */
const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'smoke', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'pmem_related', arguments: { id: 'decision.offline-first' } } },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
/** What is run after `init` and the cards are there: each must end with the code given and print the same everywhere. */
const COMMANDS: readonly { readonly args: readonly string[]; readonly code: number; readonly input?: string }[] = [
  { args: ['rebuild'], code: 0 },
  { args: ['ask', 'why is markdown the truth', ...NOW], code: 0 },
  { args: ['ask', '全文检索', '--json', ...NOW], code: 0 },
  { args: ['ask', 'zzqqxx', ...NOW], code: 1 },
  { args: ['recall', ...NOW], code: 0 },
  { args: ['recall', '--json', ...NOW], code: 0 },
  { args: ['show', 'decision.offline-first'], code: 0 },
  { args: ['list', 'decision'], code: 0 },
  { args: ['mcp', '--write=off'], code: 0, input: MESSAGES.join('') },
]
const PLAIN = { name: '', env: { LANG: 'C.UTF-8', TZ: 'UTC' }, order: 'given' } as const
const ELSEWHERE = {
  name: ' in zh_CN, Asia/Kolkata, files written in reverse',
  env: { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8', TZ: 'Asia/Kolkata' },
  order: 'reversed',
} as const

type Setting = typeof PLAIN | typeof ELSEWHERE
/** Everything one run leaves behind, by name: outputs of commands, bytes of indexes, the files there are. */
type Trace = ReadonlyMap<string, string>

const dist = join(import.meta.dirname, '..', '..', 'dist')
// The program is copied out as a package manager would lay it, so that no runtime finds another package.json or lock file above it.
const room = mkdtempSync(join(tmpdir(), 'pmem-smoke-'))
const project = join(room, 'lantern project')
const home = join(room, 'node_modules', 'pmem')
const program = join(home, 'dist')
let passed = 0
let failed = 0
let skipped = 0

function main(): void {
  if (existsSync(join(dist, 'bin', 'pmem.js'))) smoke()
  else check('dist/bin/pmem.js is there', 'run `npm run build` first')
}

function smoke(): void {
  cpSync(dist, program, { recursive: true })
  cpSync(join(dist, '..', 'package.json'), join(home, 'package.json'))
  writeFileSync(join(room, 'package.json'), '{ "private": true, "dependencies": { "pmem": "*" } }\n')
  const { found, missing } = runtimes()
  const required = process.env.PMEM_REQUIRE_RUNTIMES === '1'
  for (const name of missing) {
    if (required) check(`${name} is installed`, 'run `npm ci --prefix spec/runtimes`')
    else process.stdout.write(`skipped: ${name} is not installed (npm ci --prefix spec/runtimes)\n`)
  }
  const [node] = found
  if (node === undefined) return
  const expected = run(node, PLAIN)
  for (const setting of [PLAIN, ELSEWHERE]) {
    for (const runtime of found) {
      if (runtime !== node || setting !== PLAIN) compare(`${runtime.name}${setting.name}`, expected, run(runtime, setting))
    }
  }
  skipped = required ? 0 : missing.length
}

function run(runtime: Runtime, setting: Setting): Trace {
  const label = `${runtime.name}${setting.name}`
  const trace = new Map<string, string>()
  rmSync(project, { recursive: true, force: true })
  mkdirSync(join(room, 'home'), { recursive: true })
  const pmem = (args: readonly string[], code: number, input = ''): void => {
    const { status, stdout, stderr } = call(runtime, setting, join(program, 'bin', 'pmem.js'), args, input)
    const name = `pmem ${args.join(' ')}`
    check(`${label}: ${name} ends with ${code}`, status === code ? undefined : `ended with ${status}\n${stdout}${stderr}`)
    // Replies come when they are ready: which of two is first is nobody's promise.
    trace.set(name, input === '' ? stdout : stdout.split('\n').sort().join('\n'))
  }
  writeDocuments(project, setting.order)
  pmem(['init', '--yes'], 0)
  writeCards(project, setting.order)
  for (const { args, code, input } of COMMANDS) pmem(args, code, input)
  for (const path of filesBelow(join(project, '.pmem', 'indexes'))) trace.set(relative(project, path), readFileSync(path, 'utf8'))
  const committed = filesBelow(project).filter((path) => !/[\\/]\.pmem[\\/](?:local|ledger)[\\/]/.test(path))
  trace.set('the files there are', committed.map((path) => relative(project, path)).join('\n'))
  trace.set('exports of the library', exportsOf(runtime, setting))
  return trace
}

function call(runtime: Runtime, setting: Setting, file: string, args: readonly string[], input = '') {
  // A clean environment: nothing of the user's own store or settings, and no extra certificates.
  const env = {
    PATH: process.env.PATH,
    HOME: join(room, 'home'),
    PMEM_HOME: join(room, 'home', 'pmem'),
    DENO_DIR: join(room, 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
    ...setting.env,
  }
  const options = { cwd: project, env, encoding: 'utf8', timeout: 60_000, input } as const
  return spawnSync(runtime.file, [...runtime.args(project), file, ...args], options)
}

/** Loads both entries of the library and gives the names they export. */
function exportsOf(runtime: Runtime, setting: Setting): string {
  const file = join(room, 'exports.mjs')
  const url = (name: string): string => JSON.stringify(pathToFileURL(join(program, name)).href)
  writeFileSync(
    file,
    `import * as engine from ${url('index.js')}\nimport * as node from ${url('node.js')}\n` +
      'console.log(JSON.stringify([Object.keys(engine).sort(), Object.keys(node).sort()]))\n',
  )
  const { status, stdout, stderr } = call(runtime, setting, file, [])
  check(`${runtime.name}${setting.name}: the library loads`, status === 0 ? undefined : stderr)
  return stdout
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function compare(label: string, expected: Trace, found: Trace): void {
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    check(`${label}: ${name}: the bytes of Node`, difference(expected.get(name), found.get(name)))
  }
  check(
    `${label}: there are indexes to compare`,
    [...found.keys()].some((name) => name.endsWith('.json')) ? undefined : 'none written',
  )
}

/** The first line in which two texts differ, or undefined. */
function difference(expected: string | undefined, found: string | undefined): string | undefined {
  if (expected === found) return undefined
  if (expected === undefined || found === undefined) return found === undefined ? 'missing' : 'only here'
  const lines = found.split('\n')
  const line = expected.split('\n').findIndex((text, at) => text !== lines[at])
  const at = line === -1 ? expected.split('\n').length : line
  const cut = (text: string | undefined): string => (text ?? '(nothing)').slice(0, 300)
  return `line ${at + 1}\n  Node: ${cut(expected.split('\n')[at])}\n  here: ${cut(lines[at])}`
}

function check(name: string, problem: string | undefined): void {
  if (problem === undefined) {
    passed++
    return
  }
  failed++
  process.exitCode = 1
  process.stdout.write(`FAIL ${name}: ${problem.trim().split('\n').slice(0, 6).join('\n  ')}\n`)
}

try {
  main()
} finally {
  rmSync(room, { recursive: true, force: true })
  process.stdout.write(countsLine({ passed, failed, skipped }))
}
