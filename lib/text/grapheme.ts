import { unicodePattern } from './unicode-pattern.ts'

/**
 * What belongs to the character before it: marks, joiners, variation selectors, skin tones, the tags of regional flags,
 * vowels and finals of Hangul in parts, and the Thai and Lao vowel AM. \p{M} may be larger in a newer Unicode; the rest is fixed.
 */
const JOINS = unicodePattern(
  String.raw`^[\p{M}\u200c\u200d\u0e33\u0eb3\u1160-\u11ff\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]`,
)
const REGIONAL = /[\u{1f1e6}-\u{1f1ff}]/u

/** Whether `text` may be cut at this offset (UTF-16 code units): between two characters as a reader sees them, not in a pair, a joined emoji or a flag. */
export function isBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true
  const code = text.charCodeAt(at)
  if (code >= 0xdc00 && code <= 0xdfff) return false
  const here = text.slice(at, at + 2)
  if (JOINS(here).test(here) || text[at - 1] === '\u200d') return false
  if (!REGIONAL.test(here) || !REGIONAL.test(text.slice(at - 2, at))) return true
  let flags = 0
  for (let back = at; back >= 2 && REGIONAL.test(text.slice(back - 2, back)); back -= 2) flags++
  return flags % 2 === 0
}
