import { utf8Text } from '../indexes/bytes.ts'
import { PmemError } from '../model/error.ts'
import type { Files, Host } from '../model/ports.ts'
import { LOCAL, TEMPORARY } from './project.ts'

/** A held lock. `check` refuses to go on when somebody else owns the file by now; `beat` shows that the holder lives. */
export type Lock = { readonly check: () => void; readonly beat: () => void; readonly release: () => void }

/** Who holds it: the one line of JSON in the lock file. */
type Holder = { readonly pid: number; readonly host: string; readonly started: string; readonly token: string }

/** A live holder touches the lock between its steps; one that has not for this long is taken for dead, whatever its pid says. */
const OLD_AFTER_MS = 120_000
/** A lock file without a readable holder is one whose writer was killed before it had filled it; writing takes no second. */
const UNFINISHED_AFTER_MS = 1_000
/** On the same machine a holder whose process is gone needs no waiting; the pause lets a fresh file get its content. */
const RETRY_MS = 25

/**
 * Takes the lock or waits for it up to `timeoutMs`; 0 tries once. Returns undefined when it is not to be had in time.
 * A lock is broken only if its holder is dead or its heartbeat old, and taken over by renaming it away, so that of two
 * processes that see the same dead lock one alone gets through. Throws CANNOT_WRITE on a read-only disk.
 */
export function tryLock(host: Host, files: Files, path: string, timeoutMs: number): Lock | undefined {
  const started = host.now()
  const token = host.token()
  const holder: Holder = { pid: host.processId, host: host.hostName, started: new Date(started).toISOString(), token }
  const content = `${JSON.stringify(holder)}\n`
  for (let waited = 0; ; waited += RETRY_MS) {
    if (files.create(path, content, { sync: false })) return held(files, path, token)
    breakDeadLock(host, files, path)
    if (files.create(path, content, { sync: false })) return held(files, path, token)
    if (waited >= timeoutMs) return undefined
    host.sleep(RETRY_MS)
  }
}

/** Runs `work` under the lock. Throws LOCKED, naming the holder, when the lock is not had in time. */
export function withLock<T>(
  host: Host,
  files: Files,
  options: { readonly path: string; readonly timeoutMs: number },
  work: (lock: Lock) => T,
): T {
  files.makeFolder(LOCAL)
  const lock = tryLock(host, files, options.path, options.timeoutMs)
  if (lock === undefined)
    throw new PmemError('LOCKED', `the store is locked by ${describeHolder(files, options.path)}`, {
      where: { path: options.path },
    })
  try {
    return work(lock)
  } finally {
    lock.release()
  }
}

function held(files: Files, path: string, token: string): Lock {
  const owned = (): boolean => readHolder(files, path)?.token === token
  const check = (): void => {
    if (!owned()) throw new PmemError('LOCKED', 'the lock was taken over while this process was stopped', { where: { path } })
  }
  return {
    check,
    beat: () => {
      check()
      files.touch(path)
    },
    release: () => {
      if (owned()) files.remove(path)
    },
  }
}

/** Whether somebody holds the lock, or left it behind: a process that is gone, or that has shown no life for long. */
export function lockState(host: Host, files: Files, path: string): 'free' | 'held' | 'dead' {
  const stat = files.stat(path)
  if (stat === undefined) return 'free'
  const age = host.now() - stat.modified
  const holder = readHolder(files, path)
  // A clock that jumped may put the heartbeat into the future; then only the holder's process can say whether it lives.
  const old = holder === undefined ? Math.abs(age) > UNFINISHED_AFTER_MS : age > OLD_AFTER_MS
  const dead = holder !== undefined && holder.host === host.hostName && !host.isAlive(holder.pid)
  return old || dead ? 'dead' : 'held'
}

function breakDeadLock(host: Host, files: Files, path: string): void {
  const holder = readHolder(files, path)
  if (lockState(host, files, path) !== 'dead') return
  const aside = `${TEMPORARY}/lock.${host.token()}`
  files.makeFolder(TEMPORARY)
  try {
    files.rename(path, aside)
  } catch {
    return // another process was faster
  }
  const moved = readHolder(files, aside)
  files.remove(aside)
  // Between reading and renaming a live process may have taken the lock: give it back.
  if (moved !== undefined && moved.token !== holder?.token) files.create(path, `${JSON.stringify(moved)}\n`, { sync: false })
}

function readHolder(files: Files, path: string): Holder | undefined {
  const bytes = files.read(path)
  if (bytes === undefined) return undefined
  try {
    const value = JSON.parse(utf8Text(bytes)) as Record<string, unknown>
    if (typeof value !== 'object' || value === null || typeof value.pid !== 'number') return undefined
    const text = (key: string): string => (typeof value[key] === 'string' ? (value[key] as string) : '')
    return { pid: value.pid, host: text('host'), started: text('started'), token: text('token') }
  } catch {
    return undefined
  }
}

/** Who holds the lock, in words. */
export function describeHolder(files: Files, path: string): string {
  const holder = readHolder(files, path)
  return holder === undefined
    ? 'an unknown process'
    : `process ${holder.pid} on ${holder.host || 'an unknown host'} since ${holder.started || 'an unknown time'}`
}
