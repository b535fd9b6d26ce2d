import { Killed, type MemoryHost } from '../../lib/host/memory.ts'
import { PmemError } from '../../lib/model/error.ts'
import type { Files } from '../../lib/model/ports.ts'
import type { World } from '../world.ts'

/** A process whose calls on the files are counted, and one of which fares ill. Reading calls count too. */
export function faring(
  w: World,
  at: number,
  ill: (call: string, path: string) => void,
): { readonly host: MemoryHost; readonly calls: () => number } {
  let calls = 0
  const files = (root: string): Files => {
    const plain = w.host.files(root)
    const wrapped = CALLS.map((name) => [
      name,
      (path: string, ...rest: readonly unknown[]) => {
        calls += 1
        if (calls === at) ill(name, path)
        return (plain[name] as (...all: readonly unknown[]) => unknown)(path, ...rest)
      },
    ])
    return { ...plain, ...(Object.fromEntries(wrapped) as Partial<Files>) }
  }
  const host = Object.defineProperties({ ...w.host, files }, { output: { get: () => w.host.output } }) as MemoryHost
  return { host, calls: () => calls }
}
const CALLS = [
  'stat',
  'follow',
  'read',
  'open',
  'list',
  'makeFolder',
  'create',
  'append',
  'overwrite',
  'rename',
  'remove',
  'touch',
] as const
const READS = new Set(['stat', 'follow', 'read', 'open', 'list'])
const TEARS = new Set(['create', 'append', 'overwrite'])

/** The card that somebody edits meanwhile, and the line they add; the fact that another process writes meanwhile. */
export const EDITED = '.pmem/decisions/fresh.md'
export const EDIT = 'Edited meanwhile.\n'
export const OTHERS = 'Another process wrote this.'

export type Fate = {
  readonly name: string
  /** What happens at the call. */
  readonly ill: (w: World) => (call: string, path: string) => void
  /** The process ends there. */
  readonly ends?: true
  /** The call is refused: whatever comes of it must name the file. */
  readonly refuses?: true
}

const refusal = (path: string, code: 'CANNOT_READ' | 'CANNOT_WRITE', errno: string): never => {
  throw new PmemError(code, `cannot ${code === 'CANNOT_READ' ? 'read' : 'write'} ${path}: ${errno}`, { where: { path } })
}

/** What can happen at one call of the file system. */
export const FATES: readonly Fate[] = [
  {
    name: 'killed',
    ends: true,
    ill: (w) => () => {
      w.host.kill()
      throw new Killed('killed')
    },
  },
  {
    name: 'torn write',
    ends: true,
    ill: (w) => (call) => {
      if (TEARS.has(call)) w.host.onWrite = () => 'tear'
    },
  },
  {
    name: 'failing read',
    refuses: true,
    ill: () => (call, path) => (READS.has(call) ? refusal(path, 'CANNOT_READ', 'EIO') : undefined),
  },
  {
    name: 'full disk',
    refuses: true,
    ill: () => (call, path) =>
      READS.has(call) || call === 'remove' || call === 'touch' ? undefined : refusal(path, 'CANNOT_WRITE', 'ENOSPC'),
  },
  {
    name: 'right lost',
    refuses: true,
    ill: () => (call, path) => (READS.has(call) ? undefined : refusal(path, 'CANNOT_WRITE', 'EACCES')),
  },
  {
    name: 'stopped',
    // For so long that its lock counts as left behind, and another process takes it and writes.
    ill: (w) => () => {
      w.host.setNow(w.host.now() + 200_000)
      w.second().run('remember', OTHERS)
    },
  },
  { name: 'file replaced', ill: (w) => () => w.edit(EDITED, `${w.text(EDITED)}${EDIT}`) },
  { name: 'clock back', ill: (w) => () => w.wait(-1) },
]
