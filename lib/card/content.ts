// A standard of every runtime, but no part of the language: the pure rooms see only ECMAScript.
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

/** The text that hashes and readers see: a leading BOM dropped, CRLF and lone CR as LF. Everything else as it stands. */
export function contentForHash(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  return start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start
}

export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string }

/** Bytes as text, the BOM kept. Where they are not UTF-8 gives the place of the first byte that is wrong; columns count bytes. Never throws. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    strict ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return { ok: true, text: strict.decode(bytes) }
  } catch {
    const at = firstBadByte(bytes)
    let line = 1
    let start = 0
    for (let index = 0; index < at; index++) {
      if (bytes[index] !== 10) continue
      line++
      start = index + 1
    }
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { ok: false, line, column: at - start + 1, reason: utf16 ? 'the file is UTF-16, not UTF-8' : 'the file is not UTF-8' }
  }
}

let strict: { decode(bytes: Uint8Array): string } | undefined

/** Offset of the first byte that starts no well-formed UTF-8 sequence (RFC 3629). */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    if (length === 0) return at
    at += length
  }
  return at
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number
  if (lead < 0x80) return 1
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
  for (let offset = 1; offset < length; offset++) if (((bytes[at + offset] ?? 0) & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1] ?? 0
  const overlong = (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90)
  const outside = (lead === 0xed && second > 0x9f) || (lead === 0xf4 && second > 0x8f)
  return overlong || outside ? 0 : length
}
