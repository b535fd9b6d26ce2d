import {
  ASCII,
  BLANK,
  BOX,
  BREAK,
  CYRILLIC,
  DENSE,
  DIGIT,
  GREEK,
  HAN,
  HANGUL,
  HIRAGANA,
  JOINER,
  KATAKANA,
  kindOf,
  LATIN,
  LOWER,
  MARK,
  SCRIPT,
  SEMITIC,
  SURROGATE,
  SYMBOL,
  TYPOGRAPHIC,
  UNKNOWN,
  UNSPACED,
  UPPER,
  WIDE,
} from './tokens-kinds.ts'
import { isRareHan, isRarePair } from './tokens-letters.ts'

/**
 * What is counted of a text, in the order of the counts.
 *
 * Words of Latin letters: after a space, without one, after a mark of paths and names, capitalised after a space and without one, all capitals, with accents; of each
 * the words, the letters beyond the fourth, beyond the ninth, and the pairs of letters that are rare in English and in code.
 * `accents` are letters beyond Latin-1. Other scripts: runs, and letters in them; `alone` are runs of one letter where a run costs less
 * than a token, `apart` runs whose characters seldom share a token with the space before them.
 */
export const PIECES = [
  'spaced',
  'spaced.long',
  'spaced.longer',
  'spaced.rare',
  'joined',
  'joined.long',
  'joined.longer',
  'joined.rare',
  'path',
  'path.long',
  'path.longer',
  'path.rare',
  'name',
  'name.long',
  'name.longer',
  'name.rare',
  'camel',
  'camel.long',
  'camel.longer',
  'camel.rare',
  'capitals',
  'capitals.long',
  'capitals.longer',
  'capitals.rare',
  'accented',
  'accented.long',
  'accented.longer',
  'accented.rare',
  'accents',
  'prefix',
  'digits',
  'blank',
  'blank.more',
  'mark',
  'mark.spaced',
  'marks.2',
  'marks.3',
  'marks.4',
  'marks.more',
  'rule',
  'rule.more',
  'cyrillic',
  'cyrillic.letters',
  'cyrillic.other',
  'greek',
  'greek.letters',
  'semitic',
  'semitic.letters',
  'script',
  'script.letters',
  'dense',
  'dense.letters',
  'unspaced',
  'unspaced.letters',
  'unknown',
  'unknown.letters',
  'han',
  'han.letters',
  'han.rare',
  'hiragana',
  'hiragana.letters',
  'katakana',
  'katakana.letters',
  'hangul',
  'hangul.letters',
  'wide',
  'wide.letters',
  'typographic',
  'typographic.letters',
  'symbol',
  'symbol.letters',
  'box',
  'box.letters',
  'joiner',
  'joiner.letters',
  'alone',
  'apart',
  'emoji',
  'astral',
] as const
export type Piece = (typeof PIECES)[number]

/**
 * Counts by the index of PIECES. Splits the text as o200k's public pre-tokenizer does: a word takes one space or mark before it,
 * a capital after small letters begins a word, digits go in threes, a line break belongs to the marks before it.
 * One pass over the UTF-16 code units. Never throws.
 */
export function countPieces(text: string): Float64Array {
  const counts = new Float64Array(PIECES.length)
  let at = 0
  let before = NOTHING
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? ASCII[code]! : kindOf(code)
    if (kind <= LATIN) {
      at = word(text, at, before, counts)
      before = NOTHING
    } else if (kind === BLANK || kind === BREAK) {
      at = blanks(text, at, counts)
      before = at < text.length && text.charCodeAt(at - 1) === SPACE_CODE ? SPACE : NOTHING
    } else if (kind === MARK) {
      const start = at
      at = marks(text, start, before, counts)
      before = at < 0 ? at : NOTHING
      if (at < 0) at = start + 1
    } else {
      at =
        kind === DIGIT
          ? digits(text, at, before, counts)
          : kind === SURROGATE
            ? surrogate(text, at, counts)
            : run(text, at, kind, before, counts)
      before = NOTHING
    }
  }
  return counts
}

// What stands before a piece and belongs to it.
const NOTHING = 0
const SPACE = 1
const AS_PREFIX = -1
const AS_PATH = -2
const SPACE_CODE = 32
const APOSTROPHE = 39

