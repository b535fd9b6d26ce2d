import { maskSecrets } from '../guard/secrets.ts'
import { utf8Text } from '../indexes/bytes.ts'
import { type CardId, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Retrieval } from '../model/outcome.ts'
import type { Files } from '../model/ports.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { LOCAL, type Project } from './project.ts'
import { type Counted, type Counts, coveredTo, readCounts, readCovers, tally, writeCounts } from './retrieval-counts.ts'

/** What questions found on this machine, a line each: `{"t":1783080000000,"query":"lock","results":[{"id":"module.store","score":0.81}]}`. */
export const RETRIEVALS_PATH = pathOf(LOCAL, 'retrievals.jsonl')

/** No question is read further than this. */
const LONGEST_QUERY = 4000
/** No line is shorter: a file of fewer bytes than lines allowed times this need not be counted. */
const SHORTEST_LINE = 24
/** Lines are taken into the counts so many at a time before they fall out, so that the counts are seldom written. */
const BATCH = 500
/** Blank bytes at the beginning of the file from which on it is written anew. */
const MOST_BLANK = 1_000_000
/** By then whoever opened the file before it was replaced has written its line. */
const GRACE_MS = 20
const LINE_END = 0x0a

/**
 * Adds a line for a question, after its answer is out: best effort, since the answer does not depend on it. PMEM_NO_LOG and
 * `learning.log` of the manifest switch it off. Never waits for the lock and never fails.
 */
export function logRetrieval(project: Project, { learning }: Manifest, { query, results }: Retrieval): void {
  const { host } = project
  const off = host.env('PMEM_NO_LOG') ?? ''
  if (!learning.log || (off !== '' && off !== '0')) return
  try {
    const line = JSON.stringify({
      t: host.now(),
      query: maskSecrets(query.slice(0, LONGEST_QUERY)),
      results: results.map(({ id, score }) => ({ id, score })),
    })
    append(project, line)
    dropOldest(project, learning.logCap)
  } catch {
    // A read-only disk keeps no log.
  }
}

function append({ files }: Project, lines: string): void {
  try {
    files.append(RETRIEVALS_PATH, `${lines}\n`, 0o600)
  } catch {
    files.makeFolder(LOCAL)
    files.append(RETRIEVALS_PATH, `${lines}\n`, 0o600)
  }
}

/** How often questions found each card on this machine, and when last; what fell out of the log included. */
export function readRetrievals({ files }: Project): ReadonlyMap<CardId, Counted> {
  const { counts } = counted(files)
  return counts.cards
}

/** The questions of the log, the oldest first; lines that are none are left out. */
export function readRetrievalLog({ files }: Project): readonly Retrieval[] {
  const log = readLog(files)
  return log === undefined ? [] : [...linesOf(log.bytes)].filter(({ query }) => typeof query === 'string')
}

/** The same, with the whole log taken into the counts: they last even where the log is deleted. */
export function settleRetrievals(project: Project): ReadonlyMap<CardId, Counted> {
  const { counts, isNew } = counted(project.files)
  if (isNew) writeCounts(project, counts)
  return counts.cards
}

function counted(files: Files): { readonly counts: Counts; readonly isNew: boolean } {
  const counts = readCounts(files)
  const log = readLog(files)
  if (log === undefined) return { counts, isNew: false }
  const from = coveredTo(counts.covers, log.inode, log.bytes.length)
  const to = log.bytes.lastIndexOf(LINE_END) + 1
  return to <= from
    ? { counts, isNew: false }
    : { counts: tally(counts, linesOf(log.bytes.subarray(from, to)), { inode: log.inode, to }), isNew: true }
}

type Log = { readonly inode: number; readonly bytes: Uint8Array }

function readLog(files: Files): Log | undefined {
  const inode = files.stat(RETRIEVALS_PATH)?.inode
  const bytes = inode === undefined ? undefined : files.read(RETRIEVALS_PATH)
  return bytes === undefined || files.stat(RETRIEVALS_PATH)?.inode !== inode ? undefined : { inode: inode!, bytes }
}

