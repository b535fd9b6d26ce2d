import { utf8Text } from '../indexes/bytes.ts'
import type { ProjectPath } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import type { Host } from '../model/ports.ts'
import { isIgnored } from '../text/glob.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { byText } from '../text/order.ts'
import { type Change, parseNameStatus, parseStatus, within } from '../update/changes.ts'
import { headCommit } from './git-head.ts'
import { LOCAL, type Project, STORE } from './project.ts'
import { sourceReader } from './sources.ts'

export const RECORD_PATH = `${LOCAL}/changes.json` as ProjectPath
const KIND = 'pmem.changes'

/** What changed since it was last recorded that a change was taken into the memory. */
export type Changes = {
  /** git: work tree and commits; none: there is no git here, and the contents of the sources themselves must tell (see store/baseline). */
  readonly by: 'git' | 'none'
  /** The commit they count from, '' for the beginning, or null: then only what is not committed counts. */
  readonly since: string | null
  /** Sorted by path; the store itself and what the manifest ignores are left out. */
  readonly files: readonly Change[]
}

/**
 * The one detector behind every command: files that differ from what was last recorded, in the work tree and in the
 * commits since. `since` is a commit or a moment (`2026-07-01T00:00:00Z`) to count from instead; undefined from git for one
 * that it does not know. Writes nothing, not even git's index.
 */
export function changesOf(project: Project, manifest: Manifest, since?: string): Changes | undefined {
  const { host, root } = project
  const prefix = gitPrefix(host, root)
  const status = prefix === undefined ? undefined : workTree(host, root)
  if (prefix === undefined || status === undefined) return { by: 'none', since: null, files: [] }
  const record = since === undefined ? readRecord(project) : undefined
  const base = since === undefined ? record?.head : resolveSince(host, root, since)
  if (since !== undefined && base === undefined) return undefined
  const committed = base === undefined || base === null ? '' : sinceCommit(host, root, base)
  const found = within(prefix, [...parseStatus(status), ...parseNameStatus(committed ?? '')])
  const files = found.filter(({ path }) => !isOwn(path) && !isIgnored(path, manifest.autoUpdate.ignorePatterns))
  return {
    by: 'git',
    since: committed === undefined || base === undefined ? null : base,
    files: record === undefined ? files : unsettled(project, files, record.files, manifest),
  }
}

/** The write that takes note of all changes up to now: later ones count from here. For commands that settle them, under the lock. */
export function settleChangesOp(project: Project): WriteOp {
  const { host, root } = project
  const read = sourceReader(project, [], false)
  const prefix = gitPrefix(host, root)
  const tree =
    prefix === undefined ? [] : within(prefix, parseStatus(workTree(host, root) ?? '')).filter(({ path }) => !isOwn(path))
  return recordOp(
    prefix === undefined ? null : (headCommit(host, root) ?? BEGINNING),
    tree.map(({ path }) => [path, read.hash(path)] as const),
  )
}

/**
 * The first record of a clone: commits from here on count, and what is not committed. Before the first commit all that
 * lies there is the beginning. Undefined where there is a record already, or no git.
 */
export function firstRecordOp(project: Project): WriteOp | undefined {
  const { host, root, files } = project
  if (files.stat(RECORD_PATH) !== undefined || gitPrefix(host, root) === undefined) return undefined
  const head = headCommit(host, root)
  return head === null ? settleChangesOp(project) : recordOp(head, [])
}

const isOwn = (path: string): boolean => path === STORE || path.startsWith(`${STORE}/`)

const workTree = (host: Host, root: string): string | undefined =>
  host.git(root, ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--renames', '--', '.'])

const recordOp = (head: string | null, files: readonly (readonly [string, string | null])[]): WriteOp => ({
  op: 'put',
  path: RECORD_PATH,
  text: `${JSON.stringify({ kind: KIND, head, files: [...files].sort(([a], [b]) => byText(a, b)) })}\n`,
  expect: 'any',
  mode: 0o600,
})

type ChangeRecord = { readonly head: string | null; readonly files: readonly (readonly [path: string, hash: string | null])[] }

function readRecord({ files }: Project): ChangeRecord | undefined {
  const bytes = files.read(RECORD_PATH)
  const value = bytes === undefined ? undefined : parseJson(utf8Text(bytes))
  if (!isRecord(value) || value['kind'] !== KIND || !Array.isArray(value['files'])) return undefined
  const head = value['head']
  return { head: typeof head === 'string' ? head : null, files: value['files'] as ChangeRecord['files'] }
}

/** Without files whose content is what was settled; with settled ones that have another content by now, such as after a revert. */
function unsettled(
  project: Project,
  files: readonly Change[],
  settled: ChangeRecord['files'],
  manifest: Manifest,
): readonly Change[] {
  if (settled.length === 0) return files
  const read = sourceReader(project, [], false)
  const changed = new Map(settled.map(([path, hash]) => [path, read.hash(path) === hash ? undefined : hash]))
  const listed = new Set(files.map(({ path }) => path))
  const more = settled.filter(
    ([path]) => !listed.has(path) && changed.get(path) !== undefined && !isIgnored(path, manifest.autoUpdate.ignorePatterns),
  )
  return [
    ...files.filter(({ path }) => !changed.has(path) || changed.get(path) !== undefined),
    ...more.map(([path]): Change => ({ path, kind: read.hash(path) === null ? 'deleted' : 'changed' })),
  ].sort((a, b) => byText(a.path, b.path))
}

/** The path of the project inside its work tree, '' or ending in a slash; undefined outside git. No process where the files tell. */
function gitPrefix(host: Host, root: string): string | undefined {
  for (let folder: string | undefined = root; folder !== undefined; folder = host.parent(folder)) {
    if (host.files(folder).stat('.git') === undefined) continue
    return folder === root ? '' : host.git(root, ['rev-parse', '--show-prefix'])?.replace(/\n$/, '')
  }
  return undefined
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T/
/** Counts from before the first commit. */
const BEGINNING = ''

function resolveSince(host: Host, root: string, since: string): string | undefined {
  if (!MOMENT.test(since))
    return host.git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${since}^{commit}`])?.trim()
  const before = host.git(root, ['rev-list', '-1', `--before=${since}`, 'HEAD', '--'])
  return before === undefined ? undefined : before.trim()
}

function sinceCommit(host: Host, root: string, base: string): string | undefined {
  if (base !== BEGINNING) return host.git(root, ['diff', '--name-status', '-z', '-M', base, 'HEAD', '--', '.'])
  const all = host.git(root, ['ls-tree', '-r', '-z', '--name-only', '--full-name', 'HEAD', '--', '.'])
  return all
    ?.split('\0')
    .filter((path) => path !== '')
    .map((path) => `A\0${path}\0`)
    .join('')
}
