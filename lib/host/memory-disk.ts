import { posix } from 'node:path'
import { PmemError } from '../model/error.ts'
import type { Entry, EntryStat, Files } from '../model/ports.ts'
import { byKey } from '../text/order.ts'
import { type GlobFileSystem, globFiles } from './glob.ts'

export type DiskOptions = {
  /** Names that differ in case alone are one, as on most Macs and on Windows. */
  readonly caseInsensitive?: boolean
  /** Names are kept in decomposed form (NFD) and found in any form, as on older Macs. */
  readonly decomposes?: boolean
}

/** A writing call: its number within the process, from 1. Paths are relative to the folder the files were opened for. */
export type WriteCall = {
  readonly number: number
  readonly op: 'makeFolder' | 'create' | 'append' | 'overwrite' | 'rename' | 'remove' | 'touch'
  readonly path: string
}

/**
 * What becomes of a writing call: it goes through; it fails as on a full disk and changes nothing; the process is killed
 * before it; or it is torn, that is, killed when half of its bytes are on the disk.
 */
export type Fate = 'go' | 'fail' | 'kill' | 'tear'

/** Runs a writing call or keeps it from running. `perform(true)` does half of it. */
export type Gate = <T>(op: WriteCall['op'], path: string, perform: (torn: boolean) => T) => T

type Times = { name: string; modified: number; changed: number; readonly inode: number }
export type FileEntry = Times & { readonly kind: 'file'; bytes: Uint8Array; mode: number }
export type FolderEntry = Times & { readonly kind: 'folder'; readonly children: Map<string, DiskEntry> }
export type LinkEntry = Times & { readonly kind: 'link'; readonly target: string }
export type DiskEntry = FileEntry | FolderEntry | LinkEntry

export type Disk = {
  readonly top: FolderEntry
  /** The form of a name as it is kept, and the form under which it is found. */
  readonly kept: (name: string) => string
  readonly key: (name: string) => string
  readonly nextInode: () => number
  makeFolder(path: string, now: number): FolderEntry
}

const MAX_LINKS = 32

export function createDisk({ caseInsensitive = false, decomposes = false }: DiskOptions): Disk {
  let inodes = 1
  const kept = (name: string): string => (decomposes ? name.normalize('NFD') : name)
  const disk: Disk = {
    top: { kind: 'folder', name: '', modified: 0, changed: 0, inode: 1, children: new Map() },
    kept,
    key: (name) => (caseInsensitive ? kept(name).toLowerCase() : kept(name)),
    nextInode() {
      inodes += 1
      return inodes
    },
    makeFolder(path, now) {
      const found = findEntry(disk, path, true)
      if (found?.kind === 'folder') return found
      const name = posix.basename(path)
      const parent = found === undefined ? disk.makeFolder(posix.dirname(path), now) : undefined
      if (parent === undefined || parent.children.has(disk.key(name))) throw errno('EEXIST')
      return addEntry(disk, parent, { kind: 'folder', name, ...born(disk, now), children: new Map() })
    },
  }
  return disk
}

/** What lies at an absolute path; `follow` says whether a link at its end is followed. Links on the way always are. */
export function findEntry(disk: Disk, path: string, follow: boolean): DiskEntry | undefined {
  return locate(disk, path, follow)?.entry
}

/** Writes a whole file in place, its folders made where they are missing. */
export function putFile(disk: Disk, path: string, content: string | Uint8Array, now: number): void {
  const bytes = bytesOf(content)
  const existing = findEntry(disk, path, true)
  if (existing?.kind === 'file') {
    Object.assign(existing, { bytes, modified: now, changed: now })
    return
  }
  const folder = disk.makeFolder(posix.dirname(path), now)
  addEntry(disk, folder, { kind: 'file', name: posix.basename(path), bytes, mode: 0o644, ...born(disk, now) })
}

export function putLink(disk: Disk, path: string, target: string, now: number): void {
  const folder = disk.makeFolder(posix.dirname(path), now)
  addEntry(disk, folder, { kind: 'link', name: posix.basename(path), target, ...born(disk, now) })
}

export function removeEntry(disk: Disk, path: string, now: number): void {
  const folder = findEntry(disk, posix.dirname(path), true)
  if (folder?.kind === 'folder' && folder.children.delete(disk.key(posix.basename(path))))
    Object.assign(folder, { modified: now, changed: now })
}

