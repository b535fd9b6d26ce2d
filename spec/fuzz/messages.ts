import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORKSHOP } from '../../lib/commands/workshop.ts'
import { openEngine } from '../../lib/mcp/engine.ts'
import { serve } from '../../lib/mcp/server.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { Random } from '../random.ts'
import { world } from '../world.ts'
import { mutated, PIECES, randomText, WORDS } from './mutate.ts'
import { FILES, kept } from './programs.ts'
import type { Target } from './target.ts'

type Line = Readonly<Record<string, unknown>>

const HELLO = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
}
const call = (name: string, given: Line): Line => ({ method: 'tools/call', params: { name, arguments: given } })
const REQUESTS: readonly Line[] = [
  call('pmem_ask', { query: 'session store', limit: 3, type: 'module', hops: 1 }),
  call('pmem_recall', { mode: 'brief', since: '7d', budget: 800 }),
  call('pmem_context', { task: 'measure the start', files: ['src/a.ts'] }),
  call('pmem_related', { id: 'module.a', depth: 1, limit: 5 }),
  call('pmem_trace', { id: 'decision.d', depth: 1 }),
  call('pmem_status', { since: '2026-07-01' }),
  call('fact_store', { action: 'search', query: 'port', limit: 3 }),
  call('fact_store', { action: 'reason', entities: ['Port', 'JSON'] }),
  { method: 'resources/read', params: { uri: 'pmem://card/module.a' } },
  { method: 'prompts/get', params: { name: 'pmem_start', arguments: { task: 'x' } } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/resource', uri: 'pmem://card/{id}' }, argument: { name: 'id', value: 'mod' } },
  },
  { method: 'tools/list', params: { cursor: '1' } },
  { method: 'notifications/cancelled', params: { requestId: 1, reason: 'x' } },
  HELLO,
]

/** One server for all inputs, as a client has it. It may not write: all share its store. */
const connection = kept(() => {
  const w = world(FILES)
  w.run('rebuild')
  w.wait(1)
  const { host } = w.second()
  const said: string[] = []
  let hear: (line: string) => void = () => undefined
  serve(async () => openEngine({ host, workshop: WORKSHOP, cwd: '/project', write: 'off' }), {
    start: (onLine) => {
      hear = onLine
    },
    write: (text) => void said.push(text),
    stop: () => undefined,
  })
  let pings = 0
  return {
    host,
    /** Sends a line, and gives what was said until a ping behind it and all that came before are answered. */
    async send(line: string, id: unknown): Promise<readonly string[]> {
      pings += 1
      const ping = `ping ${pings}`
      said.length = 0
      hear(line)
      hear(JSON.stringify({ jsonrpc: '2.0', id: ping, method: 'ping' }))
      const isAnswered = (wanted: unknown): boolean => said.some((text) => (parseJson(text) as Line)['id'] === wanted)
      for (let turn = 0; turn < 200 && !(isAnswered(ping) && (id === undefined || isAnswered(id))); turn += 1) await nextTurn()
      if (!isAnswered(ping)) throw new Error(`the server is deaf after ${line.slice(0, 500)}`)
      return [...said]
    },
  }
})
const greeted = kept(() => connection().send(JSON.stringify({ jsonrpc: '2.0', id: 0, ...HELLO }), 0))

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The same value with something odd in one place of it. */
function oddValue(random: Random, value: unknown): unknown {
  const inside = random.below(4) > 0
  if (inside && Array.isArray(value) && value.length > 0)
    return value.map((item, at) => (at === 0 ? oddValue(random, item) : item))
  if (inside && typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    const at = random.below(entries.length + 1)
    if (at === entries.length) return Object.fromEntries([...entries, [random.pick(PIECES), random.pick(ODD)]])
    return Object.fromEntries(entries.map(([key, item], index) => [key, index === at ? oddValue(random, item) : item]))
  }
  return random.below(2) === 0 ? random.pick(ODD) : mutated(random, randomText(random, WORDS))
}
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.5,
  2 ** 53,
  '',
  '\0',
  [],
  {},
  [[]],
  { __proto__: null, a: [] },
  'module.a',
  '../x',
]

let number = 0
async function message(random: Random): Promise<void> {
  await greeted()
  number += 1
  const request = random.pick(REQUESTS)
  const { method, params } = request
  const id = String(method).startsWith('notifications/') ? undefined : `m${number}`
  const isText = random.below(3) === 0
  const whole = {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    method,
    params: isText ? params : oddValue(random, params),
  }
  const line = isText ? mutated(random, JSON.stringify(whole)).replaceAll('\n', ' ') : JSON.stringify(whole)
  const { host, send } = connection()
  const before = host.output.stderr.length
  const lines = await send(line, isText ? undefined : id)
  const report = host.output.stderr.slice(before)
  if (report.includes('bug of pmem')) throw new Error(`${report} after ${line.slice(0, 1000)}`)
  for (const text of lines)
    if ((JSON.parse(text) as Line)['jsonrpc'] !== '2.0' || !text.endsWith('\n')) throw new Error(`not a message: ${text}`)
  if (!isText && id !== undefined && !lines.some((text) => (JSON.parse(text) as Line)['id'] === id))
    throw new Error(`no answer to ${line.slice(0, 1000)}`)
}

const PAYLOADS = join(import.meta.dirname, '..', 'integrations', 'payloads')
/** What eight agents send to their hooks, with the host and the event. */
const payloads = kept(() =>
  readdirSync(PAYLOADS).flatMap((host) =>
    readdirSync(join(PAYLOADS, host))
      .filter((file) => !file.endsWith('.schema.json'))
      .map((file) => ({
        host,
        event: file.replace('.json', ''),
        payload: JSON.parse(readFileSync(join(PAYLOADS, host, file), 'utf8')).payload,
      })),
  ),
)
const hooked = kept(() => {
  const w = world(FILES)
  w.run('rebuild')
  w.wait(1)
  return w
}, 100)

/** What an engine says of a mistake in a program. A hook may hold nobody up: it tells of a bug as of anything else, in one line. */
const BUG = /Cannot |is not (?:a function|iterable|defined|valid JSON)|Invalid |undefined|Maximum call|out of memory/

function payload(random: Random): void {
  const { host, event, payload: whole } = random.pick(payloads())
  const isText = random.below(3) === 0
  const value = { ...oddly(random, whole), ...(random.below(3) === 0 ? {} : { cwd: '/project' }) }
  const stdin = isText ? mutated(random, JSON.stringify(whole)) : JSON.stringify(value)
  const argv = ['hook', random.below(8) === 0 ? random.pick(['stop', 'session-start', 'post-commit']) : event]
  const { code, stdout, stderr } = hooked()
    .second({ stdin })
    .run(...argv, ...(random.below(2) === 0 ? ['--host', host] : []))
  const said = JSON.stringify({
    argv,
    stdin: stdin.slice(0, 1000),
    code,
    stdout: stdout.slice(0, 300),
    stderr: stderr.slice(0, 300),
  })
  if (code !== 0) throw new Error(`exit ${code}: ${said}`)
  if (stdout !== '') JSON.parse(stdout)
  if (BUG.test(stderr) || stderr.split('\n').length > 2) throw new Error(`a bug, or more than a line: ${said}`)
}
const oddly = (random: Random, value: Line): Line => {
  const odd = oddValue(random, value)
  return typeof odd === 'object' && odd !== null && !Array.isArray(odd) ? (odd as Line) : value
}

/** What agents say to the server and to the hooks. */
export const MESSAGES: readonly Target[] = [
  { name: 'MCP messages', share: 17, run: message },
  { name: 'hook payloads', share: 20, run: payload },
]
