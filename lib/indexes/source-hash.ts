import type { Sha256 } from '../model/ids.ts'
import { byText } from '../text/order.ts'

/**
 * SHA-256 over the settings that shape an index and the sorted list of POSIX path and content hash of every file that went
 * into it or had to be left out. Content hashes are taken over text without BOM and with LF line ends, so that a checkout on
 * another system gives the same value. The order of the entries does not matter.
 */
export function sourceHash(
  entries: Iterable<{ readonly path: string; readonly hash: Sha256 }>,
  inputs: string,
  sha256: (text: string) => Sha256,
): Sha256 {
  const lines = [...entries]
    .sort((a, b) => byText(a.path, b.path) || byText(a.hash, b.hash))
    .map(({ path, hash }) => `${hash} ${path}\n`)
  return sha256(`${inputs}\n${lines.join('')}`)
}