/** The files below `root`; every writing call goes through `gate`. */
export function diskFiles(disk: Disk, root: string, clock: () => number, gate: Gate): Files {
  const at = (path: string): string => posix.resolve(root, path === '' ? '.' : path)
  const entries = (folder: string): Entry[] | undefined => {
    const entry = findEntry(disk, at(folder), true)
    return entry?.kind === 'folder' ? [...entry.children.values()].map(toEntry) : undefined
  }
  const file = (path: string): FileEntry | undefined => {
    const entry = findEntry(disk, at(path), true)
    return entry?.kind === 'file' ? entry : undefined
  }
  const writing = <T>(op: WriteCall['op'], path: string, perform: (torn: boolean) => T): T => {
    try {
      return gate(op, path, perform)
    } catch (error) {
      if (error instanceof PmemError || codeOf(error) === undefined) throw error
      throw new PmemError('CANNOT_WRITE', `cannot write ${path}: ${codeOf(error)}`, { where: { path } })
    }
  }
  return {
    root,
    stat: (path) => toStat(findEntry(disk, at(path), false)),
    follow(path) {
      const found = locate(disk, at(path), true)
      const top = locate(disk, root, true)
      if (found === undefined || top === undefined) return undefined
      return found.path === top.path || found.path.startsWith(`${top.path === '/' ? '' : top.path}/`)
        ? toStat(found.entry)
        : undefined
    },
    real(path) {
      const found = locate(disk, at(path), true)
      const top = locate(disk, root, true)?.path
      if (found === undefined || top === undefined) return undefined
      const folder = top === '/' ? '/' : `${top}/`
      return found.path.startsWith(folder) ? found.path.slice(folder.length) : undefined
    },
    read: (path) => file(path)?.bytes.slice(),
    open(path) {
      const opened = file(path)
      return (
        opened && {
          size: opened.bytes.length,
          read: (offset, length) => opened.bytes.subarray(offset, offset + Math.max(0, length)),
          close: () => undefined,
        }
      )
    },
    list: (folder) => entries(folder)?.sort(byKey(({ name }) => name)),
    entries,
    glob: (patterns, ignore) => globFiles(root, patterns, ignore, globFileSystem(disk)),
    makeFolder: (folder) => writing('makeFolder', folder, (torn) => void (torn || disk.makeFolder(at(folder), clock()))),
    create: (path, data, { mode = 0o644 }) =>
      writing('create', path, (torn) => {
        if (findEntry(disk, at(path), false) !== undefined) return false
        const bytes = typeof data === 'string' ? bytesOf(data) : data.map(bytesOf).reduce(joined, new Uint8Array())
        const entry: FileEntry = {
          kind: 'file',
          name: posix.basename(path),
          bytes: half(bytes, torn),
          mode,
          ...born(disk, clock()),
        }
        addEntry(disk, folderAt(disk, posix.dirname(at(path))), entry)
        return true
      }),
    append: (path, text, mode) =>
      writing('append', path, (torn) => {
        const before = file(path)
        const isWhole = before === undefined || before.bytes.length === 0 || before.bytes.at(-1) === 0x0a
        const more = half(bytesOf(isWhole ? text : `\n${text}`), torn)
        if (before !== undefined)
          Object.assign(before, { bytes: joined(before.bytes, more), modified: clock(), changed: clock() })
        else
          addEntry(disk, folderAt(disk, posix.dirname(at(path))), {
            kind: 'file',
            name: posix.basename(path),
            bytes: more,
            mode: mode & ~0o022,
            ...born(disk, clock()),
          })
      }),
    overwrite: (path, offset, text, inode) =>
      writing('overwrite', path, (torn) => {
        const entry = file(path)
        if (entry === undefined) throw errno('ENOENT')
        if (entry.inode !== inode) return false
        const bytes = entry.bytes.slice()
        bytes.set(half(bytesOf(text), torn), offset)
        Object.assign(entry, { bytes, modified: clock(), changed: clock() })
        return true
      }),
    // A rename is atomic: there is no half of it.
    rename: (from, to) =>
      writing('rename', to, (torn) => {
        if (torn) return
        const entry = findEntry(disk, at(from), false)
        const target = findEntry(disk, at(to), false)
        if (entry === undefined) throw errno('ENOENT')
        if (target?.kind === 'folder') throw errno('EISDIR')
        const folder = folderAt(disk, posix.dirname(at(to)))
        removeEntry(disk, at(from), clock())
        Object.assign(entry, { name: posix.basename(to), changed: clock() })
        addEntry(disk, folder, entry)
      }),
    remove: (path) =>
      writing('remove', path, (torn) => {
        if (findEntry(disk, at(path), false)?.kind === 'folder') throw errno('EISDIR')
        if (!torn) removeEntry(disk, at(path), clock())
      }),
    removeFolder: (path) =>
      writing('remove', path, (torn) => {
        const entry = findEntry(disk, at(path), false)
        if (!torn && entry?.kind === 'folder' && entry.children.size === 0) removeEntry(disk, at(path), clock())
      }),
    touch: (path) =>
      writing('touch', path, (torn) => {
        const entry = findEntry(disk, at(path), true)
        if (entry === undefined) throw errno('ENOENT')
        if (!torn) Object.assign(entry, { modified: clock(), changed: clock() })
      }),
  }
}

