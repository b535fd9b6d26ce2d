import { Client, type ClientOptions, type Transport } from '@modelcontextprotocol/client'
import { WORKSHOP } from '../../lib/commands/workshop.ts'
import { openEngine } from '../../lib/mcp/engine.ts'
import { type Served, serve } from '../../lib/mcp/server.ts'
import type { WriteLevel } from '../../lib/mcp/tool.ts'
import type { Host } from '../../lib/model/ports.ts'
import { card, type Json, type World } from '../world.ts'

export const ERAS = ['legacy', 'modern'] as const
export type Era = (typeof ERAS)[number]

/** A server in this process, spoken to line by line. */
export type Spoken = {
  readonly served: Served
  /** Every line it wrote, parsed; one that is not JSON fails the case. */
  readonly written: Json[]
  /** Sends a message as one line, or a text as it is. */
  send(message: unknown): void
  /** The answer to a request, when it comes. */
  answer(id: string | number): Promise<Json>
  /** Sends a request and waits for its answer. */
  ask(method: string, params?: unknown): Promise<Json>
  /** The client closes its side. */
  end(): void
}
export type SpeakOptions = { readonly write?: WriteLevel; readonly cwd?: string; readonly onWritten?: (message: Json) => void }

export function speak(host: Host, { write = 'append', cwd, onWritten = () => undefined }: SpeakOptions = {}): Spoken {
  let onLine: (line: string | undefined) => void = () => undefined
  let onEnd: (end: 'ended' | 'gone') => void = () => undefined
  const written: Json[] = []
  const waiting = new Map<unknown, (message: Json) => void>()
  const served = serve(async () => openEngine({ host, workshop: WORKSHOP, write, cwd }), {
    start(line, end) {
      onLine = line
      onEnd = end
    },
    write(text) {
      if (!text.endsWith('\n')) throw new Error(`no line: ${text}`)
      for (const line of text.trimEnd().split('\n')) {
        const message = JSON.parse(line) as Json
        if (message.jsonrpc !== '2.0') throw new Error(`no message: ${line}`)
        written.push(message)
        if (message.method === undefined) waiting.get(message.id)?.(message)
        onWritten(message)
      }
    },
    stop: () => undefined,
  })
  let last = 0
  const spoken: Spoken = {
    served,
    written,
    send: (message) => onLine(typeof message === 'string' ? message : JSON.stringify(message)),
    answer: (id) =>
      new Promise((resolve) => {
        const there = written.find((message) => message.id === id && message.method === undefined)
        if (there === undefined) waiting.set(id, resolve)
        else resolve(there)
      }),
    ask(method, params = {}) {
      last += 1
      const id = `ask ${last}`
      spoken.send({ jsonrpc: '2.0', id, method, params })
      return spoken.answer(id)
    },
    end: () => onEnd('ended'),
  }
  return spoken
}

/** The handshake of the older protocol, by hand. */
export async function greeted(spoken: Spoken, capabilities: object = {}): Promise<Spoken> {
  await spoken.ask('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'spec', version: '1' } })
  spoken.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return spoken
}

/** A real client, connected to a server in this process. */
export type Session = { readonly client: Client; readonly spoken: Spoken; close(): Promise<void> }

export async function connected(
  host: Host,
  era: Era,
  {
    client: options = {},
    setUp = () => undefined,
    ...speaking
  }: SpeakOptions & { readonly client?: ClientOptions; readonly setUp?: (client: Client) => void } = {},
): Promise<Session> {
  const transport: Transport = {
    start: () => Promise.resolve(),
    async send(message) {
      spoken.send(message)
    },
    async close() {
      spoken.end()
      await spoken.served.closed
      transport.onclose?.()
    },
  }
  const spoken = speak(host, { ...speaking, onWritten: (message) => transport.onmessage?.(message) })
  const client = new Client(
    { name: 'spec', version: '1' },
    { ...options, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  setUp(client)
  await client.connect(transport)
  return { client, spoken, close: () => client.close() }
}

/** What a tool replied, as data; fails the case when it is no JSON text or differs from the structured content. */
export async function called({ client }: Session, name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Json> {
  const reply = (await client.callTool({ name, arguments: args })) as Json
  const [{ text }] = reply.content
  if (reply.isError === true) throw new Error(text)
  if (JSON.stringify(reply.structuredContent) !== text) throw new Error('the text is not the structured content')
  return reply.structuredContent
}

/** A small project where every tool has something to say. */
export const PROJECT: Readonly<Record<string, string>> = {
  '.pmem/index.md': '# Sample\n\n## Current Focus\n\nShip module.store\n',
  '.pmem/next.md': '- [P0] @ann Write the codec\n  Why: it blocks the rest\n',
  'src/store.ts': 'export {}\n',
  ...card(
    'module.store',
    'title: Store\ntags: [core]\nsummary: Keeps the cards\nsource_files: [src/store.ts]\nupdated: 2026-07-01\ndepends_on: [decision.json]',
    '\n## Current State\n\nIt writes whole files under a lock of its own.\n',
  ),
  ...card(
    'decision.json',
    'title: Use JSON\nstatus: accepted\nsummary: Plain files\nsupersedes: decision.sql\nupdated: 2026-06-30',
    '\n## Decision\n\nThe codec writes JSON because anybody can read it.\n',
  ),
  ...card('decision.sql', 'title: Use SQL\nstatus: superseded'),
  ...card('risk.torn', 'title: Torn codec writes\nrelated: [module.store]', '\n## Mitigation\n\nWhole files are renamed.\n'),
  ...card('task.codec', 'title: Write the codec\nmodule: module.store\nstatus: active\npriority: high'),
  ...card('trace.one', 'title: Measured the codec\nrelated: decision.json\nupdated: 2026-07-02', '\nThe codec took 3 ms.\n'),
  ...card('fact.port', 'category: database\nupdated: 2026-07-01', 'The `Postgres` port is 5432.\n'),
  ...card('fact.other', 'category: database\nupdated: 2026-07-01', 'The `Postgres` port is 5433.\n'),
  ...card('fact.cache', 'category: cache\nupdated: 2026-07-01', 'The cache of `Redis` and `Postgres` lives for an hour.\n'),
}

/** The project has learned today: a server that starts does nothing by itself. */
export const LEARNED: Readonly<Record<string, string>> = { '.pmem/local/learned-at-start': '2026-07-03\n' }

/** Every file below a folder of the project that is no derived or local file, with its bytes. */
export const filesOf = (w: World, folder = ''): readonly string[] =>
  (w.host.files('/project').list(folder === '' ? '.' : folder) ?? []).flatMap(({ name, kind }) => {
    const path = folder === '' ? name : `${folder}/${name}`
    if (path === '.pmem/local' || path === '.pmem/indexes') return []
    return kind === 'folder' ? filesOf(w, path) : [`${path}\n${w.text(path)}`]
  })
