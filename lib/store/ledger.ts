import { fingerprint, utf8Text } from '../indexes/bytes.ts'
import { type AnyEvent, decodeLedger, LEDGER_FOLDER } from '../ledger/codec.ts'
import { continues, EMPTY_LEDGER, fold, type LedgerState, type Verified } from '../ledger/fold.ts'
import type { Learning } from '../ledger/learning.ts'
import {
  decodeHead,
  decodeRows,
  encodeState,
  findLearning,
  findTaught,
  findVerified,
  type StateRows,
} from '../ledger/state-codec.ts'
import { taughtWords } from '../ledger/words.ts'
import type { EntryStat, Files, Host } from '../model/ports.ts'
import type { Lookup, Signals } from '../model/signals.ts'
import { parseJson } from '../text/json.ts'
import { byKey } from '../text/order.ts'
import { TOKENIZER_VERSION } from '../text/tokenize.ts'
import { replaceFile } from './apply.ts'
import { LOCAL, type Project } from './project.ts'
import { sealed, unsealed } from './sealed.ts'

/** Flags that hooks raise, as events of this clone alone until an `update` settles them. */
export const FLAGS_PATH = `${LOCAL}/flags.jsonl`
const CACHE_PATH = `${LOCAL}/ledger-fold`
const KIND = 'pmem.ledger_fold'
/** The lines of questions hold terms: those of another tokenizer are worth nothing. */
const FORMAT = `3.${TOKENIZER_VERSION}`
const DAY_MS = 86_400_000
/** A folder or file changed this shortly before it was recorded may have changed again since; see store/stat-cache. */
const RACY_MS = 2_000

/** What the ledger and the local flags come to, for readers. `broken` counts lines that are no event. */
export type Ledger = Omit<LedgerState, 'verified' | 'learning'> & {
  readonly verified: Lookup<Verified>
  readonly learning: Lookup<Learning>
  readonly taught: Signals['taught']
  readonly broken: number
}

export const NO_LEDGER: Ledger = { ...EMPTY_LEDGER, taught: new Map(), broken: 0 }

/**
 * The state of the ledger. A one-off process reads what was appended since the last one and the folded rest from a cache;
 * whatever the cache cannot vouch for is replayed from the files. Never waits and never fails on a disk that refuses.
 */
export function readLedger(project: Project, readOnly = false): Ledger {
  const keep = readOnly ? unkept : remembered
  const { files } = project
  const [folder, flags] = [files.stat(LEDGER_FOLDER), files.stat(FLAGS_PATH)]
  if (folder?.kind !== 'folder' && flags?.kind !== 'file') return NO_LEDGER
  const cache = readCache(files)
  const now = lookAround(files, cache)
  const { grown, lost } = cache === undefined ? { grown: [], lost: true } : compare(cache.files, now.files)
  if (cache !== undefined && !lost) {
    if (grown.length === 0) {
      // Nothing is new, but a month that was too young to be taken for over may be by now: then its files need no look any more.
      const later = { ...cache, recorded: project.host.now() }
      if (!readOnly && now.months.some((month) => !isClosed(month, cache) && isClosed(month, later)))
        writeCache(project, { ...now, files: cache.files }, encodeState(cache.head).head, cache.rows)
      return { ...cache.head, ...lookups(cache.rows), broken: brokenIn(cache.files) }
    }
    const read = grown.map(({ file, from }) => readFrom(files, file, from))
    const events = read.flatMap((part) => part.events)
    if (continues(cache.head, events))
      return keep(
        project,
        { ...now, files: merged(now.files, cache.files, read) },
        fold(events, { ...cache.head, ...decodeRows(cache.rows) }),
      )
  }
  const read = now.files.map((file) => readFrom(files, file, undefined))
  return keep(project, { ...now, files: merged(now.files, [], read) }, fold(read.flatMap((part) => part.events)))
}

const lookups = (rows: StateRows): Pick<Ledger, 'verified' | 'learning' | 'taught'> => ({
  verified: { get: (id) => findVerified(rows, id) },
  learning: { get: (id) => findLearning(rows, id) },
  taught: { get: (term) => findTaught(rows, term) },
})

/** Every event of the ledger and of the local flags, in no order, read from the files. */
export const ledgerEvents = ({ files }: Project): readonly AnyEvent[] =>
  lookAround(files, undefined).files.flatMap((file) => readFrom(files, file, undefined).events)

