import { constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { codeOf } from './file-write.ts'

/** More than this is no payload: the rest is read and let go, and what is left is no JSON. */
const MOST_BYTES = 16 * 1024 * 1024
const PAUSE_MS = 1
const CLOSING_BRACE = 0x7d

/** Reads standard input once: asked again it gives the same; see readStdin. */
export function stdinReader(): (milliseconds: number) => string {
  let text: string | undefined
  return (milliseconds) => {
    text ??= readStdin(milliseconds)
    return text
  }
}

/**
 * What stands on standard input, waiting for no more than so long for more of it, and for no end where a whole JSON object has come: a
 * program that starts this one may keep the other end open. '' from a terminal. Where the input cannot be asked without waiting
 * (Windows; Deno and Bun) it is read to its end.
 */
function readStdin(milliseconds: number): string {
  const fd = unblocked()
  if (fd === undefined) return ''
  if (fd === 'to its end') return readFileSync(0, 'utf8')
  const until = Date.now() + milliseconds
  const chunk = Buffer.allocUnsafe(64 * 1024)
  const parts: Buffer[] = []
  let [size, looked] = [0, 0]
  for (;;) {
    const count = readSome(fd, chunk)
    if (count === 0) break
    if (count !== undefined) {
      if (size <= MOST_BYTES) parts.push(Buffer.from(chunk.subarray(0, count)))
      size += count
    } else {
      if (size > looked && isWhole(parts)) break
      looked = size
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
    if (Date.now() > until) break
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Bytes read into `chunk`; 0 at the end, undefined where there are none yet. */
function readSome(fd: number, chunk: Buffer): number | undefined {
  try {
    return readSync(fd, chunk)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EAGAIN') return undefined
    if (code === 'EOF' || code === 'ECONNRESET') return 0
    throw error
  }
}

function isWhole(parts: readonly Buffer[]): boolean {
  const last = parts.at(-1)?.toString('latin1').trimEnd() ?? ''
  if (last.charCodeAt(last.length - 1) !== CLOSING_BRACE) return false
  try {
    JSON.parse(Buffer.concat(parts).toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** A descriptor of standard input whose reads do not wait; undefined for a terminal, which sends no payload. */
function unblocked(): number | undefined | 'to its end' {
  try {
    const stat = fstatSync(0)
    if (stat.isCharacterDevice()) return undefined
    const { bun, deno } = process.versions
    if (stat.isFile() || process.platform === 'win32' || bun !== undefined || deno !== undefined) return 'to its end'
    if (stat.isFIFO() && process.platform === 'linux')
      return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
    return unblockedSocket()
  } catch {
    return 'to its end'
  }
}

type PipeWrap = {
  readonly Pipe: new (kind: number) => { open(fd: number): unknown }
  readonly constants: { readonly SOCKET: number }
}
/** A handle that is collected would close what it holds. */
const held: unknown[] = []

/** The handle that a stream would be made of: taking it over makes reads not wait. The stream itself would cost a tenth of a start. */
function unblockedSocket(): number {
  const { binding } = process as unknown as { readonly binding: (name: 'pipe_wrap') => PipeWrap }
  const { Pipe, constants } = binding('pipe_wrap')
  const pipe = new Pipe(constants.SOCKET)
  pipe.open(0)
  held.push(pipe)
  return 0
}
