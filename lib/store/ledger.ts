import { fingerprint, utf8Text } from '../indexes/bytes.ts'
import { DamagedIndex } from '../indexes/container.ts'
import { type AnyEvent, decodeLedger, LEDGER_FOLDER } from '../ledger/codec.ts'
import { continues, EMPTY_LEDGER, fold, type LedgerState, type Verified } from '../ledger/fold.ts'
import type { Learning } from '../ledger/learning.ts'
import { decodeRows, findLearning, findTaught, findVerified } from '../ledger/state-codec.ts'
import { taughtWords } from '../ledger/words.ts'
import type { Files, Host } from '../model/ports.ts'
import type { Lookup, Signals } from '../model/signals.ts'
import { canRewrite, type LedgerCache, openLedgerCache, seenIn, writeLedgerCache } from './ledger-cache.ts'
import { compare, FLAGS_PATH, filesOf, isSettled, lookAround, type Place, type Seen, stands } from './ledger-look.ts'
import type { Project } from './project.ts'

/** What the ledger and the local flags come to, for readers. `broken` counts lines that are no event. */
export type Ledger = Omit<LedgerState, 'verified' | 'learning'> & {
  readonly verified: Lookup<Verified>
  readonly learning: Lookup<Learning>
  readonly taught: Signals['taught']
  readonly broken: number
}

export const NO_LEDGER: Ledger = { ...EMPTY_LEDGER, taught: new Map(), broken: 0 }

/**
 * The state of the ledger. A one-off process reads of the folded rest, which is kept in a cache, what it asks for, and what was
 * appended since; whatever the cache cannot vouch for is replayed from the files. Never waits and never fails on a disk that refuses.
 */
export function readLedger(project: Project, readOnly = false): Ledger {
  const { files } = project
  const [folder, flags] = [files.stat(LEDGER_FOLDER), files.stat(FLAGS_PATH)]
  if (folder?.kind !== 'folder' && flags?.kind !== 'file') return NO_LEDGER
  const keep = readOnly ? unkept : remembered
  const cache = openLedgerCache(files)
  if (cache === undefined) return replayed(project, keep)
  const places = lookAround(files, cache)
  if (stands(cache.places, places) && (readOnly || !canSettle(project, places)))
    return { ...cache.head, ...lookups(cache, () => replayed(project, keep)), broken: cache.broken }
  return continued(project, cache, places, keep) ?? replayed(project, keep)
}

type Keep = (project: Project, places: readonly Place[], seen: readonly Seen[], state: LedgerState) => Ledger

/** Nothing is new, but a month that was too young to be taken for over may be by now: then its files need no look any more. */
const canSettle = ({ host, files }: Project, places: readonly Place[]): boolean =>
  places.some((place) => place.files !== undefined && isSettled(place, host.now())) && canRewrite(files)

/** What the cache finds when it is asked; from the first damaged part on what the files say. */
function lookups({ file }: LedgerCache, replay: () => Ledger): Pick<Ledger, 'verified' | 'learning' | 'taught'> {
  let anew: Ledger | undefined
  const find = <V>(inFile: () => V, instead: (ledger: Ledger) => V): V => {
    if (anew === undefined) {
      try {
        return inFile()
      } catch (error) {
        if (!(error instanceof DamagedIndex)) throw error
        anew = replay()
      }
    }
    return instead(anew)
  }
  return {
    verified: {
      get: (id) =>
        find(
          () => findVerified(file, id),
          ({ verified }) => verified.get(id),
        ),
    },
    learning: {
      get: (id) =>
        find(
          () => findLearning(file, id),
          ({ learning }) => learning.get(id),
        ),
    },
    taught: {
      get: (term) =>
        find(
          () => findTaught(file, term),
          ({ taught }) => taught.get(term),
        ),
    },
  }
}

/** The state of the cache with what was appended since; undefined where it takes more than that. */
function continued(project: Project, cache: LedgerCache, places: readonly Place[], keep: Keep): Ledger | undefined {
  const { files } = project
  try {
    const before = seenIn(cache)
    const now = filesOf(places, before)
    const { grown, lost } = compare(before, now)
    if (lost) return undefined
    const read = grown.map(({ file, from }) => readFrom(files, file, from))
    const events = read.flatMap((part) => part.events)
    if (!continues(cache.head, events)) return undefined
    const state = fold(events, { ...cache.head, ...decodeRows(cache.file) })
    // Before it is replaced: some systems do not replace an open file.
    cache.close()
    return keep(project, places, merged(now, before, read), state)
  } catch (error) {
    if (error instanceof DamagedIndex) return undefined
    throw error
  } finally {
    cache.close()
  }
}

/** The state as all files together tell it. */
function replayed(project: Project, keep: Keep): Ledger {
  const places = lookAround(project.files, undefined)
  const seen = filesOf(places, [])
  const read = seen.map((file) => readFrom(project.files, file, undefined))
  return keep(project, places, merged(seen, [], read), fold(read.flatMap((part) => part.events)))
}

/** Every event of the ledger and of the local flags, in no order, read from the files. */
export const ledgerEvents = ({ files }: Project): readonly AnyEvent[] =>
  allFiles(files).flatMap((file) => readFrom(files, file, undefined).events)

/** The files of the ledger, without the local flags. */
export const ledgerFiles = ({ files }: Project): readonly string[] =>
  allFiles(files)
    .map(({ path }) => path)
    .filter((path) => path !== FLAGS_PATH)

const allFiles = (files: Files): readonly Seen[] => filesOf(lookAround(files, undefined), [])

/** Identifies what the ledger says, for receipts; null while it says nothing. Independent of files and of their order. */
export const ledgerMark = ({ events, sum, last }: Ledger): string | null =>
  events === 0 ? null : fingerprint(JSON.stringify([events, sum, last]))

/** Lines of the ledger that are no event, by file and line, found by reading everything. */
export function ledgerFaults({ files }: Project): readonly { readonly file: string; readonly line: number }[] {
  return allFiles(files).flatMap(({ path }) => {
    const bytes = files.read(path)
    return bytes === undefined ? [] : decodeLedger(utf8Text(bytes)).broken.map((line) => ({ file: path, line }))
  })
}

/** True where some event settled what was said of `id` for just this reason: how a card ended that is no longer there. */
export const hasEnded = ({ files }: Project, id: string, reason: string): boolean =>
  allFiles(files).some(({ path }) => {
    const bytes = files.read(path)
    const text = bytes === undefined ? '' : utf8Text(bytes)
    // biome-ignore format: one condition
    return text.includes(reason) && decodeLedger(text).events.some((event) => event.k === 'resolved' && event.c === id && event.reason === reason)
  })

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

const unkept: Keep = (_project, _places, seen, state) => ({ ...state, taught: taughtIn(state), broken: brokenIn(seen) })

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
const remembered: Keep = (project, places, seen, state) => {
  writeLedgerCache(project, { places, seen, state, broken: brokenIn(seen) })
  return unkept(project, places, seen, state)
}

/** Bytes behind the last event that was read are a torn line. */
const brokenIn = (files: readonly Seen[]): number =>
  files.reduce((sum, { broken, size, read }) => sum + broken + (size > read ? 1 : 0), 0)

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