/** The files of the ledger, without the local flags. */
export const ledgerFiles = ({ files }: Project): readonly string[] =>
  lookAround(files, undefined)
    .files.map(({ path }) => path)
    .filter((path) => path !== FLAGS_PATH)

/** Identifies what the ledger says, for receipts; null while it says nothing. Independent of files and of their order. */
export const ledgerMark = ({ events, sum, last }: Ledger): string | null =>
  events === 0 ? null : fingerprint(JSON.stringify([events, sum, last]))

/** Lines of the ledger that are no event, by file and line, found by reading everything. */
export function ledgerFaults({ files }: Project): readonly { readonly file: string; readonly line: number }[] {
  return lookAround(files, undefined).files.flatMap(({ path }) => {
    const bytes = files.read(path)
    return bytes === undefined ? [] : decodeLedger(utf8Text(bytes)).broken.map((line) => ({ file: path, line }))
  })
}

/** True where some event settled what was said of `id` for just this reason: how a card ended that is no longer there. */
export const hasEnded = ({ files }: Project, id: string, reason: string): boolean =>
  lookAround(files, undefined).files.some(({ path }) => {
    const bytes = files.read(path)
    const text = bytes === undefined ? '' : utf8Text(bytes)
    // biome-ignore format: one condition
    return text.includes(reason) && decodeLedger(text).events.some((event) => event.k === 'resolved' && event.c === id && event.reason === reason)
  })

/** A file of the ledger as it was read: up to which byte, and how many of its lines are no event. */
type Seen = {
  readonly path: string
  readonly size: number
  readonly modified: number
  readonly changed: number
  readonly inode: number
  readonly read: number
  readonly broken: number
}
type Month = { readonly path: string; readonly modified: number; readonly changed: number; readonly inode: number }
type Around = { readonly recorded: number; readonly months: readonly Month[]; readonly files: readonly Seen[] }
type Cache = Around & { readonly head: LedgerState; readonly rows: StateRows }

/** The files there are. A month that was over when it was recorded gets no new lines: its files stand as long as the folder does. */
function lookAround(files: Files, cache: Cache | undefined): Omit<Around, 'recorded'> {
  const seen: Seen[] = []
  const months: Month[] = []
  let next = 0
  for (const { name, kind } of files.list(LEDGER_FOLDER) ?? []) {
    const path = `${LEDGER_FOLDER}/${name}`
    const stat = kind === 'folder' ? files.stat(path) : undefined
    if (stat === undefined) continue
    const month: Month = { path, modified: stat.modified, changed: stat.changed, inode: stat.inode }
    months.push(month)
    if (cache !== undefined && isClosed(month, cache)) {
      // Both lists are in the order of their paths: one pass over what is remembered serves all months.
      while (next < cache.files.length && cache.files[next]!.path < `${path}/`) next += 1
      while (next < cache.files.length && cache.files[next]!.path.startsWith(`${path}/`)) {
        seen.push(cache.files[next]!)
        next += 1
      }
    } else
      for (const entry of files.list(path) ?? [])
        if (entry.kind === 'file' && entry.name.endsWith('.jsonl')) add(seen, files, `${path}/${entry.name}`)
  }
  add(seen, files, FLAGS_PATH)
  return { months, files: seen.sort(byKey(({ path }) => path)) }
}

