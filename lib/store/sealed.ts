import { utf8Bytes, utf8Text } from '../indexes/bytes.ts'

/**
 * A text with its checksum on a last line of its own. For files of this machine that are believed without a look at what they
 * were made of: what a disk or an editor damaged must count as absent, never as true.
 */
export const sealed = (text: string): string => `${text}${seal(utf8Bytes(text))}\n`

/** The text of a sealed file; undefined for one that is not there, was cut or altered. `text` ends in a line feed. */
export function unsealed(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  const end = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1
  const body = bytes.subarray(0, end)
  return utf8Text(bytes.subarray(end)) === `${seal(body)}\n` ? utf8Text(body) : undefined
}

/**
 * Fletcher's two sums over words of four bytes, and the length: any change within one word, any two words that changed places.
 * Every question runs it over files of a hundred kilobytes before the engine has compiled it: only additions, eight words a round.
 */
function seal(bytes: Uint8Array): string {
  const words = new Int32Array(((bytes.length + 31) >> 5) << 3)
  new Uint8Array(words.buffer).set(bytes)
  let a = 1
  let b = 0
  for (let i = 0; i < words.length; i += 8) {
    a = (a + words[i]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 1]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 2]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 3]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 4]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 5]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 6]!) | 0
    b = (b + a) | 0
    a = (a + words[i + 7]!) | 0
    b = (b + a) | 0
  }
  return `${bytes.length}-${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`
}
