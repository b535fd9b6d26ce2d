import { utf8Text } from '../indexes/bytes.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { globMatcher, isGlob } from '../text/glob.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { splitEntry } from '../update/affected.ts'
import { replaceFile } from './apply.ts'
import { headCommit } from './git-head.ts'
import { LOCAL, type Project } from './project.ts'

const PATH = `${LOCAL}/source-dates.json`
const KIND = 'pmem.source_dates'
const SECOND_MS = 1_000

/** The last UTC day on which a commit changed what an entry leads to, if it was after the given day; undefined otherwise and without git. */
export type SourceDates = (entry: string, after: number) => number | undefined

type Known = { readonly head: string; readonly since: number; readonly days: ReadonlyMap<string, number> }

/**
 * Days of the last commits by file, asked of git when first needed and kept for the commit of HEAD, so that git is asked
 * once a commit. `readOnly` keeps nothing.
 */
export function sourceDates(project: Project, readOnly = false): SourceDates {
  let known: Known | undefined
  const head = (): string | null => headCommit(project.host, project.root)
  let current: string | null | undefined
  return (entry, after) => {
    current ??= head()
    if (current === null) return undefined
    if (known === undefined || known.since > after) known = load(project, current, after, readOnly ? (_, found) => found : keep)
    if (known === undefined) return undefined
    const day = lastDay(known.days, splitEntry(entry).path)
    return day !== undefined && day > after ? day : undefined
  }
}

function lastDay(days: ReadonlyMap<string, number>, path: string): number | undefined {
  const exact = days.get(path)
  if (exact !== undefined) return exact
  let last: number | undefined
  const holds = isGlob(path) ? globMatcher(path) : (file: string): boolean => file.startsWith(`${path}/`)
  for (const [file, day] of days) if ((last === undefined || day > last) && holds(file)) last = day
  return last
}

function load(project: Project, head: string, after: number, keepIt: typeof keep): Known | undefined {
  const cached = read(project)
  if (cached !== undefined && cached.since <= after) {
    if (cached.head === head) return cached
    const newer = log(project, [`${cached.head}..${head}`])
    if (newer !== undefined) return keepIt(project, { head, since: cached.since, days: later(cached.days, newer) })
  }
  // A month more than asked for, so that the next card does not ask again.
  const since = Math.min(after, cached?.since ?? after) - 30
  const days = log(project, [`--since=${isoDate(since)}T00:00:00Z`, head])
  return days === undefined ? undefined : keepIt(project, { head, since, days })
}

function later(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const days = new Map(a)
  for (const [path, day] of b) days.set(path, Math.max(day, days.get(path) ?? day))
  return days
}

/** `git log` as the last UTC day by path below the project. Merges show no files of their own. */
function log({ host, root }: Project, range: readonly string[]): ReadonlyMap<string, number> | undefined {
  const output = host.git(root, [
    'log',
    '-z',
    '--format=%x01%ct',
    '--name-only',
    '--no-renames',
    '--relative',
    ...range,
    '--',
    '.',
  ])
  if (output === undefined) return undefined
  const days = new Map<string, number>()
  let day = 0
  for (const part of output.split('\0')) {
    const text = part.replace(/^\n+/, '')
    if (text.startsWith('\u0001')) {
      // The first file follows the head after a line break, where -z ends only the files.
      const [time = '', file = ''] = text.slice(1).split('\n', 2)
      day = dayOf(Number(time) * SECOND_MS)
      if (file !== '') note(days, file, day)
    } else if (text !== '') note(days, text, day)
  }
  return days
}

const note = (days: Map<string, number>, path: string, day: number): void =>
  void days.set(path, Math.max(day, days.get(path) ?? day))

function read({ files }: Project): Known | undefined {
  const bytes = files.read(PATH)
  const value = bytes === undefined ? undefined : parseJson(utf8Text(bytes))
  if (
    !isRecord(value) ||
    value['kind'] !== KIND ||
    typeof value['head'] !== 'string' ||
    typeof value['since'] !== 'number' ||
    !Array.isArray(value['days'])
  )
    return undefined
  return { head: value['head'], since: value['since'], days: new Map(value['days'] as [string, number][]) }
}

function keep({ host, files }: Project, known: Known): Known {
  try {
    replaceFile(
      host,
      files,
      PATH,
      `${JSON.stringify({ kind: KIND, head: known.head, since: known.since, days: [...known.days] })}\n`,
      { sync: false, mode: 0o600 },
    )
  } catch {
    // A read-only disk: the next command asks git again.
  }
  return known
}
