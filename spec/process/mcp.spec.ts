import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { NODE, SELF, SELF_ARGS } from '../self.ts'
import { card, DAY_MS, type Json, MANIFEST } from '../world.ts'
import { builtProgram } from './built.ts'

const program = builtProgram()
const { PMEM_ROOT: _, CLAUDE_PROJECT_DIR: __, ...env } = process.env

/** A server process, spoken to line by line. Every line it prints must be a message. */
function started(cwd: string, ...argv: readonly string[]) {
  const child = spawn(SELF, [...SELF_ARGS, program, 'mcp', ...argv], { cwd, env, stdio: 'pipe' })
  const messages: Json[] = []
  const heard: (() => void)[] = []
  const said = { stderr: '' }
  let rest = ''
  child.stdout.on('data', (part) => {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) messages.push(JSON.parse(line))
    for (const wake of heard) wake()
  })
  child.stderr.on('data', (part) => {
    said.stderr += part
    for (const wake of heard) wake()
  })
  // Writing to a server that has gone is what some cases do.
  child.stdin.on('error', () => undefined)
  const until = async <T>(found: () => T | undefined): Promise<T> => {
    for (;;) {
      const value = found()
      if (value !== undefined) return value
      await new Promise<void>((wake) => heard.push(wake))
    }
  }
  return {
    child,
    messages,
    said,
    until,
    send: (message: unknown): void => void child.stdin.write(`${JSON.stringify(message)}\n`),
    answer: (id: unknown): Promise<Json> => until(() => messages.find((one) => one.id === id && one.method === undefined)),
    ended: ended(child),
  }
}
type Running = ReturnType<typeof started>

const ended = (child: ChildProcess): Promise<readonly [number | null, string | null]> =>
  new Promise((resolve) => child.on('close', (status, signal) => resolve([status, signal])))
const request = (id: unknown, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params })
const call = (id: unknown, name: string, args: object = {}, more: object = {}): object =>
  request(id, 'tools/call', { name, arguments: args, ...more })
const HELLO = request('hello', 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'spec', version: '1' },
})
const READY = { jsonrpc: '2.0', method: 'notifications/initialized' }
const greet = async (running: Running): Promise<void> => {
  running.send(HELLO)
  await running.answer('hello')
  running.send(READY)
}

const small = (): string =>
  folder({ '.pmem/manifest.yml': MANIFEST, ...card('module.auth', 'title: Authority\nsummary: Who may come in') })
/** Large enough to be brought up to date aside. */
const large = (count: number): string =>
  folder(
    Object.assign(
      { '.pmem/manifest.yml': MANIFEST },
      ...Array.from({ length: count }, (_each, n) => card(`module.m${n}`, `title: Codec ${n}`)),
    ),
  )

const spec = suite('process: mcp')
for (const mode of ['legacy', 'auto'] as const)
  spec(`a real client starts the program, lists, calls and ends it, ${mode}`, async () => {
    const transport = new StdioClientTransport({
      command: SELF,
      args: [...SELF_ARGS, program, 'mcp'],
      cwd: small(),
      env: env as Record<string, string>,
      stderr: 'ignore',
    })
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(transport)
    assert.is((await client.listTools()).tools.length, 9)
    const reply = (await client.callTool({ name: 'pmem_ask', arguments: { query: 'authority' } })) as Json
    assert.is(reply.structuredContent.matched[0].id, 'module.auth')
    await client.close()
  })
