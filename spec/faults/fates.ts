import { Killed, type MemoryHost, memoryHost } from '../../lib/host/memory.ts'
import type { DiskEntry } from '../../lib/host/memory-disk.ts'
import { PmemError } from '../../lib/model/error.ts'
import type { Files } from '../../lib/model/ports.ts'
import { type World, worldOf } from '../world.ts'

/** A process whose calls on the files are counted, and one of which fares ill. Reading calls count too. */
export function faring(
  w: World,
  at: number,
  ill: (call: string, path: string) => void,
): { readonly host: MemoryHost; readonly calls: readonly string[] } {
  const calls: string[] = []
  const files = (root: string): Files => {
    const plain = w.host.files(root)
    const wrapped = CALLS.map((name) => [
      name,
      (path: string, ...rest: readonly unknown[]) => {
        calls.push(name)
        if (calls.length === at) ill(name, path)
        return (plain[name] as (...all: readonly unknown[]) => unknown)(path, ...rest)
      },
    ])
    return { ...plain, ...(Object.fromEntries(wrapped) as Partial<Files>) }
  }
  const host = Object.defineProperties({ ...w.host, files }, { output: { get: () => w.host.output } }) as MemoryHost
  return { host, calls }
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
const reads = (call: string): boolean => READS.has(call)
const writes = (call: string): boolean => !READS.has(call)
const TEARS = new Set(['create', 'append', 'overwrite'])

/** The card that somebody edits meanwhile, and the line they add; the fact that another process writes meanwhile. */
export const EDITED = '.pmem/decisions/fresh.md'
export const EDIT = 'Edited meanwhile.\n'
export const OTHERS = 'Another process wrote this.'

export type Fate = {
  readonly name: string
  /** The calls it concerns; all where it is left out. To be killed before a call that only reads is to be killed before the next write. */
  readonly at?: (call: string) => boolean
  /** What happens at the call. */
  readonly ill: (w: World) => (call: string, path: string) => void
  /** The process ends there. */
  readonly ends?: true
  /** The call is refused: whatever comes of it must name the file. */
  readonly refuses?: true
}

const refusal = (path: string, code: 'CANNOT_READ' | 'CANNOT_WRITE', errno: string): never => {
  throw new PmemError(
    code,
    `cannot ${code === 'CANNOT_READ' ? 'read' : 'write'} ${path === '' ? 'the folder' : path}: ${errno}`,
    { where: { path } },
  )
}

/** The same machine once more, as it is now: as if what was done so far had been done again. */
export function copyOf({ host }: World): World {
  const { disk, now, tokens } = host.machine
  const copy = memoryHost({ now })
  copy.machine.tokens = tokens
  // No new file may have the number of one that is there.
  for (const last = disk.nextInode(); copy.machine.disk.nextInode() < last; );
  for (const [key, entry] of disk.top.children) copy.machine.disk.top.children.set(key, copied(entry))
  return worldOf(copy)
}

function copied(entry: DiskEntry): DiskEntry {
  if (entry.kind === 'file') return { ...entry, bytes: entry.bytes.slice() }
  if (entry.kind === 'link') return { ...entry }
  return { ...entry, children: new Map([...entry.children].map(([key, child]) => [key, copied(child)])) }
}

/** What can happen at one call of the file system. */
export const FATES: readonly Fate[] = [
  {
    name: 'killed',
    at: writes,
    ends: true,
    ill: (w) => () => {
      w.host.kill()
      throw new Killed('killed')
    },
  },
  {
    name: 'torn write',
    ends: true,
    at: (call) => TEARS.has(call),
    ill: (w) => () => {
      w.host.onWrite = () => 'tear'
    },
  },
  {
    name: 'failing read',
    refuses: true,
    at: reads,
    ill: () => (_call, path) => refusal(path, 'CANNOT_READ', 'EIO'),
  },
  {
    name: 'full disk',
    refuses: true,
    at: (call) => writes(call) && call !== 'remove' && call !== 'touch',
    ill: () => (_call, path) => refusal(path, 'CANNOT_WRITE', 'ENOSPC'),
  },
  {
    name: 'right lost',
    refuses: true,
    at: writes,
    ill: () => (_call, path) => refusal(path, 'CANNOT_WRITE', 'EACCES'),
  },
  {
    name: 'stopped',
    // For so long that its lock counts as left behind, and another process takes it and writes.
    ill: (w) => () => {
      w.host.setNow(w.host.now() + 200_000)
      w.second().run('remember', OTHERS)
    },
  },
  // Between the last look at a file and the rename over it no file system lets anybody notice an editor: see what is not promised.
  { name: 'file replaced', at: (call) => call !== 'rename', ill: (w) => () => w.edit(EDITED, `${w.text(EDITED)}${EDIT}`) },
  { name: 'clock back', ill: (w) => () => w.wait(-1) },
]
