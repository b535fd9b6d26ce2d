import { checksum, utf8Bytes, utf8Text } from '../indexes/bytes.ts'

/**
 * A text with its checksum on a last line of its own. For files of this machine that are believed without a look at what they
 * were made of: what a disk or an editor damaged must count as absent, never as true.
 */
export const sealed = (text: string): string => `${text}${checksum(utf8Bytes(text))}\n`

/** The text of a sealed file; undefined for one that is not there, was cut or altered. `text` ends in a line feed. */
export function unsealed(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  const end = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1
  const body = bytes.subarray(0, end)
  return utf8Text(bytes.subarray(end)) === `${checksum(body)}\n` ? utf8Text(body) : undefined
}
