import { checksum, utf8Bytes } from '../indexes/bytes.ts'
import { LEDGER_FOLDER } from '../ledger/codec.ts'
import type { EntryStat, Files } from '../model/ports.ts'
import { LOCAL } from './project.ts'
import { RACY_MS } from './sweep.ts'

/** Flags that hooks raise, as events of this clone alone until an `update` settles them. */
export const FLAGS_PATH = `${LOCAL}/flags.jsonl`
const DAY_MS = 86_400_000

/** A file of the ledger as it was read: up to which byte, and how many of its lines are no event. */
export type Seen = {
  readonly path: string
  readonly size: number
  readonly modified: number
  readonly changed: number
  readonly inode: number
  readonly read: number
  readonly broken: number
}

/** The folder of a month, or the local flags. `look` is a checksum over names and stats of its files: what was appended, added or taken away changes it. */
export type Place = {
  readonly path: string
  readonly modified: number
  readonly changed: number
  readonly inode: number
  readonly look: number
  /** Absent where the folder vouches for its files, so that nobody looked at them. */
  readonly files?: readonly Seen[]
}

/** What was seen before, and when; milliseconds since 1970, UTC. */
export type Recorded = { readonly recorded: number; readonly places: readonly Place[] }

/** The places there are, in the order of their paths. */
export function lookAround(files: Files, before: Recorded | undefined): readonly Place[] {
  const places: Place[] = []
  for (const { name, kind } of files.list(LEDGER_FOLDER) ?? []) {
    const path = `${LEDGER_FOLDER}/${name}`
    const stat = kind === 'folder' ? files.stat(path) : undefined
    if (stat === undefined) continue
    const month = { path, modified: stat.modified, changed: stat.changed, inode: stat.inode }
    const known = before === undefined ? undefined : settledBefore(before, month)
    places.push(known ?? looked(month, lines(files, path)))
  }
  const flags = seenAt(files, FLAGS_PATH)
  if (flags.length > 0) places.push(looked({ path: FLAGS_PATH, modified: 0, changed: 0, inode: 0 }, flags))
  return places
}

const lines = (files: Files, folder: string): readonly Seen[] =>
  (files.list(folder) ?? [])
    .filter(({ name, kind }) => kind === 'file' && name.endsWith('.jsonl'))
    .flatMap(({ name }) => seenAt(files, `${folder}/${name}`))

function seenAt(files: Files, path: string): readonly Seen[] {
  const stat = files.stat(path)
  return stat?.kind === 'file' ? [seenAs(path, stat)] : []
}

const seenAs = (path: string, { size, modified, changed, inode }: EntryStat): Seen => ({
  path,
  size,
  modified,
  changed,
  inode,
  read: 0,
  broken: 0,
})

const looked = (stat: Omit<Place, 'look' | 'files'>, files: readonly Seen[]): Place => ({
  ...stat,
  look: checksum(
    utf8Bytes(
      files.map(({ path, size, modified, changed, inode }) => `${path} ${size} ${modified} ${changed} ${inode}\n`).join(''),
    ),
  ),
  files,
})

/** A month that was over when it was recorded gets no new lines: its files stand as long as the folder does. */
function settledBefore({ places, recorded }: Recorded, month: Omit<Place, 'look'>): Place | undefined {
  const known = places.find(({ path }) => path === month.path)
  return known !== undefined &&
    known.modified === month.modified &&
    known.changed === month.changed &&
    known.inode === month.inode &&
    isSettled(month, recorded)
    ? known
    : undefined
}

/** True for a month that was over at a time, and had not just changed. */
export const isSettled = ({ path, changed }: Omit<Place, 'look'>, at: number): boolean =>
  path !== FLAGS_PATH && changed < at - RACY_MS && path.slice(-MONTH) < new Date(at - DAY_MS).toISOString().slice(0, MONTH)
const MONTH = '2026-07'.length

/** True where both looks saw the same files. */
export const stands = (before: readonly Place[], now: readonly Place[]): boolean =>
  before.length === now.length && now.every(({ path, look }, at) => path === before[at]!.path && look === before[at]!.look)

/** The files of all places, those that nobody looked at as they were seen before. */
export function filesOf(places: readonly Place[], before: readonly Seen[]): readonly Seen[] {
  const known = new Map<string, Seen[]>()
  for (const file of before) {
    const folder = file.path.slice(0, file.path.lastIndexOf('/'))
    const same = known.get(folder)
    if (same === undefined) known.set(folder, [file])
    else same.push(file)
  }
  return places.flatMap(({ path, files }) => files ?? known.get(path) ?? [])
}

/** What must be read: files that are new or longer. `lost` when one is gone, shorter or another file: then nothing is certain. */
export function compare(
  before: readonly Seen[],
  now: readonly Seen[],
): { readonly grown: readonly { readonly file: Seen; readonly from: Seen | undefined }[]; readonly lost: boolean } {
  const known = new Map(before.map((file) => [file.path, file]))
  const grown: { readonly file: Seen; readonly from: Seen | undefined }[] = []
  for (const file of now) {
    const old = known.get(file.path)
    known.delete(file.path)
    if (old === undefined) grown.push({ file, from: undefined })
    else if (old.inode !== file.inode || file.size < old.size) return { grown: [], lost: true }
    else if (file.size > old.size) grown.push({ file, from: old })
    else if (file.modified !== old.modified || file.changed !== old.changed) return { grown: [], lost: true }
  }
  return { grown, lost: known.size > 0 }
}
