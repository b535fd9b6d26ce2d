// Names, not the namespace: a bundle would copy that, property by property, at every start.
import {
  closeSync,
  type Dirent,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve as resolvePath, sep } from 'node:path'
import { PmemError } from '../model/error.ts'
import type { Sha256 } from '../model/ids.ts'
import type { Entry, EntryStat, Files, Host, Shelled, ShellOptions, Sink } from '../model/ports.ts'
import { byKey } from '../text/order.ts'
import { appendLines, codeOf, createFile, renameFile, unwritable } from './file-write.ts'
import { entryKind, ofStats, statOf } from './quick-stat.ts'
import { stdinReader } from './stdin.ts'

/** What only some commands need and what costs time to load: the hot program leaves them out. */
export type HostExtras = {
  readonly glob: (cwd: string, patterns: readonly string[], ignore: readonly string[]) => readonly string[]
  readonly git: (root: string, args: readonly string[]) => string | undefined
  readonly gitBlobs: Host['gitBlobs']
  /** Only the full program makes pages and serves them. */
  readonly pageScript?: Host['pageScript']
  readonly serve?: Host['serve']
  /** What was read already, by the program that handed over. */
  readonly stdinWithin?: Host['stdinWithin']
  readonly handedOver?: Host['handedOver']
}

/** The real machine, on Node, Deno and Bun alike. */
export function nodeHost(extras: HostExtras): Host {
  return {
    cwd: process.cwd(),
    platform: process.platform,
    runtime: runtimeName(),
    env: readEnv,
    now: () => Date.now(),
    sha256,
    token: newToken,
    files: (root) => nodeFiles(root, extras.glob),
    resolve: (from, path) => resolvePath(from, path),
    parent: (path) => (dirname(path) === path ? undefined : dirname(path)),
    isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
    processId: process.pid,
    get hostName() {
      return process.getBuiltinModule('node:os').hostname()
    },
    isAlive,
    sleep: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
    get program() {
      return programFile()
    },
    handedOver: extras.handedOver ?? new Map(),
    shell: runShell,
    git: extras.git,
    gitBlobs: extras.gitBlobs,
    pageScript: extras.pageScript ?? (() => undefined),
    serve: extras.serve ?? (() => undefined),
    exit: (code) => process.exit(code),
    stdin: () => readFileSync(0, 'utf8'),
    stdinWithin: extras.stdinWithin ?? stdinReader(),
    line: readLine,
    get stdinIsTerminal() {
      return isTerminal(0)
    },
    stdout: sink(1),
    stderr: sink(2),
  }
}

/** The bundle that was started; a library or a test runner is none. */
function programFile(): string | undefined {
  const [, file] = process.argv
  try {
    const real = realpathSync(file ?? '')
    return basename(real) === 'pmem.js' ? real : undefined
  } catch {
    return undefined
  }
}

function runShell(command: string | readonly string[], { cwd, input, timeoutMs, env }: ShellOptions): Shelled {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const [program = '', ...args] = typeof command === 'string' ? [command] : command
  const start = process.hrtime.bigint()
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    input,
    timeout: timeoutMs,
    shell: typeof command === 'string',
    env: { ...process.env, ...env },
    encoding: 'utf8',
    windowsHide: true,
  })
  return {
    status,
    stdout: stdout ?? '',
    stderr: stderr ?? '',
    milliseconds: Number((process.hrtime.bigint() - start) / 1_000_000n),
  }
}

/** A terminal hands over a line at a time. */
function readLine(): string {
  const bytes = Buffer.alloc(4096)
  try {
    return bytes.toString('utf8', 0, readSync(0, bytes)).replace(/[\r\n][\s\S]*$/, '')
  } catch {
    return ''
  }
}

// Loaded on first use: many reading commands need no hash, and the module costs two milliseconds.
const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto')

export const sha256 = (data: string | Uint8Array): Sha256 => crypto().createHash('sha256').update(data).digest('hex') as Sha256

let tokens = 0
/** Process, both clocks and a count: names that no other process takes. The module of cryptography would cost two milliseconds. */
function newToken(): string {
  tokens += 1
  return `${Date.now().toString(16)}${process.pid.toString(16)}${process.hrtime.bigint().toString(16)}${tokens.toString(16)}`
}

function runtimeName(): string {
  const { versions } = process
  if (versions.bun !== undefined) return `Bun ${versions.bun}`
  return versions.deno === undefined ? `Node ${versions.node}` : `Deno ${versions.deno}`
}

/** Deno refuses a variable it has no permission for by throwing; to pmem it is simply not set. */
function readEnv(name: string): string | undefined {
  try {
    return process.env[name]
  } catch {
    return undefined
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

// Asking tty.isatty costs less than touching process.stdout, whose set-up takes 3 ms on Node and 9 ms on Bun.
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && readEnv('TERM') !== 'dumb' && !isNullDevice(fd)
  } catch {
    return false
  }
}

function isNullDevice(fd: number): boolean {
  const nullDevice = statSync(process.platform === 'win32' ? 'NUL' : '/dev/null', { throwIfNoEntry: false })
  return nullDevice !== undefined && fstatSync(fd).rdev === nullDevice.rdev
}

/** Writes synchronously: `process.exit` after an asynchronous write to a pipe loses output. A reader that left early is no error. */
function sink(fd: 1 | 2): Sink {
  let closed = false
  return {
    get isClosed() {
      return closed
    },
    get isTerminal() {
      return isTerminal(fd)
    },
    get columns() {
      const columns = Number(readEnv('COLUMNS'))
      return Number.isInteger(columns) && columns > 20 ? columns : 80
    },
    write(text) {
      let rest: Uint8Array = Buffer.from(text, 'utf8')
      while (rest.length > 0 && !closed) {
        try {
          rest = rest.subarray(writeSync(fd, rest))
        } catch (error) {
          const code = codeOf(error)
          if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
          else if (code === 'EPIPE' || code === 'EOF' || code === 'EBADF' || code === 'ECONNRESET') closed = true
          else throw new PmemError('CANNOT_WRITE', `cannot write the output: ${code}`)
        }
      }
    },
  }
}

