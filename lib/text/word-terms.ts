/** What the word splitter may leave out; see TokenizerSteps. */
type Steps = { readonly parts: boolean; readonly joined: boolean; readonly stem: boolean }

/**
 * Returns the terms of one run of letters, digits and joining marks, in order: of `src/loadCart.ts` src, load, cart, loadcart, ts.
 *
 * `fold` takes accents off a lower-case word. A term is at most 64 code units long. Linear; never throws.
 */
export function wordTerms(run: string, fold: (word: string) => string, steps: Steps): readonly string[] {
  if (SIMPLE.test(run)) return [plain(run, steps)]
  const terms: string[] = []
  for (const segment of run.split(/[/\\:@]+/)) if (segment !== '') segmentTerms(terms, segment, fold, steps)
  return terms
}

const MAX_TERM = 64
const SIMPLE = /^[a-z]{1,64}$/
const VERSION = /^v?(\d+(?:\.\d+)+)(?=$|[-+.a-z_])/i
const SYMBOL_NAME = /^(?:[\p{L}\p{N}]{1,12}\+\+|[A-Za-z]#)$/u
const PARTS = /\p{N}+|\p{Lu}+(?![\p{Ll}\p{M}])\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*|[\p{L}\p{M}]+\p{N}*/gu

function segmentTerms(terms: string[], segment: string, fold: (word: string) => string, steps: Steps): void {
  const symbol = segment.replace(/^[-_.'#+]+/, '').replace(/[-_.']+$/, '')
  if (SYMBOL_NAME.test(symbol)) {
    terms.push(symbol.toLowerCase())
    return
  }
  const word = symbol.replace(/[#+]+$/, '')
  if (word === '') return
  const lead = /(?:^|[^-])(--|\.)$/.exec(segment.slice(0, segment.indexOf(word)))?.[1]
  if (lead !== undefined && /^\p{L}/u.test(word)) terms.push(cut(lead + fold(word.toLowerCase())))
  for (const piece of word.split(/[#+]+/)) pieceTerms(terms, piece, fold, steps)
}

function pieceTerms(terms: string[], piece: string, fold: (word: string) => string, steps: Steps): void {
  const version = VERSION.exec(piece)?.[1]
  if (version !== undefined) {
    const numbers = version.split('.')
    for (let n = 2; n <= Math.min(numbers.length, 6); n++) terms.push(cut(numbers.slice(0, n).join('.')))
    const rest = piece.slice(piece.indexOf(version) + version.length).replace(/^[-._']+/, '')
    if (rest !== '') pieceTerms(terms, rest, fold, steps)
    return
  }
  const word = apostrophes(piece)
  const parts = steps.parts ? (word.match(PARTS) ?? []) : word.split(/[-._']+/)
  const joined = cut(fold(word.replace(/[-._']+/g, '').toLowerCase()))
  if (joined === '') return
  if (parts.length <= 1) {
    terms.push(plain(joined, steps))
    return
  }
  for (const part of parts) if (part.length > 1 || parts.length === 2) terms.push(plain(cut(fold(part.toLowerCase())), steps))
  if (steps.joined) terms.push(joined)
}

/** `server's` is server, `don't` dont, `l'homme` homme, `O'Reilly` OReilly. */
function apostrophes(piece: string): string {
  if (!piece.includes("'")) return piece
  return piece
    .replace(/'s$/i, '')
    .replace(/^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=[\p{L}]{3})/iu, '')
    .replace(/^(\p{L}{2,})'(?:re|ve|ll|d|m)$/iu, '$1')
    .replaceAll("'", '')
}

const cut = (term: string): string => (term.length > MAX_TERM ? term.slice(0, MAX_TERM) : term)

const plain = (word: string, _steps: Steps): string => word
