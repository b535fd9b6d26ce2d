import { utf8Bytes } from '../indexes/bytes.ts'
import { PmemError } from '../model/error.ts'
import type { Files, Host } from '../model/ports.ts'
import { type OpenStore, type PastStore, stateOf } from './open.ts'
import { type Contents, contentsOf, overlayFiles } from './overlay.ts'
import type { Project } from './project.ts'
import { rebuildStore } from './refresh.ts'

const SECOND_MS = 1_000
/** Blobs are read from git so many bytes at a time. */
const BATCH_BYTES = 16 * 1024 * 1024
/** Larger files are no cards; they are read when somebody asks for one. */
const LARGEST_CARD = 1024 * 1024
const COMMIT = /^[0-9a-f]{40,64}$/

/** The memory as a commit holds it. What is not committed, flags of this machine among it, is no part of that. Throws NOT_FOUND. */
export function openCommit(project: Project, name: string): PastStore {
  const { host, root } = project
  const commit = host.git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])?.trim() ?? ''
  const seconds = COMMIT.test(commit) ? host.git(root, ['show', '-s', '--format=%ct', commit]) : undefined
  const tree = seconds === undefined ? undefined : commitFiles(project, commit)
  if (seconds === undefined || tree === undefined)
    throw new PmemError('NOT_FOUND', `git knows no commit ${JSON.stringify(name)} here`, {
      fix: 'Name a commit, a branch or a tag, such as HEAD~3; `git log` lists them.',
    })
  if (![...tree.keys()].some((path) => path.startsWith('.pmem/')))
    throw new PmemError('NOT_FOUND', `commit ${commit.slice(0, 12)} holds no .pmem folder here`, {
      fix: 'Name a later commit: `git log -- .pmem` lists those that changed the memory.',
    })
  return { store: pastStore(project, tree, commit), now: Number(seconds.trim()) * SECOND_MS }
}

/** The store that these files make. `commit` counts as HEAD. */
export function pastStore({ host, root }: Project, contents: Contents, commit: string | null): OpenStore {
  const files = overlayFiles(root, commit === null ? contents : withHead(contents, commit))
  const past: Project = { host: pastHost(host, root, files, commit), root, files }
  const { store } = rebuildStore(past, { write: { kind: 'never' } })
  return { ...store, state: stateOf(store.graph, 'fresh', 0, null) }
}

/** The files below the project in a commit, read when they are asked for; cards at once. Undefined where git does not know it. */
export function commitFiles({ host, root }: Project, commit: string): Contents | undefined {
  const output = host.git(root, ['ls-tree', '-r', '-z', '-l', commit])
  if (output === undefined) return undefined
  const blobs = new Map<string, { readonly id: string; readonly size: number }>()
  for (const entry of output.split('\0')) {
    // Links and submodules are no files of the memory.
    const [, id, size, path] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/.exec(entry) ?? []
    if (id !== undefined && path !== undefined) blobs.set(path, { id, size: Number(size) })
  }
  const read = new Map<string, Uint8Array>()
  const load = (paths: readonly string[]): void => {
    const contents = host.gitBlobs(
      root,
      paths.map((path) => blobs.get(path)!.id),
    )
    contents?.forEach((bytes, index) => void read.set(paths[index]!, bytes))
  }
  for (const batch of batches([...blobs].filter(([path, { size }]) => isCardLike(path) && size <= LARGEST_CARD))) load(batch)
  return {
    keys: () => blobs.keys(),
    size: (path) => blobs.get(path)?.size,
    get(path) {
      if (blobs.has(path) && !read.has(path)) load([path])
      return read.get(path)
    },
  }
}

const isCardLike = (path: string): boolean => path.startsWith('.pmem/') || /\.(?:md|markdown|mdx)$/i.test(path)

function* batches(files: readonly (readonly [string, { readonly size: number }])[]): Iterable<readonly string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const [path, { size }] of files) {
    if (bytes + size > BATCH_BYTES && batch.length > 0) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(path)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Other contents in place of some; null takes a file away. */
export function changedContents(contents: Contents, changes: ReadonlyMap<string, Uint8Array | null>): Contents {
  return {
    keys: () => [...new Set([...contents.keys(), ...changes.keys()])].filter((path) => changes.get(path) !== null),
    size: (path) => (changes.has(path) ? changes.get(path)?.length : contents.size(path)),
    get: (path) => (changes.has(path) ? (changes.get(path) ?? undefined) : contents.get(path)),
  }
}

const HEAD = '.git/HEAD'
const withHead = (contents: Contents, commit: string): Contents =>
  changedContents(contents, new Map([[HEAD, utf8Bytes(`${commit}\n`)]]))

/** The same machine, but for the folder of the project and what HEAD is there. */
function pastHost(host: Host, root: string, files: Files, commit: string | null): Host {
  const head = overlayFiles(root, contentsOf(new Map(commit === null ? [] : [['HEAD', utf8Bytes(`${commit}\n`)]])))
  const git = host.resolve(root, '.git')
  return Object.create(host, {
    files: { value: (folder: string): Files => (folder === root ? files : folder === git ? head : host.files(folder)) },
  }) as Host
}
