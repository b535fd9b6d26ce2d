import { posix } from 'node:path'
import { PmemError } from '../model/error.ts'
import type { Host, Sink } from '../model/ports.ts'
import {
  createDisk,
  type Disk,
  type DiskOptions,
  diskFiles,
  type Fate,
  findEntry,
  putFile,
  putLink,
  removeEntry,
  type WriteCall,
} from './memory-disk.ts'
import { sha256 } from './node.ts'

/** A machine in memory: one disk, one clock, and the processes that run on it. Hosts that share one are processes of it. */
export type MemoryMachine = {
  readonly disk: Disk
  now: number
  readonly running: Set<number>
  lastProcess: number
  tokens: number
}

export type MemoryOptions = DiskOptions & {
  /** Contents by path, absolute or below `cwd`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Default `/project`. */
  readonly cwd?: string
  /** The clock at the start, in milliseconds since 1970, UTC. Default noon of 2026-07-03. */
  readonly now?: number
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** The program of the page; a stand-in without it. */
  readonly pageScript?: string
  /** Whether all three streams are a terminal. */
  readonly terminal?: boolean
  /** Runs command lines; without it there are no processes. */
  readonly shell?: Host['shell']
  /** The machine of another host: then this one is a second process there. */
  readonly machine?: MemoryMachine
}

export type MemoryHost = Host & {
  readonly machine: MemoryMachine
  /** Everything written so far. */
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Asked before each writing call on the files; see Fate. It may change the world itself, as another process would. */
  onWrite: (call: WriteCall) => Fate
  /** Called while the process sleeps, after the clock has moved. */
  onSleep: () => void
  /** Sets the clock. */
  setNow(milliseconds: number): void
  /** Writes a file in place as an editor does, folders included; null removes it. Never counted, never refused. */
  edit(path: string, content: string | Uint8Array | null): void
  /** Makes a symbolic link. */
  link(path: string, target: string): void
  /** The text of a file, or undefined. */
  text(path: string): string | undefined
  /** Takes the process off the machine: every later call throws Killed. */
  kill(): void
}

/** The process was killed; nothing of it runs any more, neither `finally` blocks that touch the disk nor later commands. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

const NOON = Date.UTC(2026, 6, 3, 12)

/** A world in a Map behind the ports, for specs and for embedding: no git, no network, a clock you set, writes that can fail. */
export function memoryHost(options: MemoryOptions = {}): MemoryHost {
  const { cwd = '/project', env = {}, stdin = '', terminal = false } = options
  const machine = options.machine ?? newMachine(options)
  machine.lastProcess += 1
  const processId = machine.lastProcess
  machine.running.add(processId)
  const written = { stdout: '', stderr: '' }
  const alive = (): void => {
    if (!machine.running.has(processId)) throw new Killed(`process ${processId} was killed`)
  }
  const at = (path: string): string => posix.resolve(cwd, path)
  const sink = (name: 'stdout' | 'stderr'): Sink => ({
    isTerminal: terminal,
    columns: 80,
    write(text) {
      alive()
      written[name] += text
    },
  })
  let writes = 0
  const host: MemoryHost = {
    machine,
    output: written,
    onWrite: () => 'go',
    onSleep: () => undefined,
    cwd,
    platform: 'linux',
    runtime: 'memory',
    env: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
    now: () => machine.now,
    sha256,
    // A counter that looks like chance: nobody guesses it inside one world, and each run gives the same.
    token() {
      machine.tokens += 1
      return sha256(`token ${machine.tokens}`).slice(0, 16)
    },
    files(root) {
      const clock = (): number => machine.now
      return diskFiles(machine.disk, root, clock, (op, path, perform) => {
        alive()
        writes += 1
        const fate = host.onWrite({ number: writes, op, path })
        if (fate === 'fail') throw new PmemError('CANNOT_WRITE', `cannot write ${path}: ENOSPC`, { where: { path } })
        if (fate !== 'go') {
          if (fate === 'tear') perform(true)
          host.kill()
        }
        alive()
        return perform(false)
      })
    },
    resolve: (from, path) => posix.resolve(from, path),
    parent: (path) => (posix.dirname(path) === path ? undefined : posix.dirname(path)),
    isFolder: (path) => findEntry(machine.disk, path, true)?.kind === 'folder',
    processId,
    hostName: 'memory',
    isAlive: (id) => machine.running.has(id),
    sleep(milliseconds) {
      machine.now += milliseconds
      host.onSleep()
      alive()
    },
    program: '/opt/pmem/dist/bin/pmem.js',
    shell: options.shell ?? (() => undefined),
    git: () => undefined,
    gitBlobs: () => undefined,
    pageScript: () => options.pageScript ?? 'void 0',
    serve: () => undefined,
    exit: () => undefined,
    stdin: () => stdin,
    stdinWithin: () => stdin,
    handedOver: new Map(),
    line: () => stdin.split('\n')[0] ?? '',
    stdinIsTerminal: terminal,
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    setNow(milliseconds) {
      machine.now = milliseconds
    },
    edit(path, content) {
      if (content === null) removeEntry(machine.disk, at(path), machine.now)
      else putFile(machine.disk, at(path), content, machine.now)
    },
    link: (path, target) => putLink(machine.disk, at(path), target, machine.now),
    text(path) {
      const entry = findEntry(machine.disk, at(path), true)
      return entry?.kind === 'file' ? new TextDecoder().decode(entry.bytes) : undefined
    },
    kill: () => void machine.running.delete(processId),
  }
  for (const [path, content] of Object.entries(options.files ?? {})) host.edit(path, content)
  return host
}

function newMachine(options: MemoryOptions): MemoryMachine {
  const now = options.now ?? NOON
  const machine = { disk: createDisk(options), now, running: new Set<number>(), lastProcess: 1000, tokens: 0 }
  machine.disk.makeFolder(options.cwd ?? '/project', now)
  return machine
}
