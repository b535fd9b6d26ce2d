/** A file name may have 255 bytes and an id, which also holds the type, 200 code units; `.md` or a number may follow. */
const MAX_BYTES = 150
const HASH_LENGTH = 8
/** Windows takes a file of such a name for a device. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * The slug of a title: letters and digits of any script in lower case, joined by `-`. Never empty: a title without any
 * gives its hash. A long one is cut at a character, by UTF-8 bytes, and ends in a hash, so that it stays its own.
 */
export function slug(title: string, sha256: (text: string) => string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const hash = (): string => sha256(title).slice(0, HASH_LENGTH)
  if (words.length === 0) return hash()
  const joined = words.join('-')
  const whole = DEVICE.test(joined) ? `${joined}-card` : joined
  const short = cutBytes(whole, MAX_BYTES)
  return short === whole ? whole : `${cutBytes(whole, MAX_BYTES - HASH_LENGTH - 1).replace(/-+$/, '')}-${hash()}`
}

function cutBytes(text: string, most: number): string {
  let bytes = 0
  let cut = ''
  for (const character of text) {
    const point = character.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (bytes > most) return cut
    cut += character
  }
  return cut
}
