import { utf8Text } from '../indexes/bytes.ts'
import { ledgerPath } from '../ledger/codec.ts'
import type { ProjectPath } from '../model/ids.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { replaceFile } from './apply.ts'
import { cloneId } from './clone.ts'
import { headText } from './git-head.ts'
import { LOCAL, type Project } from './project.ts'

const RECORD_PATH = `${LOCAL}/ledger-file`

/**
 * The ledger file of this clone for a time. A file is left, and the next part of that day begun, once another branch is checked
 * out or the file is not as this clone left it: two branches of one clone never append to the same file, so that they merge
 * without conflict. To be called under the lock: it may make the id of the clone.
 */
export function ledgerFileAt(project: Project): (time: number) => ProjectPath {
  const { host, files } = project
  const clone = cloneId(host, files)
  const record = readRecord(project)
  const untouched =
    record !== undefined && files.stat(record.path)?.size === record.size && record.head === headText(host, project.root)
  return (time) => {
    const first = ledgerPath(time, clone)
    if (record === undefined || !record.path.startsWith(first.slice(0, -ENDING.length))) return first
    return untouched ? record.path : ledgerPath(time, clone, partOf(record.path, first) + 1)
  }
}

/** Notes how a file was left, best effort: without it the next event begins another part. */
export function rememberLedgerFile({ host, files, root }: Project, path: ProjectPath): void {
  const size = files.stat(path)?.size ?? 0
  try {
    replaceFile(host, files, RECORD_PATH, `${JSON.stringify({ path, size, head: headText(host, root) })}\n`, { sync: false })
  } catch {
    // What was appended stands.
  }
}

const ENDING = '.jsonl'
const partOf = (path: string, first: string): number =>
  path === first ? 1 : Number(/-(\d{1,6})\.jsonl$/.exec(path.slice(first.length - ENDING.length))?.[1] ?? 1)

type Left = { readonly path: ProjectPath; readonly size: number; readonly head: string }

function readRecord({ files }: Project): Left | undefined {
  const bytes = files.read(RECORD_PATH)
  const value = bytes === undefined ? undefined : parseJson(utf8Text(bytes))
  return isRecord(value) && typeof value['path'] === 'string' ? (value as Left) : undefined
}
