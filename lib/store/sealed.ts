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

/** Up to here every byte counts; beyond it one word in 256 bytes. */
const WHOLE_BYTES = 64 * 1024
const SAMPLED = 256 >> 2

/**
 * Fletcher's two sums over words of four bytes, and the length: any change within one word, any two words that changed places.
 * Every question runs it before the engine has compiled it: only additions, eight words a round. Of a large file, such as the
 * stats of very many cards, what lies beyond the first 64 KB is sampled: a file cut short or a lost block is noticed, a single
 * flipped bit there need not be.
 */
function seal(bytes: Uint8Array): string {
  const whole = Math.min((bytes.length + 3) >> 2, WHOLE_BYTES >> 2)
  const words = new Int32Array(((whole + 7) >> 3) << 3)
  new Uint8Array(words.buffer).set(bytes.subarray(0, whole << 2))
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
  for (let at = WHOLE_BYTES; at + 4 <= bytes.length; at += SAMPLED << 2) {
    a = (a + (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))) | 0
    b = (b + a) | 0
  }
  return `${bytes.length}-${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}`
}