const FORBIDDEN = new Set(['EACCES', 'EPERM'])
/** What lies in the personal folder of a store is only a help: another user's, which nobody else may read, counts as absent. */
const isPersonal = (path: string): boolean => path.startsWith('.pmem/local/')
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP'])

const unreadable = (path: string, error: unknown): PmemError =>
  new PmemError('CANNOT_READ', `cannot read ${path === '' ? 'the folder of the project' : path}: ${codeOf(error)}`, {
    where: { path },
  })

/** What cannot be read is absent where that says enough. Throws CANNOT_READ. */
function refused(path: string, error: unknown): undefined {
  if (ABSENT.has(codeOf(error)) || (isPersonal(path) && FORBIDDEN.has(codeOf(error)))) return undefined
  throw unreadable(path, error)
}

function nodeFiles(root: string, glob: HostExtras['glob']): Files {
  const at = (path: string): string => (path === '' || path === '.' ? root : `${root}/${path}`)
  const reading = <T>(path: string, read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      return refused(path, error)
    }
  }
  const writing = <T>(path: string, write: () => T): T => {
    try {
      return write()
    } catch (error) {
      throw unwritable(path, error)
    }
  }
  const entries = (folder: string): Entry[] | undefined => {
    try {
      return readdirSync(at(folder), { withFileTypes: true }).map(toEntry)
    } catch {
      return undefined
    }
  }
  return {
    root,
    stat: (path) => {
      try {
        return statOf(at(path))
      } catch (error) {
        return refused(path, error)
      }
    },
    follow: (path) => followWithin(root, at(path)),
    real: (path) => realWithin(root, at(path)),
    read: (path) => reading(path, () => readFileSync(at(path))),
    open: (path) => reading(path, () => openReader(at(path), path)),
    list: (folder) => entries(folder)?.sort(byKey((entry) => entry.name)),
    entries,
    glob: (patterns, ignore) => glob(root, patterns, ignore),
    makeFolder: (folder) => writing(folder, () => void mkdirSync(at(folder), { recursive: true })),
    create: (path, data, options) => createFile(at(path), path, data, options),
    append: (path, text, mode) => writing(path, () => appendLines(at(path), text, mode)),
    overwrite: (path, offset, text, inode) => writing(path, () => overwriteFile(at(path), offset, text, inode)),
    rename: (from, to) => renameFile(at(from), at(to), to),
    remove: (path) => writing(path, () => rmSync(at(path), { force: true })),
    removeFolder: (path) => {
      try {
        rmdirSync(at(path))
      } catch {
        // It holds something.
      }
    },
    touch: (path) => {
      // In seconds with a fraction, which is cut: a whole millisecond would often come back as the one before it.
      const now = (Date.now() + 0.5) / 1000
      writing(path, () => utimesSync(at(path), now, now))
    },
  }
}

const toEntry = (entry: Dirent): Entry => ({ name: entry.name, kind: entryKind(entry) })

function followWithin(root: string, path: string): EntryStat | undefined {
  try {
    const target = realpathSync(path)
    const top = realpathSync(root)
    return target === top || target.startsWith(top + sep) ? ofStats(statSync(target)) : undefined
  } catch {
    return undefined
  }
}

function realWithin(root: string, path: string): string | undefined {
  try {
    const inner = relative(realpathSync(root), realpathSync(path))
    return inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner) ? undefined : inner.split(sep).join('/')
  } catch {
    return undefined
  }
}

/** A file of up to so many bytes is read at once: thirty small reads cost more. */
const READ_WHOLE = 256 * 1024

function openReader(path: string, name: string): ReturnType<Files['open']> {
  const fd = openSync(path, 'r')
  const stat = fstatSync(fd)
  if (!stat.isFile()) {
    closeSync(fd)
    return undefined
  }
  const readAt = (offset: number, length: number): Uint8Array => {
    const end = offset < stat.size ? Math.min(stat.size, offset + length) : offset + length
    const bytes = Buffer.allocUnsafe(Math.max(0, end - offset))
    try {
      let done = 0
      while (done < bytes.length) {
        const count = readSync(fd, bytes, done, bytes.length - done, offset + done)
        if (count === 0) break
        done += count
      }
      return bytes.subarray(0, done)
    } catch (error) {
      throw unreadable(name, error)
    }
  }
  let whole: Uint8Array | undefined
  return {
    size: stat.size,
    read(offset, length) {
      // What lies behind the size at the start, and a single byte, are no part of reading it through.
      if (stat.size > READ_WHOLE || offset >= stat.size || length === 1) return readAt(offset, length)
      whole ??= readAt(0, stat.size)
      return whole.subarray(offset, offset + length)
    },
    close: () => closeSync(fd),
  }
}

/** The inode is asked of the open file, so that none that has just taken its place is touched. */
function overwriteFile(path: string, offset: number, text: string, inode: number): boolean {
  const fd = openSync(path, 'r+')
  try {
    if (Number(fstatSync(fd).ino) !== inode) return false
    // As bytes: Deno writes a text at the place where the file is open, whatever the offset.
    const bytes = Buffer.from(text, 'utf8')
    writeSync(fd, bytes, 0, bytes.length, offset)
    return true
  } finally {
    closeSync(fd)
  }
}
