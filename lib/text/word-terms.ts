import { stem } from './porter.ts'
import { STOP_WORDS } from './stop-words.ts'
import type { Token } from './token.ts'
import { unicodePattern } from './unicode-pattern.ts'

/** What the word splitter may leave out; see TokenizerSteps. */
type Steps = { readonly parts: boolean; readonly joined: boolean; readonly stem: boolean; readonly stop: boolean }

/**
 * Returns the terms of one run of letters, digits and joining marks, in order: of `src/loadCart.ts` src, load, cart, loadcart, ts.
 *
 * `fold` takes accents off a lower-case word. A term is at most 64 code units long. Linear; never throws.
 */
export function wordTerms(run: string, fold: (word: string) => string, steps: Steps): readonly Token[] {
  const terms: Token[] = []
  if (SIMPLE.test(run)) {
    addWord(terms, run, steps)
    return terms
  }
  for (const segment of run.split(/[/\\:@]+/)) if (segment !== '') segmentTerms(terms, segment, fold, steps)
  return terms
}

const MAX_TERM = 64
const SIMPLE = /^[a-z]{1,64}$/
const VERSION = /^v?(\d+(?:\.\d+)+)(?=$|[-+.a-z_])/i
const SYMBOL_NAME = unicodePattern(String.raw`^(?:[\p{L}\p{N}]{1,12}\+\+|[A-Za-z]#)$`)
// 7-8 is a range, not 78; a date of three parts keeps its joined form.
const NUMBERS = /^\d+[-_]\d+$/
const DOTTED = unicodePattern(String.raw`^[\p{L}\p{M}]{1,10}$`)
const PARTS = unicodePattern(
  String.raw`\p{N}+|\p{Lu}+(?![\p{Ll}\p{M}])\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|[\p{L}\p{M}]+\p{N}*`,
  'g',
)
const LETTER_FIRST = unicodePattern(String.raw`^\p{L}`)
const ELISION = unicodePattern(String.raw`^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=[\p{L}]{3})`, 'i')
const CONTRACTION = unicodePattern(String.raw`^(\p{L}{2,})'(?:re|ve|ll|d|m)$`, 'i')

function segmentTerms(terms: Token[], segment: string, fold: (word: string) => string, steps: Steps): void {
  const symbol = segment.replace(/^[-_.'#+]+/, '').replace(/[-_.']+$/, '')
  if (SYMBOL_NAME(symbol).test(symbol)) {
    terms.push({ term: symbol.toLowerCase(), kind: 'word' })
    return
  }
  const bare = symbol.replace(/[#+]+$/, '')
  if (bare === '') return
  const lead = /(?:^|[^-])(--|\.)$/.exec(segment.slice(0, segment.indexOf(bare)))?.[1]
  if (lead !== undefined && LETTER_FIRST(bare).test(bare))
    terms.push({ term: cut(lead + fold(bare.toLowerCase())), kind: 'word' })
  for (const piece of bare.split(/[#+]+/)) pieceTerms(terms, piece, fold, steps)
}

function pieceTerms(terms: Token[], piece: string, fold: (word: string) => string, steps: Steps): void {
  const version = VERSION.exec(piece)?.[1]
  if (version !== undefined) {
    const numbers = version.split('.')
    for (let n = 2; n <= Math.min(numbers.length, 6); n++) terms.push({ term: cut(numbers.slice(0, n).join('.')), kind: 'word' })
    const rest = piece.slice(piece.indexOf(version) + version.length).replace(/^[-._']+/, '')
    if (rest !== '') pieceTerms(terms, rest, fold, steps)
    return
  }
  const names = apostrophes(piece)
    .split(/\.+/)
    .filter((name) => name !== '')
  for (const name of names) nameTerms(terms, name, fold, steps, names.length === 1)
  // node.js is nodejs, e.g. is eg: only where no part is a compound itself, so that a missing blank after a full stop costs little.
  if (steps.joined && names.length > 1 && names.length <= 4 && names.every((name) => DOTTED(name).test(name))) {
    terms.push({ term: cut(fold(names.join('').toLowerCase())), kind: 'joined' })
  }
}

/** One identifier without dots: its parts, then the form in which retry_window, retry-window and retryWindow are the same. */
function nameTerms(terms: Token[], name: string, fold: (word: string) => string, steps: Steps, alone: boolean): void {
  const joined = cut(fold(name.replace(/[-_]+/g, '').toLowerCase()))
  if (joined === '') return
  const parts = (steps.parts ? name.match(PARTS(name)) : name.split(/[-_]+/)) ?? []
  if (parts.length <= 1) {
    if (alone || joined.length > 1) addWord(terms, joined, steps)
    return
  }
  for (const part of parts) if (part.length > 1 || parts.length === 2) addWord(terms, cut(fold(part.toLowerCase())), steps)
  if (steps.joined && !NUMBERS.test(name)) terms.push({ term: joined, kind: 'joined' })
}

/** `server's` is server, `don't` dont, `l'homme` homme, `O'Reilly` OReilly. */
function apostrophes(piece: string): string {
  if (!piece.includes("'")) return piece
  return piece.replace(/'s$/i, '').replace(ELISION(piece), '').replace(CONTRACTION(piece), '$1').replaceAll("'", '')
}

const cut = (term: string): string => (term.length > MAX_TERM ? term.slice(0, MAX_TERM) : term)

function addWord(terms: Token[], text: string, steps: Steps): void {
  if (steps.stop && STOP_WORDS.has(text)) return
  terms.push({ term: steps.stem ? stem(light(text)) : text, kind: 'word' })
}

/** Arabic words lose the article with the particles that stick to it; other text stays. */
const light = (text: string): string => (text.charCodeAt(0) >= 0x600 ? text.replace(ARTICLE, '') : text)
const ARTICLE = /^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=[\u0620-\u064a]{3})/