const index = (piece: Piece): number => PIECES.indexOf(piece)
const SPACED = index('spaced')
const JOINED = index('joined')
const PATH = index('path')
const NAME = index('name')
const CAMEL = index('camel')
const CAPITALS = index('capitals')
const ACCENTED = index('accented')
const ACCENTS = index('accents')
const PREFIXES = index('prefix')
const DIGITS = index('digits')
const BLANKS = index('blank')
const MORE_BLANKS = index('blank.more')
const ONE_MARK = index('mark')
const SPACED_MARK = index('mark.spaced')
const TWO_MARKS = index('marks.2')
const FOUR_MARKS = index('marks.4')
const MORE_MARKS = index('marks.more')
const RULE = index('rule')
const MORE_RULE = index('rule.more')
const OTHER_CYRILLIC = index('cyrillic.other')
const RARE_HAN = index('han.rare')
const ALONE = index('alone')
const APART = index('apart')
const EMOJI = index('emoji')
const ASTRAL = index('astral')
/** A run of one letter would come to less than a token. */
const CHEAP: ReadonlySet<number> = new Set([HAN, HANGUL, CYRILLIC, SEMITIC, SCRIPT])
/** The space before a run is mostly a token of its own. */
const UNJOINED: ReadonlySet<number> = new Set([HAN, HIRAGANA, KATAKANA, WIDE])
/** Where the counts of a run of each kind start. */
const RUNS = Uint8Array.from({ length: JOINER + 1 })
for (const [kind, piece] of [
  [CYRILLIC, 'cyrillic'],
  [GREEK, 'greek'],
  [SEMITIC, 'semitic'],
  [SCRIPT, 'script'],
  [DENSE, 'dense'],
  [UNSPACED, 'unspaced'],
  [UNKNOWN, 'unknown'],
  [HAN, 'han'],
  [HIRAGANA, 'hiragana'],
  [KATAKANA, 'katakana'],
  [HANGUL, 'hangul'],
  [WIDE, 'wide'],
  [TYPOGRAPHIC, 'typographic'],
  [SYMBOL, 'symbol'],
  [BOX, 'box'],
  [JOINER, 'joiner'],
] as const)
  RUNS[kind] = index(piece)

/** Capitals, then small letters; letters with accents go with either. */
function word(text: string, start: number, before: number, counts: Float64Array): number {
  let at = start
  let isAccented = false
  let capitals = 0
  let rare = 0
  let last = -1
  let canBeCapital = true
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? ASCII[code]! : kindOf(code)
    if (kind === LOWER) {
      canBeCapital = false
      const letter = code - 97
      rare += isRarePair(last, letter)
      last = letter
    } else if (kind === UPPER && canBeCapital) {
      capitals++
      const letter = code - 65
      rare += isRarePair(last, letter)
      last = letter
    } else if (kind === LATIN) {
      isAccented = true
      // Beyond Latin-1 and short of the Vietnamese block: Turkish, Polish, Czech and their like.
      if (code > 0xff && code < 0x1e00) counts[ACCENTS]!++
      last = -1
    } else break
  }
  const letters = at - start
  const shape = isAccented
    ? ACCENTED
    : capitals === 0
      ? before === SPACE
        ? SPACED
        : before === AS_PATH
          ? PATH
          : JOINED
      : capitals === letters && letters > 1
        ? CAPITALS
        : before === SPACE
          ? NAME
          : CAMEL
  counts[shape]!++
  if (letters > 4) counts[shape + 1]! += letters - 4
  if (letters > 9) counts[shape + 2]! += letters - 9
  if (rare > 0) counts[shape + 3]! += rare
  return text.charCodeAt(at) === APOSTROPHE ? contraction(text, at) : at
}

/** The end of `'s`, `'t`, `'re` and the like, which belong to the word before; else `at`. */
function contraction(text: string, at: number): number {
  const letters = text.slice(at + 1, at + 3).toLowerCase()
  if (letters === 're' || letters === 've' || letters === 'll') return at + 3
  return 'stmd'.includes(letters.slice(0, 1)) && letters !== '' ? at + 2 : at
}