function* linesOf(bytes: Uint8Array): Iterable<Retrieval & { readonly t: number }> {
  for (const text of utf8Text(bytes).split('\n')) {
    const line = text.trim() === '' ? undefined : parseJson(text)
    if (isRecord(line) && typeof line['t'] === 'number' && Array.isArray(line['results']))
      yield line as unknown as Retrieval & { readonly t: number }
  }
}

/**
 * Lets the oldest lines fall out when there are more than `cap`. They are written over with blanks, line ends too, so that
 * a full log costs a few bytes a question: what is left is as many lines, the first with blanks before it. Two processes that
 * do the same do no harm. First the lines are taken into the counts, which say up to which byte of which file they go.
 */
function dropOldest(project: Project, cap: number): void {
  const { files } = project
  if ((files.stat(RETRIEVALS_PATH)?.size ?? 0) < cap * SHORTEST_LINE) return
  const log = readLog(files)
  if (log === undefined) return
  const { inode, bytes } = log
  const excess = countLines(bytes) - cap
  if (excess <= 0) return
  const end = endOfLine(bytes, excess)
  if (coveredTo(readCovers(files), inode, bytes.length) < end) {
    // Read anew: another process may have counted meanwhile, and what it counted must not be counted on top of it.
    const counts = readCounts(files)
    const from = coveredTo(counts.covers, inode, bytes.length)
    const to = endOfLine(bytes, excess + BATCH)
    if (from < end) writeCounts(project, tally(counts, linesOf(bytes.subarray(from, to)), { inode, to }))
  }
  // Blanks are bytes and characters alike; what a torn write left of a line is no blank.
  const start = utf8Text(bytes.subarray(0, end)).search(/[^ ]/)
  files.overwrite(RETRIEVALS_PATH, start, ' '.repeat(end - start), inode)
  if (end > MOST_BLANK && end > bytes.length / 2) shrink(project, inode, end)
}

/** Processes that add a line at once may leave an empty one: its end belongs to that of the line before it. */
const endsLine = (bytes: Uint8Array, at: number): boolean => bytes[at + 1] !== LINE_END

function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) if (endsLine(bytes, at)) lines += 1
  return lines
}

/** The offset behind so many lines, or behind the last one there is. */
function endOfLine(bytes: Uint8Array, lines: number): number {
  let end = 0
  for (let left = lines; left > 0; ) {
    const next = bytes.indexOf(LINE_END, end)
    if (next < 0) break
    end = next + 1
    if (endsLine(bytes, next)) left -= 1
  }
  return end
}

/** Writes the file anew without its blank beginning. Whoever has opened the old one still writes there: those lines come after. */
function shrink(project: Project, inode: number, blank: number): void {
  const { host, files } = project
  const old = files.open(RETRIEVALS_PATH)
  if (old === undefined) return
  try {
    const size = old.size
    const temporary = pathOf(LOCAL, 'tmp', `${host.token()}.tmp`)
    files.makeFolder(pathOf(LOCAL, 'tmp'))
    files.create(temporary, utf8Text(old.read(blank, size - blank)), { mode: 0o600, sync: false })
    const counts = readCounts(files)
    const to = coveredTo(counts.covers, inode, size)
    const next = files.stat(temporary)
    if (next === undefined || files.stat(RETRIEVALS_PATH)?.inode !== inode) {
      files.remove(temporary)
      return
    }
    writeCounts(project, {
      ...counts,
      covers: [
        [inode, to],
        [next.inode, Math.max(0, to - blank)],
      ],
    })
    files.rename(temporary, RETRIEVALS_PATH)
    host.sleep(GRACE_MS)
    const late = utf8Text(old.read(size, BATCH * 1000)).trimEnd()
    if (late !== '') append(project, late)
  } finally {
    old.close()
  }
}
