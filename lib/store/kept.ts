import { maskSecrets } from '../guard/secrets.ts'
import { utf8Bytes, utf8Text } from '../indexes/bytes.ts'
import type { Sha256 } from '../model/ids.ts'
import type { Files } from '../model/ports.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { byKey, byText } from '../text/order.ts'
import { replaceFile } from './apply.ts'
import { headCommit } from './git-head.ts'
import { LOCAL, MANIFEST_PATH, type Project } from './project.ts'

/** Which files of a state of the memory no commit holds, one file a state, and their contents beside them by hash. */
const FOLDER = `${LOCAL}/past`
const BLOBS = `${FOLDER}/blobs`
const KIND = 'pmem.past'
/** As many as receipts: a state without a receipt tells nobody anything. */
const KEPT = 1000
/** Without git every card is kept; of a memory larger than this nothing is. */
const MOST_FILES = 2_000
const MOST_BYTES = 16 * 1024 * 1024

/**
 * A state of the memory: the commit it lies over, and the files that differ from it; null for one that was not there.
 * `masked` is true where a file held credentials: those are not kept, so such a file is not what it was byte for byte.
 */
export type Kept = {
  readonly head: string | null
  readonly files: ReadonlyMap<string, Uint8Array | null>
  readonly masked: boolean
}

const pathFor = (sourceHash: string, manifest: string): string => `${FOLDER}/${sourceHash.slice(0, 16)}-${manifest}.json`

/**
 * Keeps what git does not hold of a new state of the memory, so that its answers can be given again: `why` reads it. Asks git
 * once. Best effort: a read-only disk keeps nothing, and answers do not depend on it. `tracked` are the files that make up the
 * memory, `folders` those they lie in.
 */
export function keepState(
  project: Project,
  sourceHash: Sha256,
  manifest: string,
  tracked: readonly string[],
  folders: readonly string[],
): void {
  const { host, files } = project
  const path = pathFor(sourceHash, manifest)
  try {
    if (files.stat(path) !== undefined) return
    const head = headCommit(host, project.root)
    const differs = head === null ? undefined : uncommitted(project, folders)
    const own = [...tracked, MANIFEST_PATH].filter((each) => differs?.(each) ?? true)
    const present = new Set<string>([...tracked, MANIFEST_PATH])
    const gone = (differs?.deleted ?? []).filter((each) => !present.has(each))
    if (own.length > MOST_FILES || own.reduce((sum, each) => sum + (files.stat(each)?.size ?? 0), 0) > MOST_BYTES) return
    const kept = own.flatMap((each): [string, string][] => {
      const bytes = files.read(each)
      return bytes === undefined ? [] : [[each, keepBlob(project, bytes)]]
    })
    const record = {
      kind: KIND,
      format: 1,
      head: differs === undefined ? null : head,
      files: [...kept, ...gone.map((each) => [each, null] as const)].sort(byKey(([each]) => each)),
    }
    replaceFile(host, files, path, `${JSON.stringify(record)}\n`, { sync: false, mode: 0o600 })
    prune(files)
  } catch {
    // Without it an answer of this state cannot be given again, and `why` says so.
  }
}

/**
 * A blob is text, or a list of bytes where it is not UTF-8, or text whose credentials are masked, behind its own hash. Its name is
 * always the hash of what the file was.
 */
function keepBlob({ host, files }: Project, bytes: Uint8Array): string {
  const hash = host.sha256(bytes)
  const path = `${BLOBS}/${hash}`
  if (files.stat(path) !== undefined) return hash
  const text = utf8Text(bytes)
  const masked = maskSecrets(text)
  // The decoder drops a BOM and replaces what is not UTF-8: what it does not give back is kept as numbers.
  const exact = (): string => (host.sha256(text) === hash ? `t${text}` : `b${[...bytes].join(' ')}`)
  const blob = masked === text ? exact() : `m${host.sha256(masked)}\n${masked}`
  replaceFile(host, files, path, blob, { sync: false, mode: 0o600 })
  return hash
}

