// Fits the prices of lib/text/tokens.ts on four fifths of the calibration texts and prints them, with the letters and characters of lib/text/tokens-letters.ts.
// Deterministic: same texts, same output. Takes about two minutes: nice -n 10 node --import tsx bench/quality/tokens/fit.ts
import { countPieces, PIECES, type Piece } from '../../../lib/text/tokens-pieces.ts'
import { chunks } from './chunks.ts'
import { texts } from './texts.ts'

const CHUNKS_A_KIND = 200
const STEPS = 6_000
const RATE = 0.02
/** One part under weighs as much as this many parts over; rises from -1 % on, so that few chunks reach -3 %. */
const UNDER = 150
const SAFE = -0.01

/** Lowest and highest price where a priori knowledge is better than few samples; the same twice: not fitted. */
const BOUNDS: Readonly<Partial<Record<Piece, readonly [number, number]>>> = {
  spaced: [0.9, 2],
  joined: [0.7, 2],
  name: [0.9, 2],
  camel: [0.8, 2],
  capitals: [0.9, 2],
  accented: [0.9, 2],
  // Whatever the samples say, a word without end is not free.
  'spaced.longer': [0.15, 3],
  'joined.longer': [0.15, 3],
  'path.longer': [0.15, 3],
  'name.longer': [0.15, 3],
  'camel.longer': [0.15, 3],
  'capitals.longer': [0.15, 3],
  'accented.longer': [0.15, 3],
  // The pre-tokenizer makes one token of these.
  blank: [1, 1],
  'blank.more': [1, 1],
  digits: [1, 1.25],
  prefix: [0.1, 1],
  path: [0.9, 2],
  mark: [0.95, 1.3],
  'mark.spaced': [0.95, 1.4],
  'marks.2': [0.95, 1.5],
  'marks.3': [1, 2],
  'marks.4': [1.2, 2.5],
  'marks.more': [0.35, 1],
  rule: [1, 2],
  'rule.more': [1, 1],
  // Too rare in these texts; measured on translations of free software and on scripts.json.
  cyrillic: [0.5, 0.5],
  'cyrillic.letters': [0.24, 0.24],
  'cyrillic.other': [1.5, 1.5],
  greek: [0.7, 0.7],
  'greek.letters': [0.36, 0.36],
  semitic: [0.5, 0.5],
  'semitic.letters': [0.33, 0.33],
  script: [0.6, 0.6],
  'script.letters': [0.36, 0.36],
  dense: [0.65, 0.65],
  'dense.letters': [0.54, 0.54],
  unknown: [0, 0],
  'unknown.letters': [2, 2],
  typographic: [0, 0],
  'typographic.letters': [1, 1],
  symbol: [0.2, 0.2],
  'symbol.letters': [1.1, 1.1],
  joiner: [0, 0],
  'joiner.letters': [1, 1],
  // A piece is a token at least; a space before one that it is no part of is another, save before the most frequent characters.
  alone: [0.24, 0.24],
  apart: [0.3, 0.3],
  box: [1, 2],
  'box.letters': [0.3, 1],
  emoji: [2.2, 3],
  astral: [3.5, 3.5],
  unspaced: [0.5, 2],
  han: [0.2, 1.5],
  hangul: [0.2, 1.5],
  hiragana: [0.3, 1],
  katakana: [0.3, 1],
  wide: [0.1, 0.4],
  'wide.letters': [0.7, 1.1],
}

const fitted = chunks(texts().all, CHUNKS_A_KIND).filter(({ heldOut }) => !heldOut)
const rows = fitted.map(({ text, tokens }) => countPieces(text).map((count) => count / tokens))
const kindSizes = new Map<string, number>()
for (const { kind } of fitted) kindSizes.set(kind, (kindSizes.get(kind) ?? 0) + 1)
// Each kind weighs the same, save the very small ones.
const weights = fitted.map(({ kind }) => (kind.startsWith('own') ? 1.5 : 1) / Math.max(kindSizes.get(kind) as number, 60))
const prices = descend()
for (const [at, piece] of PIECES.entries())
  console.log(
    `  ${/^[a-z]+$/.test(piece) ? piece : `'${piece}'`}: ${(Math.ceil((prices[at] as number) * 100 - 0.3) / 100).toFixed(2)},`,
  )
console.log(commonPairs())
console.log(commonHan())

/** Adam on the sum of the over-count and the weighted hinge of the under-count, projected on the bounds. */
function descend(): number[] {
  const bounds = PIECES.map((piece) => BOUNDS[piece] ?? ([0, 3] as const))
  const price = bounds.map(([low, high]) => Math.min(Math.max(0.6, low), high))
  const first = price.map(() => 0)
  const second = price.map(() => 0)
  const spread = PIECES.map(
    (_, at) => Math.sqrt(rows.reduce((sum, row) => sum + (row[at] as number) ** 2, 0) / rows.length) + 1e-9,
  )
  for (let step = 1; step <= STEPS; step++) {
    const slope = gradient(price)
    const rate = RATE * (1 - step / STEPS)
    for (const [at, [low, high]] of bounds.entries()) {
      const g = (slope[at] as number) / (spread[at] as number)
      first[at] = 0.9 * (first[at] as number) + 0.1 * g
      second[at] = 0.999 * (second[at] as number) + 0.001 * g * g
      const move =
        (rate * (first[at] as number)) / (1 - 0.9 ** step) / (Math.sqrt((second[at] as number) / (1 - 0.999 ** step)) + 1e-9)
      price[at] = Math.min(Math.max((price[at] as number) - move, low), high)
    }
  }
  return price
}

function gradient(price: readonly number[]): Float64Array {
  const slope = new Float64Array(PIECES.length)
  for (const [chunk, row] of rows.entries()) {
    let estimate = 0
    for (let at = 0; at < row.length; at++) estimate += (row[at] as number) * (price[at] as number)
    const over = estimate - 1
    const pull = over > 0 ? 1 : over < SAFE ? -UNDER * Math.min(1, (SAFE - over) / 0.02) : 0
    if (pull === 0) continue
    const weight = pull * (weights[chunk] as number)
    for (let at = 0; at < row.length; at++) slope[at]! += weight * (row[at] as number)
  }
  return slope
}

/** For each letter those that follow it often enough in English prose and code. */
function commonPairs(): string {
  const counts = new Map<string, number>()
  let total = 0
  for (const { kind, text } of fitted) {
    if (!/^(?:notes|prose en|pages en|code|memory|chat)/.test(kind)) continue
    for (const [word] of text.matchAll(/[a-z]+/g)) {
      for (let at = 1; at < word.length; at++)
        counts.set(word.slice(at - 1, at + 1), (counts.get(word.slice(at - 1, at + 1)) ?? 0) + 1)
      total += word.length - 1
    }
  }
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  return letters
    .map((first) => letters.filter((second) => (counts.get(first + second) ?? 0) / total >= 0.0006).join(''))
    .join(' ')
}

/** The 300 Han characters with the highest share of the Han characters of a chunk, summed over the chunks. */
function commonHan(): string {
  const shares = new Map<string, number>()
  for (const { kind, text } of fitted) {
    if (!/zh|ja/.test(kind)) continue
    const found = text.match(/[\u4e00-\u9fff]/g) ?? []
    for (const character of found) shares.set(character, (shares.get(character) ?? 0) + 1 / Math.max(found.length, 50))
  }
  const ranked = [...shares].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return ranked
    .slice(0, 300)
    .map(([character]) => character)
    .sort()
    .join('')
}
