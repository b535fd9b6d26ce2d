import { VIETNAMESE } from './scripts.ts'
import { unicodePattern } from './unicode-pattern.ts'

/**
 * Returns the form in which two names are compared: titles, aliases, tags, ids and paths that a person would call the same are equal.
 *
 * Width and compatibility forms (NFKC), case, accents of Latin and Greek and stress marks of Cyrillic are folded, curly quotes made
 * straight, whitespace collapsed and trimmed. Accents of Vietnamese words stay: there they tell words apart. Never throws; '' gives ''.
 */
export const foldName = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim()

/** As `foldName`, with whitespace as it stands. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const lower = straighten(text).toLowerCase().normalize('NFC')
  return foldAccents(lower, VIETNAMESE.test(lower))
}

/** NFKC with straight quotes and plain hyphens; zero-width characters and soft hyphens are taken out. Case stays. */
export const straighten = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(AM, (am) => (am[0] === '\u0e4d' ? '\u0e33' : '\u0eb3'))
        .replace(INVISIBLE, '')
        .replace(SINGLE_QUOTES, "'")
        .replace(DOUBLE_QUOTES, '"')
        .replace(HYPHENS, '-')

/** Accents off, for lower-case NFC text. In a text that holds Vietnamese, whatever has the shape of its syllables keeps them. */
export function foldAccents(lower: string, vietnamese: boolean): string {
  if (!ACCENTED.test(lower)) return lower
  return vietnamese ? lower.replace(WORD(lower), (word) => (SYLLABLE.test(bare(word)) ? word : bare(word))) : bare(lower)
}

const PLAIN = /^[\x20-\x7e\n\t]*$/
// NFKC takes Thai and Lao AM apart, which no writer does; n-grams count it as one letter.
const AM = /\u0e4d\u0e32|\u0ecd\u0eb2/g
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]/g
const SINGLE_QUOTES = /[\u2018\u2019\u201b\u2032\u02bc\u02b9]/g
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f\u2033]/g
const HYPHENS = /[\u2010-\u2015\u2212]/g
// Latin and Greek with accents, Cyrillic io, stress marks; Arabic marks and letter variants.
const ACCENTED =
  /[\u00c0-\u024f\u0300-\u036f\u0370-\u03ff\u0450\u0451\u045d\u0610-\u061a\u0622-\u0625\u0629\u0640\u0649-\u065f\u0670\u1e00-\u1fff]/
const WORD = unicodePattern(String.raw`[\p{L}\p{M}]+`, 'g')
// Onset, one to three vowels, coda: what a Vietnamese syllable looks like without its accents.
const SYLLABLE =
  /^(?:b|c|ch|d|\u0111|g|gh|gi|h|k|kh|l|m|n|ng|ngh|nh|p|ph|qu|r|s|t|th|tr|v|x)?[aeiouy]{1,3}(?:c|ch|m|n|ng|nh|p|t)?$/

// й and ї are letters of their own, ё is written as е by most; the other Cyrillic letters keep their form.
const bare = (lower: string): string =>
  lower
    .replace(LETTERS, (letter) => letter.normalize('NFD').replace(MARKS, ''))
    .replace(MARKS, '')
    .replace(SPECIAL, (letter) => SPECIALS.get(letter) ?? letter)

const LETTERS = /[\u00c0-\u024f\u0370-\u03ff\u0450\u0451\u045d\u0622-\u0625\u1e00-\u1fff]/g
const MARKS = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
const SPECIALS: ReadonlyMap<string, string> = new Map([
  ['\u00df', 'ss'],
  ['\u00e6', 'ae'],
  ['\u0153', 'oe'],
  ['\u00f8', 'o'],
  ['\u0142', 'l'],
  ['\u0131', 'i'],
  ['\u03c2', '\u03c3'],
  ['\u0629', '\u0647'],
  ['\u0649', '\u064a'],
])
const SPECIAL = /[\u00df\u00e6\u0153\u00f8\u0142\u0131\u03c2\u0629\u0649]/g