/**
 * Whitespace up to its last line break is one piece, what follows another, save the one space that a word or mark takes.
 * Each change to another blank counts, so that runs joined by a line break never weigh less than one of them or more than both.
 */
function blanks(text: string, start: number, counts: Float64Array): number {
  let at = start
  let end = -1
  let last = text.charCodeAt(start)
  let same = 0
  let breaks = 0
  let more = 0
  let moreToBreak = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind === BREAK) {
      breaks++
      same = 0
      end = at + 1
      moreToBreak = more + Math.floor(breaks / LONG_RUN)
    } else if (kind !== BLANK) break
    else if (code !== last) {
      more++
      same = 1
    } else if (++same % LONG_RUN === 0) more++
    last = code
  }
  const isTaken = end < 0 && at < text.length && last === SPACE_CODE
  if (at - start > 1 || !isTaken) counts[BLANKS]!++
  counts[MORE_BLANKS]! += end < 0 ? more : moreToBreak
  return end < 0 ? at : end
}

// o200k holds whole tokens for runs of blanks and of one mark up to about this length.
const LONG_RUN = 16

/** `-`, `.`, `/`, `_`. */
const isPathMark = (code: number): boolean => (code >= 45 && code <= 47) || code === 95

function digits(text: string, start: number, before: number, counts: Float64Array): number {
  let at = start + 1
  while (at < text.length && ASCII[text.charCodeAt(at)] === DIGIT) at++
  counts[DIGITS]! += Math.ceil((at - start) / 3)
  if (before === SPACE) counts[BLANKS]!++
  return at
}

/** A run of ASCII marks with the line breaks after it; AS_PREFIX or AS_PATH for a single mark that the word after it takes. */
function marks(text: string, start: number, before: number, counts: Float64Array): number {
  const first = text.charCodeAt(start)
  let at = start + 1
  let isRule = true
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 128 || ASCII[code] !== MARK) break
    if (code !== first) isRule = false
  }
  const length = at - start
  if (length === 1 && before !== SPACE && at < text.length && kindOf(text.charCodeAt(at)) <= LATIN) {
    // `/index`, `-name`, `.md`, `_id` are often one token, and a shape of their own.
    if (isPathMark(first) && kindOf(text.charCodeAt(at)) === LOWER) return AS_PATH
    counts[PREFIXES]!++
    return AS_PREFIX
  }
  if (length === 1) counts[before === SPACE ? SPACED_MARK : ONE_MARK]!++
  else if (isRule && length >= 4) {
    counts[RULE]!++
    counts[MORE_RULE]! += Math.floor(length / LONG_RUN)
  } else if (length <= 4) counts[TWO_MARKS + length - 2]!++
  else {
    counts[FOUR_MARKS]!++
    counts[MORE_MARKS]! += length - 4
  }
  while (at < text.length && ASCII[text.charCodeAt(at)] === BREAK) at++
  return at
}

/** An emoji, a rarer character, or half of a pair. */
function surrogate(text: string, at: number, counts: Float64Array): number {
  const code = text.charCodeAt(at)
  const low = text.charCodeAt(at + 1)
  const isPair = code < 0xdc00 && low >= 0xdc00 && low < 0xe000
  counts[isPair && code >= 0xd83c && code <= 0xd83e ? EMOJI : ASTRAL]!++
  return isPair ? at + 2 : at + 1
}

/** A run of one kind outside ASCII. */
function run(text: string, start: number, kind: number, before: number, counts: Float64Array): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128 || kindOf(code) !== kind) break
    if (kind === HAN) counts[RARE_HAN]! += isRareHan(code)
    // Letters outside the Russian alphabet, and the hard sign, frequent in Bulgarian alone, tell the dearer languages.
    else if (kind === CYRILLIC && (code > 0x44f || code < 0x410 || code === 0x44a)) counts[OTHER_CYRILLIC]!++
  }
  counts[RUNS[kind]!]!++
  counts[RUNS[kind]! + 1]! += at - start
  if (at - start === 1 && CHEAP.has(kind)) counts[ALONE]!++
  if (before === SPACE && UNJOINED.has(kind)) counts[APART]!++
  return at
}
