import { fingerprint, utf8Text } from '../indexes/bytes.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Receipt } from '../model/receipt.ts'
import { replaceFile } from './apply.ts'
import { LOCAL, type Project } from './project.ts'

const FOLDER = `${LOCAL}/receipts`
/** The newest so many are kept. Source: design, section 3. */
const KEPT = 1000
const ID = /^[0-9a-f]{12}$/

/** Gives a receipt its id: the same answer to the same question from the same cards has the same. */
export const signReceipt = (receipt: Omit<Receipt, 'id'>): Receipt => ({ id: fingerprint(JSON.stringify(receipt)), ...receipt })

/** Tells manifests apart, for receipts. */
export const manifestMark = (manifest: Manifest): string => fingerprint(JSON.stringify(manifest))

/** Keeps a receipt, best effort: a read-only disk keeps none. One file each, never changed afterwards. */
export function keepReceipt({ host, files }: Project, receipt: Receipt): void {
  const path = `${FOLDER}/${receipt.id}.json`
  try {
    if (files.stat(path) !== undefined) return
    replaceFile(host, files, path, `${JSON.stringify(receipt)}\n`, { sync: false, mode: 0o600 })
    prune({ host, files } as Project)
  } catch {
    // A receipt is a service, not a condition of the answer that has been given already.
  }
}

/** The receipt with this id, or undefined. Never throws on a damaged file. */
export function readReceipt({ files }: Project, id: string): Receipt | undefined {
  if (!ID.test(id)) return undefined
  const bytes = files.read(`${FOLDER}/${id}.json`)
  if (bytes === undefined) return undefined
  try {
    const receipt = JSON.parse(utf8Text(bytes)) as Receipt
    return receipt.id === id && Array.isArray(receipt.cards) ? receipt : undefined
  } catch {
    return undefined
  }
}

/** Ids of the receipts that are kept, sorted. */
export const receiptIds = ({ files }: Project): string[] =>
  (files.list(FOLDER) ?? []).map(({ name }) => name.replace(/\.json$/, '')).filter((id) => ID.test(id))

function prune({ files }: Pick<Project, 'files'>): void {
  const names = (files.list(FOLDER) ?? []).filter(({ kind }) => kind === 'file').map(({ name }) => name)
  // A tenth more than are kept, so that not every answer has to look at each of them.
  if (names.length <= KEPT * 1.1) return
  const dated = names.map((name) => ({ name, modified: files.stat(`${FOLDER}/${name}`)?.modified ?? 0 }))
  for (const { name } of dated.sort((a, b) => b.modified - a.modified).slice(KEPT)) files.remove(`${FOLDER}/${name}`)
}
