import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'

type Session = { readonly child: ChildProcess; readonly waiting: Map<string, ServerResponse> }

/**
 * A server on standard input and output behind an HTTP address of this machine, as the protocol's streamable HTTP has it: one
 * process a session, the answer to each request as JSON. Messages go through as they are. What the other end only sends over
 * a stream of events, progress and its own requests, stays out.
 */
export function bridge(start: readonly string[], cwd: string): Server {
  const sessions = new Map<string, Session>()
  const open = (): string => {
    const id = randomUUID()
    const [program = '', ...args] = start
    const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
    const session: Session = { child, waiting: new Map() }
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const { id: about } = JSON.parse(line) as { readonly id?: unknown }
      const response = session.waiting.get(JSON.stringify(about))
      session.waiting.delete(JSON.stringify(about))
      response?.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': id }).end(line)
    })
    sessions.set(id, session)
    return id
  }
  const close = (id: string): void => {
    sessions.get(id)?.child.stdin?.end()
    sessions.delete(id)
  }
  const post = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(request)
    const message = JSON.parse(text) as { readonly id?: unknown; readonly method?: string }
    const named = request.headers['mcp-session-id']
    const id = message.method === 'initialize' ? open() : typeof named === 'string' ? named : ''
    const session = sessions.get(id)
    if (session === undefined) return void response.writeHead(404).end()
    if (message.id === undefined || message.method === undefined) response.writeHead(202).end()
    else session.waiting.set(JSON.stringify(message.id), response)
    session.child.stdin?.write(`${JSON.stringify(message)}\n`)
  }
  const server = createServer((request, response) => {
    // A page elsewhere that has its name point here is kept out.
    const host = request.headers.host ?? ''
    const origin = request.headers.origin
    if (!isLoopback(host) || (origin !== undefined && !isLoopback(new URL(origin).host))) response.writeHead(403).end()
    else if (request.method === 'POST') post(request, response).catch(() => response.writeHead(400).end())
    else if (request.method === 'DELETE') {
      close(String(request.headers['mcp-session-id']))
      response.writeHead(200).end()
    } else response.writeHead(405).end()
  })
  server.on('close', () => {
    for (const id of sessions.keys()) close(id)
  })
  return server
}

const isLoopback = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
