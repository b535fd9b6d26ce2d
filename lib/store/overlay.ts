import { PmemError } from '../model/error.ts'
import type { Entry, EntryStat, Files } from '../model/ports.ts'
import { globMatcher } from '../text/glob.ts'
import { byKey, byText, sortedUnique } from '../text/order.ts'

/** Files by path, with sizes known before a content is asked for. */
export type Contents = {
  keys(): Iterable<string>
  size(path: string): number | undefined
  get(path: string): Uint8Array | undefined
}

export const contentsOf = (files: ReadonlyMap<string, Uint8Array>): Contents => ({
  keys: () => files.keys(),
  size: (path) => files.get(path)?.length,
  get: (path) => files.get(path),
})

/**
 * Files that are only thought of, over those of a folder or over none: what the memory would say with them, or said when they
 * lay there. `under` is what shows through. Reading only: whatever writes is refused with CANNOT_WRITE.
 */
export function overlayFiles(root: string, contents: Contents, under?: Files): Files {
  const folders = new Map<string, Map<string, Entry>>()
  for (const path of contents.keys()) addToFolders(folders, path)
  const stat = (path: string): EntryStat | undefined => {
    const size = contents.size(path)
    if (size !== undefined) return statOf('file', size)
    return folders.has(path) ? statOf('folder', 0) : under?.stat(path)
  }
  const list = (folder: string): readonly Entry[] | undefined => {
    const own = folders.get(folder)
    const below = under?.list(folder)
    if (own === undefined) return below
    const merged = new Map([...(below ?? []).map((entry) => [entry.name, entry] as const), ...own])
    return [...merged.values()].sort(byKey(({ name }) => name))
  }
  return {
    root,
    stat,
    follow: stat,
    real: (path) => (stat(path) === undefined ? undefined : path),
    read: (path) => contents.get(path) ?? under?.read(path),
    open(path) {
      const bytes = contents.get(path)
      if (bytes === undefined) return under?.open(path)
      return {
        size: bytes.length,
        read: (offset, length) => bytes.subarray(offset, offset + length),
        close: () => undefined,
      }
    },
    list,
    entries: list,
    glob(patterns, ignore) {
      const wanted = patterns.map(reaching)
      const unwanted = ignore.map(globMatcher)
      const own = [...contents.keys()].filter((path) => wanted.some((is) => is(path)) && !unwanted.some((is) => is(path)))
      return sortedUnique([...own, ...(under?.glob(patterns, ignore) ?? [])]).sort(byText)
    },
    makeFolder: refuse,
    create: refuse,
    append: refuse,
    overwrite: refuse,
    rename: refuse,
    remove: refuse,
    removeFolder: refuse,
    touch: refuse,
  }
}

/** A pattern reaches folders and files with a dot only by naming them, as in globbing. */
function reaching(pattern: string): (path: string) => boolean {
  const matches = globMatcher(pattern)
  const named = new Set(pattern.split('/'))
  return (path) => matches(path) && path.split('/').every((part) => !part.startsWith('.') || named.has(part))
}

function refuse(path: string): never {
  throw new PmemError('CANNOT_WRITE', `${path} is only thought of and cannot be written`)
}

const statOf = (kind: EntryStat['kind'], size: number): EntryStat => ({
  kind,
  size,
  modified: 0,
  changed: 0,
  inode: 0,
  mode: 0,
})

function addToFolders(folders: Map<string, Map<string, Entry>>, path: string): void {
  let name = path.slice(path.lastIndexOf('/') + 1)
  let folder = path.slice(0, Math.max(0, path.length - name.length - 1))
  let kind: Entry['kind'] = 'file'
  for (;;) {
    const entries = folders.get(folder) ?? new Map<string, Entry>()
    folders.set(folder, entries)
    const known = entries.has(name)
    entries.set(name, { name, kind })
    if (known || folder === '') return
    const slash = folder.lastIndexOf('/')
    name = folder.slice(slash + 1)
    folder = folder.slice(0, Math.max(0, slash))
    kind = 'folder'
  }
}
