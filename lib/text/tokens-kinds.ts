import { lazy } from './lazy.ts'

/** Kinds of UTF-16 code units, as far as the price of a token goes. Latin letters come first: `kind <= LATIN` is a letter of a word. */
export const LOWER = 0
export const UPPER = 1
export const LATIN = 2
export const DIGIT = 3
export const MARK = 4
export const BLANK = 5
export const BREAK = 6
export const CYRILLIC = 7
export const GREEK = 8
export const SEMITIC = 9
export const SCRIPT = 10
export const DENSE = 11
export const UNSPACED = 12
export const UNKNOWN = 13
export const HAN = 14
export const HIRAGANA = 15
export const KATAKANA = 16
export const HANGUL = 17
export const WIDE = 18
export const TYPOGRAPHIC = 19
export const SYMBOL = 20
export const BOX = 21
export const SURROGATE = 22
export const JOINER = 23

/** Kinds of the ASCII codes. Controls count as marks. */
export const ASCII: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  if (code >= 48 && code <= 57) return DIGIT
  if (code === 10 || code === 13) return BREAK
  return code === 32 || code === 9 || code === 11 || code === 12 ? BLANK : MARK
})

/** The kind of a UTF-16 code unit. By ranges, so that every engine agrees; what is not listed counts as the dearest kind, UNKNOWN. */
export function kindOf(code: number): number {
  if (code < 128) return ASCII[code]!
  const from = starts()
  let low = 0
  let high = from.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (from[middle]! <= code) low = middle
    else high = middle - 1
  }
  return kinds()[low]!
}

// First code of each range, and its kind up to the next one.
const ranges = lazy((): readonly (readonly [number, number])[] => [
  [0x80, TYPOGRAPHIC],
  [0xa0, BLANK],
  [0xa1, TYPOGRAPHIC],
  [0xaa, LATIN],
  [0xab, TYPOGRAPHIC],
  [0xb5, LATIN],
  [0xb6, TYPOGRAPHIC],
  [0xba, LATIN],
  [0xbb, TYPOGRAPHIC],
  [0xc0, LATIN],
  [0xd7, TYPOGRAPHIC],
  [0xd8, LATIN],
  [0xf7, TYPOGRAPHIC],
  [0xf8, LATIN],
  [0x370, GREEK],
  [0x400, CYRILLIC],
  [0x530, SCRIPT],
  [0x590, SEMITIC],
  [0x700, UNKNOWN],
  [0x750, SEMITIC],
  [0x780, UNKNOWN],
  // Devanagari and Bengali; Gurmukhi; Gujarati; Oriya; Tamil; Telugu; Kannada and Malayalam; Sinhala.
  [0x900, SCRIPT],
  [0xa00, DENSE],
  [0xa80, SCRIPT],
  [0xb00, DENSE],
  [0xb80, SCRIPT],
  [0xc00, DENSE],
  [0xc80, SCRIPT],
  [0xd80, DENSE],
  // Thai; Lao and Tibetan; Myanmar; Georgian; Hangul Jamo; Ethiopic and others; Khmer.
  [0xe00, UNSPACED],
  [0xe80, UNKNOWN],
  [0x1000, DENSE],
  [0x10a0, SCRIPT],
  [0x1100, UNKNOWN],
  [0x1780, DENSE],
  [0x1800, UNKNOWN],
  [0x1e00, LATIN],
  [0x1f00, GREEK],
  [0x2000, BLANK],
  [0x200b, TYPOGRAPHIC],
  [0x200d, JOINER],
  [0x200e, TYPOGRAPHIC],
  [0x2028, BLANK],
  [0x202a, TYPOGRAPHIC],
  [0x202f, BLANK],
  [0x2030, TYPOGRAPHIC],
  [0x205f, BLANK],
  [0x2060, TYPOGRAPHIC],
  [0x2070, SYMBOL],
  [0x2500, BOX],
  [0x25a0, SYMBOL],
  [0x2c00, UNKNOWN],
  [0x2e80, WIDE],
  [0x3000, BLANK],
  [0x3001, WIDE],
  [0x3005, HAN],
  [0x3006, WIDE],
  [0x3007, HAN],
  [0x3008, WIDE],
  [0x3041, HIRAGANA],
  [0x30a0, KATAKANA],
  [0x3100, WIDE],
  [0x3400, UNKNOWN],
  [0x4e00, HAN],
  [0xa000, UNKNOWN],
  [0xac00, HANGUL],
  [0xd7a4, UNKNOWN],
  [0xd800, SURROGATE],
  [0xe000, UNKNOWN],
  [0xf900, HAN],
  [0xfb00, UNKNOWN],
  [0xfb1d, SEMITIC],
  [0xfe00, JOINER],
  [0xfe10, WIDE],
  [0xfe70, SEMITIC],
  [0xff00, WIDE],
  [0xfff0, SYMBOL],
])
const starts = lazy(() => Uint16Array.from(ranges(), ([start]) => start))
const kinds = lazy(() => Uint8Array.from(ranges(), ([, kind]) => kind))
