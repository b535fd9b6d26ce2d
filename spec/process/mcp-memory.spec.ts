import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { NODE } from '../self.ts'
import { card, type Json, MANIFEST } from '../world.ts'
import { builtProgram } from './built.ts'

const program = builtProgram()
const { PMEM_ROOT: _, CLAUDE_PROJECT_DIR: __, NODE_OPTIONS: ___, ...env } = process.env

/** Loaded before the program: tells on request what lives in the heap, and of each program whether its compiled code was taken from the cache. */
const WATCH = `
const vm = require('node:vm')
const taken = {}
const { Script } = vm
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options)
    taken[options.filename.split(/[\\\\/]/).pop()] = options.cachedData !== undefined && !this.cachedDataRejected
  }
}
process.on('message', () => {
  gc()
  gc()
  process.send({ taken, living: process.memoryUsage().heapUsed + process.memoryUsage().external })
})
process.channel.unref()
`
type Watched = { readonly living: number; readonly taken: Readonly<Record<string, boolean>> }

/** A server that has shaken hands. */
async function started(cwd: string) {
  const watch = `${folder({ 'watch.cjs': WATCH })}/watch.cjs`
  const child = spawn(NODE, ['--expose-gc', '--require', watch, program, 'mcp', '--write=full'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  })
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('no pipes')
  let heard: (message: Json) => void = () => undefined
  createInterface({ input: stdout }).on('line', (line) => heard(JSON.parse(line)))
  let last = 0
  const ask = (method: string, params: object): Promise<Json> =>
    new Promise((resolve) => {
      heard = resolve
      last += 1
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
    })
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'spec', version: '1' } })
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return {
    async call(name: string, args: object): Promise<void> {
      const { result } = await ask('tools/call', { name, arguments: args })
      assert.is(result?.isError, undefined, JSON.stringify(result))
    },
    watched: (): Promise<Watched> =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(message as Watched))
        child.send('tell')
      }),
    end: (): Promise<unknown> => {
      stdin.end()
      return new Promise((resolve) => child.on('close', resolve))
    },
  }
}

const CARDS = 30
const project = (): string =>
  folder(
    Object.assign(
      { '.pmem/manifest.yml': MANIFEST },
      ...Array.from({ length: CARDS }, (_each, n) =>
        card(`module.m${n}`, `title: Codec ${n}\nrelated: module.m${(n + 1) % CARDS}`),
      ),
      ...Array.from({ length: CARDS }, (_each, n) =>
        card(`fact.f${n}`, 'category: ports', `The port of service ${n} is ${4_000 + n}.`),
      ),
    ),
  )

/** One call of each tool, another one each time. */
const CALLS: readonly (readonly [string, (n: number) => object])[] = [
  ['pmem_recall', () => ({})],
  ['pmem_ask', (n) => ({ query: `which codec is ${n}` })],
  ['pmem_context', (n) => ({ task: `mend codec ${n}` })],
  ['pmem_related', (n) => ({ id: `module.m${n % CARDS}` })],
  ['pmem_trace', (n) => ({ id: `module.m${n % CARDS}` })],
  ['pmem_status', () => ({})],
  ['pmem_update', () => ({})],
  ['fact_store', (n) => ({ action: 'search', query: `port of service ${n}` })],
  ['fact_feedback', (n) => ({ action: 'helpful', fact_id: `fact.f${n % CARDS}` })],
]

const spec = suite('mcp: what a server holds')

spec('keeps nothing of a call: what lives in the heap is the same after three hundred more', async () => {
  const server = await started(project())
  const callAll = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n += 1) {
      const [name, args] = CALLS[n % CALLS.length]!
      await server.call(name, args(n))
    }
  }
  await callAll(0, 300)
  let before = (await server.watched()).living
  const grown: number[] = []
  for (const from of [300, 600, 900]) {
    await callAll(from, from + 300)
    const { living } = await server.watched()
    grown.push(living - before)
    before = living
  }
  await server.end()
  // It rather shrinks; only the engine, which compiles what is called often, keeps more now and then. What is kept of each call grows
  // every time: a reply is some 4 KB, and what a call reads much more.
  assert.ok(Math.min(...grown) < 300 * 500, `${grown.join(', ')} bytes more live after 300 calls each`)
})

spec('a server takes its compiled code from the cache that another left', async () => {
  const root = project()
  for (let n = 0; n < 2; n += 1) {
    const server = await started(root)
    await server.call('pmem_status', {})
    await server.end()
  }
  const server = await started(root)
  await server.call('pmem_status', {})
  const { taken } = await server.watched()
  await server.end()
  assert.equal(taken, { 'mcp.js': true, 'full.js': true, 'hot.js': true, 'hooks.js': true, 'facts.js': true, 'engine.js': true })
})

spec.run()
