import type { ByteReader } from '../model/ports.ts'

/** A file as the seekable readers see it: a ByteReader that somebody else closes. */
export type Bytes = Pick<ByteReader, 'size' | 'read'>

// The Encoding standard is part of every runtime, but not of the language library that the pure rooms compile against.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** The text of UTF-8 bytes; malformed sequences become U+FFFD, which no checksum survives. */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** A reader over what is in memory, given whole or in pieces. */
export function textReader(text: string | readonly (string | Uint8Array)[]): Bytes {
  const parts = (typeof text === 'string' ? [text] : text).map((part) => (typeof part === 'string' ? utf8Bytes(part) : part))
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** Text as UTF-8. */
export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text)

/**
 * A 32-bit checksum of bytes, four a step: damage within one step always changes it, damage elsewhere escapes with a chance
 * of 2^-32. Against accidents and edits by hand, not against an adversary. A one-off process runs it before the engine has
 * compiled it, so that the number of steps is what counts.
 */
export function checksum(bytes: Uint8Array): number {
  // Signed words and factors: an engine that only interprets keeps them unboxed.
  const words = new Int32Array((bytes.length + 3) >> 2)
  new Uint8Array(words.buffer).set(bytes)
  let hash = bytes.length
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!
    hash = Math.imul(hash ^ (LITTLE_ENDIAN ? word : swapped(word)), GOLDEN)
    hash ^= hash >>> 15
  }
  return mixed(hash)
}

/** A 32-bit hash of a short text, by UTF-16 code units. */
export function textHash(text: string): number {
  let hash = text.length
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return mixed(hash)
}

/** 2^32 divided by the golden ratio, as a signed number; odd, so that multiplying loses nothing. */
const GOLDEN = -1640531535
const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

const swapped = (word: number): number => (word >>> 24) | ((word >>> 8) & 0xff00) | ((word << 8) & 0xff0000) | (word << 24)

/** The finalizer of MurmurHash3: every bit of the input moves every bit of the output. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** 48 bits of two hashes as 12 hexadecimal digits: names a text where nobody gains by a collision. */
export const fingerprint = (text: string): string =>
  (textHash(text).toString(16).padStart(8, '0') + textHash(`${text.length}:${text}`).toString(16).padStart(8, '0')).slice(0, 12)
