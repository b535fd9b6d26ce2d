import { utf8Text } from '../indexes/bytes.ts'
import { type CardId, cardId } from '../model/ids.ts'
import type { Retrieval } from '../model/outcome.ts'
import type { Files } from '../model/ports.ts'
import { parseJson } from '../text/json.ts'
import { rowsOf } from '../text/rows.ts'
import { replaceFile } from './apply.ts'
import { LOCAL, type Project } from './project.ts'

const COUNTS_PATH = `${LOCAL}/retrieval-counts`
const KIND = 'pmem.retrieval_counts 1'

/** How often questions found a card, and when last; milliseconds since 1970, UTC. */
export type Counted = { readonly count: number; readonly last: number }

/**
 * Counts of lines of the log, some of which may have fallen out of it. `covers` says for files, by inode, up to which byte
 * their lines are among them: what stands behind counts on top.
 */
export type Counts = {
  readonly covers: readonly (readonly [inode: number, to: number])[]
  readonly cards: ReadonlyMap<CardId, Counted>
}

/** Where the lines begin that are not among the counts: 0 for a file they know nothing of, or one that is shorter by now. */
export function coveredTo(covers: Counts['covers'], inode: number, size: number): number {
  const to = covers.find(([known]) => known === inode)?.[1] ?? 0
  return to > size ? 0 : to
}

/** The counts with further lines, up to a byte of a file. */
export function tally(
  { cards }: Counts,
  lines: Iterable<Retrieval & { readonly t: number }>,
  { inode, to }: { readonly inode: number; readonly to: number },
): Counts {
  const counted = new Map(cards)
  for (const { t, results } of lines) {
    for (const { id } of results) {
      const known = typeof id === 'string' ? cardId(id) : undefined
      if (known === undefined) continue
      const before = counted.get(known)
      counted.set(known, { count: (before?.count ?? 0) + 1, last: Math.max(before?.last ?? 0, t) })
    }
  }
  return { covers: [[inode, to]], cards: counted }
}

/** The counts as they were written; none where there are none or they are damaged. */
export function readCounts(files: Files): Counts {
  const bytes = files.read(COUNTS_PATH)
  const [first = '', ...rows] = bytes === undefined ? [] : utf8Text(bytes).split('\n')
  const covers = coversIn(first)
  const cards = new Map<CardId, Counted>()
  for (const row of covers === undefined ? [] : rows) {
    const [id, count, last] = row.split('\t')
    if (id !== undefined && last !== undefined) cards.set(id as CardId, { count: Number(count), last: Number(last) })
  }
  return { covers: covers ?? [], cards }
}

/** Up to where the counts go, without reading them. */
export function readCovers(files: Files): Counts['covers'] {
  const reader = files.open(COUNTS_PATH)
  if (reader === undefined) return []
  try {
    return coversIn(utf8Text(reader.read(0, LONGEST_HEAD)).split('\n', 1)[0]!) ?? []
  } finally {
    reader.close()
  }
}
/** The first line names two files at most. */
const LONGEST_HEAD = 512

function coversIn(line: string): Counts['covers'] | undefined {
  const head = parseJson(line) as { readonly kind?: unknown; readonly covers?: unknown } | undefined
  return head?.kind === KIND && Array.isArray(head.covers) ? (head.covers as Counts['covers']) : undefined
}

export function writeCounts({ host, files }: Project, { covers, cards }: Counts): void {
  const rows = rowsOf([...cards].map(([id, { count, last }]) => [id, `${count}\t${last}`] as const))
  replaceFile(host, files, COUNTS_PATH, `${JSON.stringify({ kind: KIND, covers })}\n${rows}`, { sync: false, mode: 0o600 })
}
