// Rows of the terms of bm25.json, `["term",documents,[field,[frequency,[document,...]],...],...]`, as bytes: of an index of 7 MB
// parsing every row takes as long as a question, and most rows are not what is looked for.

/** One posting. */
export type Hit = { readonly field: number; readonly frequency: number; readonly document: number }
/** A row with postings that were looked for, and where it stands. */
export type HitRow = { readonly start: number; readonly end: number; readonly hits: readonly Hit[] }

const [QUOTE, ZERO, NINE, OPEN, BACKSLASH, CLOSE, LINE] = [0x22, 0x30, 0x39, 0x5b, 0x5c, 0x5d, 0x0a]
/** Brackets open around a field and its number, around a frequency, around documents. */
const [IN_FIELD, IN_GROUP, IN_DOCUMENTS] = [2, 3, 4]

/** The rows with postings of any wanted document. */
export function hitsIn(bytes: Uint8Array, isWanted: Uint8Array): HitRow[] {
  const rows: HitRow[] = []
  let hits: Hit[] = []
  let start = 0
  let depth = 0
  let field = 0
  let frequency = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte >= ZERO && byte <= NINE) {
      const end = endOfNumber(bytes, at)
      const value = numberIn(bytes, at, end)
      at = end - 1
      if (depth === IN_DOCUMENTS) {
        if (isWanted[value] === 1) hits.push({ field, frequency, document: value })
      } else if (depth === IN_GROUP) frequency = value
      else if (depth === IN_FIELD) field = value
    } else if (byte === OPEN) depth += 1
    else if (byte === CLOSE) {
      depth -= 1
      if (depth === 0) {
        if (hits.length > 0) {
          rows.push({ start, end: at + 1, hits })
          hits = []
        }
      }
    } else if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === LINE) start = at + 1
  }
  return rows
}

/** The same rows with each document at its new place. Those without one stay: whoever asks takes such rows from elsewhere. */
export function renumbered(bytes: Uint8Array, place: Int32Array): Uint8Array {
  // A number with its comma grows by half at most: from one digit to two.
  const output = new Uint8Array(bytes.length + (bytes.length >> 1) + 16)
  let used = 0
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (depth === IN_DOCUMENTS && byte >= ZERO && byte <= NINE) {
      const end = endOfNumber(bytes, at)
      const value = numberIn(bytes, at, end)
      at = end - 1
      const moved = place[value]!
      used = putNumber(output, used, moved < 0 ? value : moved)
    } else if (byte === QUOTE) {
      const end = endOfString(bytes, at)
      while (at < end) output[used++] = bytes[at++]!
      output[used++] = QUOTE
    } else {
      if (byte === OPEN) depth += 1
      else if (byte === CLOSE) depth -= 1
      output[used++] = byte
    }
  }
  return output.subarray(0, used)
}

/** Behind the last digit of the number that starts at `at`. */
function endOfNumber(bytes: Uint8Array, at: number): number {
  let end = at + 1
  while (bytes[end]! >= ZERO && bytes[end]! <= NINE) end += 1
  return end
}

function numberIn(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) value = value * 10 + bytes[at]! - ZERO
  return value
}

/** Where the string that starts at `at` has its closing quote. */
function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1
  while (bytes[end] !== QUOTE) {
    if (end >= bytes.length) return end
    end += bytes[end] === BACKSLASH ? 2 : 1
  }
  return end
}

function putNumber(output: Uint8Array, at: number, value: number): number {
  let digits = 1
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
  let rest = value
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const next = Math.floor(rest / 10)
    output[place] = ZERO + rest - next * 10
    rest = next
  }
  return at + digits
}