type Blob = { readonly bytes: Uint8Array; readonly masked: boolean }

function readBlob({ host, files }: Project, name: string): Blob | undefined {
  const stored = /^[0-9a-f]{64}$/.test(name) ? files.read(`${BLOBS}/${name}`) : undefined
  if (stored === undefined) return undefined
  const [kind, text] = [String.fromCharCode(stored[0] ?? 0), (): string => utf8Text(stored.subarray(1))]
  const bytes =
    kind === 't'
      ? stored.subarray(1)
      : kind === 'm'
        ? utf8Bytes(text().slice(HASH_LENGTH + 1))
        : Uint8Array.from(text().split(' '), Number)
  const hash = kind === 'm' ? text().slice(0, HASH_LENGTH) : name
  return host.sha256(bytes) === hash ? { bytes, masked: kind === 'm' } : undefined
}
const HASH_LENGTH = 64

/** What was kept of the state with these marks; undefined where nothing was, or not all of it is there. */
export function readKept(project: Project, sourceHash: string, manifest: string): Kept | undefined {
  const bytes = project.files.read(pathFor(sourceHash, manifest))
  const value = bytes === undefined ? undefined : parseJson(utf8Text(bytes))
  if (!isRecord(value) || value['kind'] !== KIND || !Array.isArray(value['files'])) return undefined
  const files = new Map<string, Uint8Array | null>()
  let masked = false
  for (const [path, hash] of value['files'] as readonly (readonly [string, string | null])[]) {
    const blob = hash === null ? null : readBlob(project, hash)
    if (blob === undefined) return undefined
    files.set(path, blob?.bytes ?? null)
    masked ||= blob?.masked === true
  }
  return { head: typeof value['head'] === 'string' ? value['head'] : null, files, masked }
}

/** Tells paths that differ from HEAD, or that git leaves out. Undefined where git fails: then nothing counts as committed. */
function uncommitted(
  { host, root }: Project,
  folders: readonly string[],
): (((path: string) => boolean) & { readonly deleted: readonly string[] }) | undefined {
  const places = [...new Set(folders.map((folder) => (folder === '' ? '.' : folder)))]
  const changed = host.git(root, ['diff', '--name-only', '--no-renames', '--relative', '-z', 'HEAD', '--', ...places])
  const others =
    changed === undefined ? undefined : host.git(root, ['ls-files', '--others', '-x', 'node_modules', '-z', '--', ...places])
  if (changed === undefined || others === undefined) return undefined
  const names = (output: string): readonly string[] => output.split('\0').filter((name) => name !== '')
  const differing = new Set([...names(changed), ...names(others)])
  return Object.assign((path: string) => differing.has(path), { deleted: names(changed) })
}

/** Drops the oldest states, and contents that no state has any more. A tenth more than are kept, so that this is rare. */
function prune(files: Files): void {
  const states = (files.list(FOLDER) ?? []).filter(({ kind }) => kind === 'file').map(({ name }) => name)
  if (states.length <= KEPT * 1.1) return
  const dated = states.map((name) => ({ name, modified: files.stat(`${FOLDER}/${name}`)?.modified ?? 0 }))
  dated.sort((a, b) => b.modified - a.modified || byText(a.name, b.name))
  for (const { name } of dated.slice(KEPT)) files.remove(`${FOLDER}/${name}`)
  const used = dated
    .slice(0, KEPT)
    .map(({ name }) => utf8Text(files.read(`${FOLDER}/${name}`) ?? new Uint8Array()))
    .join('')
  const hashes = new Set(used.match(/[0-9a-f]{64}/g) ?? [])
  for (const { name } of files.list(BLOBS) ?? []) if (!hashes.has(name)) files.remove(`${BLOBS}/${name}`)
}
