import { fingerprint, utf8Text } from '../indexes/bytes.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { LOCAL, type Project } from './project.ts'

/** What hooks keep of a session of an agent, on this machine alone: a line each, in the order it happened. */
export type SessionRecord =
  /** Cards were shown; `file` where it was for the sake of a file that was about to change. */
  | { readonly k: 'shown'; readonly cards: readonly string[]; readonly file?: string }
  /** A file was changed, and these cards are about it. */
  | { readonly k: 'edited'; readonly file: string; readonly cards: readonly string[] }
  /** The host is about to shorten the conversation: what was shown before is no longer there. */
  | { readonly k: 'compacted' }
  /** It was said that these cards wait for an update. */
  | { readonly k: 'suggested'; readonly cards: readonly string[] }

const FOLDER = `${LOCAL}/sessions`
/** The newest so many sessions are kept. */
const KEPT = 100
/** A session that has said so much is not written down further. */
const MOST_BYTES = 512 * 1024

/** The name comes from outside: only its fingerprint becomes part of a path. */
const pathOfSession = (session: string): string => `${FOLDER}/${fingerprint(session)}.jsonl`

/** The records of a session, the oldest first; lines that are none are left out. Never throws on a damaged file. */
export function readSession({ files }: Project, session: string): readonly SessionRecord[] {
  const bytes = session === '' ? undefined : files.read(pathOfSession(session))
  if (bytes === undefined) return []
  return utf8Text(bytes)
    .split('\n')
    .map(parseJson)
    .filter((line): line is SessionRecord => isRecord(line) && typeof line['k'] === 'string' && isWhole(line))
}

const isWhole = (line: Readonly<Record<string, unknown>>): boolean =>
  line['k'] === 'compacted' ||
  (Array.isArray(line['cards']) &&
    line['cards'].every((card) => typeof card === 'string') &&
    (line['k'] !== 'edited' || typeof line['file'] === 'string'))

/** Adds a record, after the answer is out: best effort, a read-only disk keeps none. A session without a name is not kept. */
export function logSession({ host, files }: Project, session: string, record: SessionRecord): void {
  if (session === '') return
  const path = pathOfSession(session)
  const line = `${JSON.stringify({ t: host.now(), ...record })}\n`
  try {
    if ((files.stat(path)?.size ?? 0) > MOST_BYTES) return
    files.append(path, line, 0o600)
  } catch {
    try {
      files.makeFolder(FOLDER)
      files.append(path, line, 0o600)
    } catch {
      // The answer does not depend on it.
    }
  }
}

/** Removes all but the newest sessions, best effort. */
export function pruneSessions({ files }: Project): void {
  try {
    const names = (files.list(FOLDER) ?? []).filter(({ kind }) => kind === 'file').map(({ name }) => name)
    if (names.length <= KEPT) return
    const dated = names.map((name) => ({ name, modified: files.stat(`${FOLDER}/${name}`)?.modified ?? 0 }))
    for (const { name } of dated.sort((a, b) => b.modified - a.modified).slice(KEPT)) files.remove(`${FOLDER}/${name}`)
  } catch {
    // Old records do no harm.
  }
}