spec(
  'fault 127: ends with its input, whether or not anything was said, and with SIGHUP, SIGTERM and SIGINT, with status 0',
  async () => {
    const silent = started(small())
    silent.child.stdin.end()
    assert.equal(await silent.ended, [0, null])
    const greeted = started(small())
    await greet(greeted)
    greeted.child.stdin.end()
    assert.equal(await greeted.ended, [0, null])
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) {
      const root = small()
      const running = started(root)
      await greet(running)
      running.send(call(1, 'fact_store', { action: 'add', content: 'The gate closes at noon' }))
      await running.answer(1)
      running.child.kill(signal)
      assert.equal(await running.ended, [0, null], signal)
      assert.not(existsSync(join(root, '.pmem/.lock')))
    }
  },
)
spec('fault 127: ends when the process that started it is gone, though its input stays open', async () => {
  const starts = `require('child_process').spawn(${JSON.stringify(SELF)}, ${JSON.stringify([...SELF_ARGS, program, 'mcp'])}, { stdio: 'inherit' })`
  const parent = spawn(NODE, ['-e', starts], { cwd: small(), env, stdio: ['pipe', 'pipe', 'ignore'] })
  parent.stdin.write(`${JSON.stringify(HELLO)}\n`)
  await new Promise((resolve) => parent.stdout.once('data', resolve))
  parent.kill('SIGKILL')
  // The other end of its output is closed when the server, which has inherited it, is gone too.
  await new Promise((resolve) => parent.stdout.on('end', resolve))
  parent.stdin.destroy()
})
spec('all that was asked before the input ended is answered, to the last line without an end', async () => {
  const root = small()
  const running = started(root)
  const lines = [HELLO, READY, ...Array.from({ length: 30 }, (_each, n) => call(n, 'pmem_ask', { query: `authority ${n}` }))]
  running.child.stdin.end(lines.map((line) => JSON.stringify(line)).join('\n'))
  assert.equal(await running.ended, [0, null])
  for (let n = 0; n < 30; n += 1) assert.ok((await running.answer(n)).result, `${n}`)
  assert.not(running.said.stderr.includes('bug'))
})
spec('a client that goes away in the middle of a reply ends the server quietly', async () => {
  const root = large(200)
  const running = started(root)
  await greet(running)
  running.send(call(1, 'pmem_ask', { query: 'codec' }))
  await running.answer(1)
  for (let n = 2; n < 40; n += 1) running.send(call(n, 'pmem_ask', { query: `codec ${n}`, limit: 100, budget: 50_000 }))
  running.child.stdout.destroy()
  assert.equal(await running.ended, [0, null])
  assert.not(/bug|Error/.test(running.said.stderr), running.said.stderr)
})
spec('what a package prints goes to stderr, and so does all that is no message', async () => {
  const running = started(small(), '--nope')
  assert.equal(await running.ended, [64, null])
  assert.equal(running.messages, [])
  assert.match(running.said.stderr, '--nope')
})
spec(
  'fault 126: a large store without indexes keeps neither handshake nor list waiting; the first call tells how far it is',
  async () => {
    const root = large(1_600)
    const running = started(root)
    await greet(running)
    running.send(request('list', 'tools/list'))
    assert.is((await running.answer('list')).result.tools.length, 9)
    assert.not(existsSync(join(root, '.pmem/indexes')), 'nothing was read yet')
    running.send(call(1, 'pmem_ask', { query: 'codec 7' }, { _meta: { progressToken: 'p' } }))
    assert.ok((await running.answer(1)).result.structuredContent.total > 0)
    const progress = running.messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params)
    assert.ok(progress.length > 0)
    for (const { progressToken, total } of progress) assert.equal([progressToken, total], ['p', 1_600])
    assert.equal(
      progress.map((one) => one.progress),
      [...new Set(progress.map((one) => one.progress))].sort((a, b) => a - b),
    )
    running.child.stdin.end()
    await running.ended
  },
)
spec('long work that is cancelled is ended and never answered, and the next call is', async () => {
  const root = large(1_600)
  const running = started(root)
  await greet(running)
  running.send(call('long', 'pmem_ask', { query: 'codec 7' }, { _meta: { progressToken: 'p' } }))
  await running.until(() => running.messages.find(({ method }) => method === 'notifications/progress'))
  running.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } })
  running.send(call('next', 'pmem_ask', { query: 'codec 7' }))
  assert.ok((await running.answer('next')).result.structuredContent.total > 0)
  assert.not(running.messages.some(({ id }) => id === 'long'))
  running.child.stdin.end()
  await running.ended
})
spec(
  'B12: with learning due on 10,000 facts the handshake is answered first; its summary is on stderr, once a UTC day',
  async () => {
    const ids = Array.from({ length: 10_000 }, (_each, n) => `fact.f${n}`)
    const log = Array.from({ length: 100 }, (_each, n) =>
      JSON.stringify({
        t: Date.now() - 90 * DAY_MS,
        query: 'q',
        results: ids.slice(n * 100, n * 100 + 100).map((id) => ({ id, score: 1 })),
      }),
    )
    const root = folder(
      Object.assign(
        { '.pmem/manifest.yml': MANIFEST, '.pmem/local/retrievals.jsonl': `${log.join('\n')}\n` },
        ...ids.map((id) => card(id, '', 'It holds.\n')),
      ),
    )
    const running = started(root)
    await greet(running)
    assert.is(running.said.stderr, '')
    await running.until(() => (running.said.stderr.includes('\n') ? true : undefined))
    assert.is(running.said.stderr, 'pmem: learned: 0 promoted, 0 demoted, 10000 aged, 0 unchanged, 0 long facts\n')
    running.child.stdin.end()
    await running.ended
    const day = readFileSync(join(root, '.pmem/local/learned-at-start'), 'utf8').trim()
    const again = started(root)
    await greet(again)
    again.send(call(1, 'fact_store', { action: 'list', limit: 1 }))
    await again.answer(1)
    await new Promise((resolve) => setTimeout(resolve, 600))
    again.child.stdin.end()
    await again.ended
    if (new Date().toISOString().startsWith(day)) assert.is(again.said.stderr, '')
  },
)
spec.run()