function add(seen: Seen[], files: Files, path: string): void {
  const stat = files.stat(path)
  if (stat?.kind === 'file') seen.push(seenAs(path, stat))
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

function isClosed(month: Month, cache: Cache): boolean {
  const before = cache.months.find(({ path }) => path === month.path)
  if (
    before === undefined ||
    before.modified !== month.modified ||
    before.changed !== month.changed ||
    before.inode !== month.inode
  )
    return false
  const name = month.path.slice(-'2026-07'.length)
  return month.changed < cache.recorded - RACY_MS && name < new Date(cache.recorded - DAY_MS).toISOString().slice(0, name.length)
}

/** What must be read: files that are new or longer. `lost` when one is gone, shorter or another file: then nothing is certain. */
function compare(
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

type Part = { readonly events: readonly AnyEvent[]; readonly seen: Seen }

/** The events behind what was read before. A last line that is not ended and no event may still be in the making: it is read again. */
function readFrom(files: Files, file: Seen, from: Seen | undefined): Part {
  const reader = files.open(file.path)
  if (reader === undefined) return { events: [], seen: file }
  try {
    const start = from?.read ?? 0
    const bytes = reader.read(start, reader.size - start)
    const ended = bytes.lastIndexOf(0x0a) + 1
    const whole = decodeLedger(utf8Text(bytes.subarray(0, ended)))
    const tail = decodeLedger(utf8Text(bytes.subarray(ended)))
    const isEvent = tail.broken.length === 0
    const seen = {
      ...file,
      size: reader.size,
      read: start + (isEvent ? bytes.length : ended),
      broken: (from?.broken ?? 0) + whole.broken.length,
    }
    return { events: [...whole.events, ...tail.events], seen }
  } finally {
    reader.close()
  }
}

const merged = (now: readonly Seen[], before: readonly Seen[], read: readonly Part[]): readonly Seen[] => {
  const byPath = new Map([...before, ...read.map(({ seen }) => seen)].map((file) => [file.path, file]))
  return now.map((file) => byPath.get(file.path) ?? file)
}

/** Bytes behind the last event that was read are a torn line. */
const brokenIn = (files: readonly Seen[]): number =>
  files.reduce((sum, { broken, size, read }) => sum + broken + (size > read ? 1 : 0), 0)

const unkept = (_project: Project, around: Omit<Around, 'recorded'>, state: LedgerState): Ledger => ({
  ...state,
  taught: taughtIn(state),
  broken: brokenIn(around.files),
})

/** Most commands ask for no word. */
function taughtIn({ learning }: LedgerState): Ledger['taught'] {
  let words: ReturnType<typeof taughtWords> | undefined
  return {
    get(term) {
      words ??= taughtWords(learning)
      return words.get(term)
    },
  }
}

/** Remembers a state and gives it to the reader. */
function remembered(project: Project, around: Omit<Around, 'recorded'>, state: LedgerState): Ledger {
  const { head, rows } = encodeState(state)
  writeCache(project, around, head, rows)
  return unkept(project, around, state)
}

/** Best effort: on a read-only disk the next command replays the ledger again. */
function writeCache({ host, files }: Project, around: Omit<Around, 'recorded'>, head: object, rows: StateRows): void {
  const { months, files: seen } = around
  const lengths = PARTS.map((part) => rows[part].length)
  const first = JSON.stringify({ kind: KIND, format: FORMAT, recorded: host.now(), months, files: seen, head, lengths })
  try {
    replaceFile(host, files, CACHE_PATH, sealed(`${first}\n${PARTS.map((part) => rows[part]).join('')}`), {
      sync: false,
      mode: 0o600,
    })
  } catch {
    // See above.
  }
}

/** The order in which the lines of a state stand in the cache. */
const PARTS = ['verified', 'learning', 'taught'] as const satisfies readonly (keyof StateRows)[]

function readCache(files: Files): Cache | undefined {
  const text = unsealed(files.read(CACHE_PATH))
  if (text === undefined) return undefined
  const end = text.indexOf('\n')
  const first = parseJson(text.slice(0, Math.max(0, end))) as
    | (Around & { readonly kind: string; readonly format: string; readonly head: unknown; readonly lengths: unknown })
    | undefined
  if (first?.kind !== KIND || first.format !== FORMAT || !Array.isArray(first.files) || !Array.isArray(first.months))
    return undefined
  const head = decodeHead(first.head)
  const rows = rowsIn(text.slice(end + 1), first.lengths)
  return head === undefined || rows === undefined
    ? undefined
    : { recorded: first.recorded, months: first.months, files: first.files, head, rows }
}

/** The parts by their lengths; undefined where the text was cut short. */
function rowsIn(text: string, lengths: unknown): StateRows | undefined {
  if (!Array.isArray(lengths) || lengths.length !== PARTS.length) return undefined
  const [verified, learning, taught] = lengths as [number, number, number]
  if (verified + learning + taught !== text.length) return undefined
  return {
    verified: text.slice(0, verified),
    learning: text.slice(verified, verified + learning),
    taught: text.slice(verified + learning),
  }
}

/**
 * Gives each new event its id and its moment: now, but later than whatever the ledger holds and than the one before, so
 * that a clock that was set back, here or on another machine, cannot put an answer before what it answers.
 */
export function newEvents(host: Host, { last }: Ledger): () => { readonly e: string; readonly t: number } {
  let before = last === null ? -1 : last[0]
  return () => {
    before = Math.max(host.now(), before + 1)
    return { e: host.token(), t: before }
  }
}
