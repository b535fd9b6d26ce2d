import { lazy } from './lazy.ts'
import { countPieces, PIECES, type Piece } from './tokens-pieces.ts'

/**
 * Estimated o200k tokens of a text, rounded up; rather over than under. A whole number from 0; 0 only for ''.
 *
 * The text is cut as o200k's pre-tokenizer cuts it and each piece has a price by script, shape and length (PRICES): no vocabulary,
 * one pass, the same on every runtime. Never throws; lone surrogates count.
 *
 * Adding: the estimate of a text is at most the sum of the estimates of its lines (line break included), each rounded up, and never
 * falls when a line is appended. So a packer may add up lines and stay safe; `tokenWeight` adds without rounding.
 *
 * Source: bench/quality/tokens/README.md, with the errors by kind of text.
 */
export const estimateTokens = (text: string): number => Math.ceil(tokenWeight(text) / 1_000)

/**
 * The estimate in whole thousandths of a token, to be added up over lines and rounded once at the end. The weight of a text is at most
 * the sum of the weights of its lines, and smaller only where blank lines meet: they are one token together.
 */
export function tokenWeight(text: string): number {
  const counts = countPieces(text)
  const prices = thousandths()
  let weight = 0
  for (let at = 0; at < counts.length; at++) weight += counts[at]! * prices[at]!
  return weight
}

/** Share of a budget that may be filled by estimate, so that the real count of pmem's own output stays within the budget. */
export const TOKEN_MARGIN = 0.94

/** The estimated tokens a packer may spend of `budget` real ones: TOKEN_MARGIN of it, rounded down, at least 0. */
export const packingBudget = (budget: number): number => Math.max(0, Math.floor(budget * TOKEN_MARGIN))

/** Tokens a piece, fitted by bench/quality/tokens/fit.ts on four fifths of the calibration texts; none is negative. */
const PRICES: Readonly<Record<Piece, number>> = {
  spaced: 0.96,
  'spaced.long': 0,
  'spaced.longer': 0.37,
  'spaced.rare': 1.08,
  joined: 0.85,
  'joined.long': 0.07,
  'joined.longer': 0.15,
  'joined.rare': 0.6,
  path: 1.56,
  'path.long': 0.23,
  'path.longer': 0.15,
  'path.rare': 0.14,
  name: 1.18,
  'name.long': 0.02,
  'name.longer': 0.15,
  'name.rare': 0.7,
  camel: 0.8,
  'camel.long': 0.27,
  'camel.longer': 0.15,
  'camel.rare': 1.02,
  capitals: 0.91,
  'capitals.long': 0.93,
  'capitals.longer': 0.15,
  'capitals.rare': 0,
  accented: 0.9,
  'accented.long': 0.16,
  'accented.longer': 0.44,
  'accented.rare': 0,
  accents: 1.67,
  prefix: 1,
  digits: 1.02,
  blank: 1,
  'blank.more': 1,
  mark: 1.04,
  'mark.spaced': 1.14,
  'marks.2': 0.95,
  'marks.3': 1.24,
  'marks.4': 1.51,
  'marks.more': 0.53,
  rule: 1,
  'rule.more': 1,
  cyrillic: 0.5,
  'cyrillic.letters': 0.24,
  'cyrillic.other': 1.5,
  greek: 0.7,
  'greek.letters': 0.36,
  semitic: 0.5,
  'semitic.letters': 0.33,
  script: 0.6,
  'script.letters': 0.36,
  dense: 0.65,
  'dense.letters': 0.54,
  unspaced: 1.07,
  'unspaced.letters': 0.45,
  unknown: 0,
  'unknown.letters': 2,
  han: 0.2,
  'han.letters': 0.56,
  'han.rare': 0.73,
  hiragana: 1,
  'hiragana.letters': 0.38,
  katakana: 0.3,
  'katakana.letters': 0.74,
  hangul: 0.2,
  'hangul.letters': 0.65,
  wide: 0.1,
  'wide.letters': 0.97,
  typographic: 0,
  'typographic.letters': 1,
  symbol: 0.2,
  'symbol.letters': 1.1,
  box: 1.35,
  'box.letters': 0.3,
  joiner: 0,
  'joiner.letters': 1,
  alone: 0.24,
  apart: 0.3,
  emoji: 2.37,
  astral: 3.5,
}
const thousandths = lazy(() => Float64Array.from(PIECES, (piece) => Math.round(PRICES[piece] * 1_000)))
