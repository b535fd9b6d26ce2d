import type { ByteReader } from '../model/ports.ts'

/** A file as the seekable readers see it: a ByteReader that somebody else closes. */
export type Bytes = Pick<ByteReader, 'size' | 'read'>

// The Encoding standard is part of every runtime, but not of the language library that the pure rooms compile against.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const decoder = new TextDecoder()

/** The text of UTF-8 bytes; malformed sequences become U+FFFD, which no checksum survives. */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** A reader over text in memory, given whole or in chunks. */
export function textReader(text: string | readonly string[]): Bytes {
  const parts = (typeof text === 'string' ? [text] : text).map((part) => new TextEncoder().encode(part))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** Bytes of a well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    // A surrogate pair is two units and four bytes, so each half counts two.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

/**
 * A 32-bit checksum over UTF-16 code units, two a step: any single damaged pair changes it, several escape with a
 * chance of 2^-32. Against accidents and edits by hand, not against an adversary.
 */
export function checksum(text: string): number {
  let hash = text.length
  const even = text.length & ~1
  for (let i = 0; i < even; i += 2) {
    hash = Math.imul(hash ^ (text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16)), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  if (even < text.length) hash = Math.imul(hash ^ text.charCodeAt(even), 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
