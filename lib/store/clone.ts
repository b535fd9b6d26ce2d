import { utf8Text } from '../indexes/bytes.ts'
import { isCloneId } from '../ledger/codec.ts'
import type { Files, Host } from '../model/ports.ts'
import { replaceFile } from './apply.ts'
import { LOCAL } from './project.ts'

export const CLONE_PATH = `${LOCAL}/clone`

/** The id of this clone of the store, a part of the names of its ledger files; made when first needed. To be called under the lock. */
export function cloneId(host: Host, files: Files): string {
  const known = knownCloneId(files)
  if (known !== undefined) return known
  const made = host.token().slice(0, 12)
  replaceFile(host, files, CLONE_PATH, `${made}\n`, { sync: true })
  return made
}

/** The same where it has been made already. */
export function knownCloneId(files: Files): string | undefined {
  const bytes = files.read(CLONE_PATH)
  const known = bytes === undefined ? '' : utf8Text(bytes).trim()
  return isCloneId(known) ? known : undefined
}