type Located = { readonly path: string; readonly entry: DiskEntry }

function locate(disk: Disk, path: string, follow: boolean, links = 0): Located | undefined {
  let entry: DiskEntry = disk.top
  let walked = ''
  const names = parts(path)
  for (const [index, name] of names.entries()) {
    if (entry.kind !== 'folder') return undefined
    const next: DiskEntry | undefined = entry.children.get(disk.key(name))
    if (next === undefined) return undefined
    if (next.kind === 'link' && (follow || index < names.length - 1)) {
      if (links >= MAX_LINKS) return undefined
      const target = posix.resolve(walked === '' ? '/' : walked, next.target, ...names.slice(index + 1))
      return locate(disk, target, follow, links + 1)
    }
    entry = next
    walked = `${walked}/${next.name}`
  }
  return { path: walked === '' ? '/' : walked, entry }
}

function folderAt(disk: Disk, path: string): FolderEntry {
  const folder = findEntry(disk, path, true)
  if (folder?.kind !== 'folder') throw errno(folder === undefined ? 'ENOENT' : 'ENOTDIR')
  return folder
}

function addEntry<E extends DiskEntry>(disk: Disk, folder: FolderEntry, entry: E): E {
  entry.name = disk.kept(entry.name)
  folder.children.set(disk.key(entry.name), entry)
  // What comes into a folder is as new as the change of its names.
  Object.assign(folder, { modified: entry.changed, changed: entry.changed })
  return entry
}

const parts = (path: string): string[] => path.split('/').filter((part) => part !== '')
const born = (disk: Disk, now: number): { modified: number; changed: number; inode: number } => ({
  modified: now,
  changed: now,
  inode: disk.nextInode(),
})
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content.slice()
const half = (bytes: Uint8Array, torn: boolean): Uint8Array => (torn ? bytes.slice(0, bytes.length >> 1) : bytes)

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

const errno = (code: string): Error => Object.assign(new Error(code), { code })
const codeOf = (error: unknown): string | undefined => (error as { readonly code?: string }).code

const toEntry = ({ name, kind }: DiskEntry): Entry => ({ name, kind })
const toStat = (entry: DiskEntry | undefined): EntryStat | undefined =>
  entry && {
    kind: entry.kind,
    size: entry.kind === 'file' ? entry.bytes.length : 0,
    modified: entry.modified,
    changed: entry.changed,
    inode: entry.inode,
    mode: entry.kind === 'file' ? entry.mode : 0o755,
  }

/** The calls that fast-glob makes, over the disk. */
function globFileSystem(disk: Disk): GlobFileSystem {
  const kinds = (entry: DiskEntry | undefined): object => {
    if (entry === undefined) throw errno('ENOENT')
    const is = (kind: DiskEntry['kind']) => () => entry.kind === kind
    const no = (): boolean => false
    return {
      name: entry.name,
      isFile: is('file'),
      isDirectory: is('folder'),
      isSymbolicLink: is('link'),
      isBlockDevice: no,
      isCharacterDevice: no,
      isFIFO: no,
      isSocket: no,
    }
  }
  const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^[A-Za-z]:/, '')
  const calls = {
    lstatSync: (path: string) => kinds(findEntry(disk, plain(path), false)),
    statSync: (path: string) => kinds(findEntry(disk, plain(path), true)),
    readdirSync(path: string) {
      const folder = findEntry(disk, plain(path), true)
      if (folder?.kind !== 'folder') throw errno('ENOTDIR')
      return [...folder.children.values()].map(kinds)
    },
  }
  return calls as unknown as GlobFileSystem
}
