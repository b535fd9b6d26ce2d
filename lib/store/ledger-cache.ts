import { type Container, openContainer } from '../indexes/container.ts'
import { encodeContainer } from '../indexes/container-writer.ts'
import type { LedgerState } from '../ledger/fold.ts'
import { decodeHead, encodeState } from '../ledger/state-codec.ts'
import type { Files } from '../model/ports.ts'
import { byKey } from '../text/order.ts'
import { TOKENIZER_VERSION } from '../text/tokenize.ts'
import { replaceFile } from './apply.ts'
import type { Place, Recorded, Seen } from './ledger-look.ts'
import { LOCAL, type Project } from './project.ts'

const PATH = `${LOCAL}/ledger-fold`
const KIND = 'pmem.ledger_fold'
const FORMAT = 4

/**
 * What the ledger came to when it was last folded, in a file that is read where a question touches it: its size does not count.
 * Whoever opened it closes it, or leaves that to the end of the process.
 */
export type LedgerCache = Recorded & {
  readonly head: LedgerState
  readonly broken: number
  /** The rows of cards and words, see ledger/state-codec; reading them throws DamagedIndex where the file was altered. */
  readonly file: Container
  readonly close: () => void
}

type Header = {
  readonly kind: typeof KIND
  readonly format: number
  /** The rows of questions hold terms: those of another tokenizer are worth nothing. */
  readonly tokenizer: number
  readonly recorded: number
  readonly broken: number
  readonly places: readonly PlaceRow[]
  readonly state: object
}
type PlaceRow = readonly [path: string, modified: number, changed: number, inode: number, look: number]
type SeenRow = readonly [
  path: string,
  size: number,
  modified: number,
  changed: number,
  inode: number,
  read: number,
  broken: number,
]

/** Undefined where there is none, or it is damaged or of another format. Its checksums vouch for what it says. */
export function openLedgerCache(files: Files): LedgerCache | undefined {
  const reader = files.open(PATH)
  const file = reader === undefined ? undefined : openContainer(reader, KIND, FORMAT)
  const header = file?.header as Header | undefined
  const head = header?.tokenizer === TOKENIZER_VERSION ? decodeHead(header.state) : undefined
  if (reader === undefined || file === undefined || header === undefined || head === undefined) {
    reader?.close()
    return undefined
  }
  const places = header.places.map(([path, modified, changed, inode, look]): Place => ({ path, modified, changed, inode, look }))
  let open = true
  return {
    recorded: header.recorded,
    places,
    head,
    broken: header.broken,
    file,
    close() {
      if (open) reader.close()
      open = false
    },
  }
}

/** The files that were read for it. Throws DamagedIndex. */
export const seenIn = ({ file }: LedgerCache): readonly Seen[] =>
  ([...file.values('files')] as SeenRow[]).map(([path, size, modified, changed, inode, read, broken]) => ({
    path,
    size,
    modified,
    changed,
    inode,
    read,
    broken,
  }))

/** Best effort: on a read-only disk the next command replays the ledger again. */
export function writeLedgerCache(
  { host, files }: Project,
  {
    places,
    seen,
    state,
    broken,
  }: Pick<Recorded, 'places'> & { readonly seen: readonly Seen[]; readonly state: LedgerState; readonly broken: number },
): void {
  const { head, sections } = encodeState(state)
  const header: Header = {
    kind: KIND,
    format: FORMAT,
    tokenizer: TOKENIZER_VERSION,
    recorded: host.now(),
    broken,
    places: places.map(({ path, modified, changed, inode, look }): PlaceRow => [path, modified, changed, inode, look]),
    state: head,
  }
  const rows = [...seen]
    .sort(byKey(({ path }) => path))
    .map((file): SeenRow => [file.path, file.size, file.modified, file.changed, file.inode, file.read, file.broken])
  const text = encodeContainer(header, [
    ...sections,
    { name: 'files', open: '[', rows: rows.map((row) => [row[0], JSON.stringify(row)]) },
  ])
  try {
    replaceFile(host, files, PATH, text, { sync: false, mode: 0o600 })
  } catch {
    // See above.
  }
}

/** False on a disk that takes no writes: there is no point in making the file anew then. */
export function canRewrite(files: Files): boolean {
  try {
    files.touch(PATH)
    return true
  } catch {
    return false
  }
}
