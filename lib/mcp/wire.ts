import { isRecord, parseJson } from '../text/json.ts'

/** Lines in and out: standard input and output of the process, or a pair of lists in a spec. */
export type Wire = {
  /** `line` is undefined for one that was too long and has been left out. */
  start(onLine: (line: string | undefined) => void, onEnd: (end: WireEnd) => void): void
  write(text: string): void
  /** Stops reading. */
  stop(): void
}

/** The client says nothing more, or it does not listen any more either. */
export type WireEnd = 'ended' | 'gone'

type Message = Readonly<Record<string, unknown>>
/** JSON-RPC 2.0. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const INVALID_PARAMS = -32602

const CANCELLED = 'notifications/cancelled'
/** Stays open until the client ends it: nothing waits for its answer. */
const LISTEN = 'subscriptions/listen'

/**
 * The wire as a transport of messages. What is no message of JSON-RPC 2.0 never comes through: it is answered here, as the
 * protocol says, and the connection goes on. `answered` is done when every request that came through has its answer, or was cancelled.
 */
export function wireTransport(
  wire: Wire,
  { onEnd, onClose }: { readonly onEnd: (end: WireEnd) => void; readonly onClose: () => void },
) {
  let closed = false
  const open = new Set<unknown>()
  let waiting: (() => void)[] = []
  const settle = (id: unknown): void => {
    open.delete(id)
    if (open.size > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }
  const note = ({ id, method, params }: Message): void => {
    if (method === CANCELLED) settle(isRecord(params) ? params['requestId'] : undefined)
    else if (typeof method === 'string' && id !== undefined && method !== LISTEN) open.add(id)
  }
  const transport = {
    onclose: undefined as (() => void) | undefined,
    onerror: undefined as ((error: Error) => void) | undefined,
    onmessage: undefined as ((message: never) => void) | undefined,
    async start(): Promise<void> {
      wire.start((line) => {
        const read = readMessage(line)
        if (read === undefined || closed) return
        if ('refused' in read) wire.write(`${JSON.stringify(read.refused)}\n`)
        else {
          note(read.message)
          transport.onmessage?.(read.message as never)
        }
      }, onEnd)
    },
    async send(message: Message): Promise<void> {
      if (closed) return
      wire.write(`${JSON.stringify(message)}\n`)
      if (message['method'] === undefined) settle(message['id'])
    },
    answered: (): Promise<void> =>
      open.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve)
          }),
    async close(): Promise<void> {
      if (closed) return
      closed = true
      wire.stop()
      transport.onclose?.()
      onClose()
    },
  }
  return transport
}

/** A message, what is answered in its place, or undefined for a blank line. */
function readMessage(line: string | undefined): { readonly message: Message } | { readonly refused: Message } | undefined {
  if (line === undefined) return refused(null, INVALID_REQUEST, 'the message is too long')
  if (line.trim() === '') return undefined
  const value = parseJson(line)
  if (value === undefined) return refused(null, PARSE_ERROR, 'the line is not JSON')
  if (Array.isArray(value)) return refused(null, INVALID_REQUEST, 'batches are not supported: send one message a line')
  if (!isRecord(value)) return refused(null, INVALID_REQUEST, 'the message is no object')
  const { id, jsonrpc, method, params } = value
  const isId = typeof id === 'string' || Number.isSafeInteger(id)
  const about = isId ? (id as string | number) : null
  if (jsonrpc !== '2.0') return refused(about, INVALID_REQUEST, 'jsonrpc is not "2.0"')
  if ('id' in value && !isId) return refused(null, INVALID_REQUEST, 'the id is neither a text nor a whole number')
  if (typeof method !== 'string') {
    // An answer to something the server asked, or nothing that JSON-RPC knows.
    return isId && (isRecord(value['result']) || isRecord(value['error']))
      ? { message: value }
      : refused(about, INVALID_REQUEST, 'the message has no method')
  }
  if (params !== undefined && !isRecord(params)) return refused(about, INVALID_PARAMS, 'params is no object')
  return { message: value }
}

const refused = (id: string | number | null, code: number, message: string): { readonly refused: Message } => ({
  refused: { jsonrpc: '2.0', id, error: { code, message } },
})
