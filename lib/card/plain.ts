import { isBoundary } from '../text/grapheme.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['#39', "'"],
])
const MAX_INPUT = 4_000

/**
 * One line of plain text out of inline Markdown: links and wikilinks as their labels, no images, HTML, footnote marks,
 * emphasis or code marks. Looks at the first 4,000 characters only; linear.
 */
export function plainText(markdown: string): string {
  const text = markdown.length > MAX_INPUT ? markdown.slice(0, MAX_INPUT).toWellFormed() : markdown
  let plain = text
  for (const [marks, without] of INLINE) if (marks.some((mark) => plain.includes(mark))) plain = without(plain)
  return plain.replace(/\s+/g, ' ').trim()
}

const UNDERSCORED = unicodePattern(String.raw`(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_\n]{1,600}?)(?<=\S)\1(?![\p{L}\p{N}_])`, 'g')

/** What takes one kind of mark out, in order; most texts hold few kinds, and looking for a mark is cheaper than compiling its pattern. */
const INLINE: readonly (readonly [marks: readonly string[], without: (text: string) => string])[] = [
  [['<!--'], (text) => text.replace(/<!--.*?-->/gs, ' ')],
  [
    ['!['],
    (text) =>
      text.replace(/!\[[^[\]\n]{0,400}\](?:\([^()\n]{0,600}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)|\[[^[\]\n]{0,200}\])/g, ' '),
  ],
  [['[['], (text) => text.replace(/!?\[\[([^[\]\n]{1,400})\]\]/g, (_, inner: string) => wikiLabel(inner))],
  [
    ['['],
    (text) =>
      text
        .replace(/\[([^[\]\n]{1,400})\](?:\([^()\n]{0,600}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)|\[[^[\]\n]{0,200}\])/g, '$1')
        .replace(/\[\^[^[\]\s]{1,60}\]/g, ''),
  ],
  [['<'], (text) => text.replace(/<(https?:\/\/[^<>\s]{1,400})>/g, '$1').replace(/<\/?[A-Za-z][^<>\n]{0,1000}>/g, ' ')],
  [['&'], (text) => text.replace(/&(#39|[a-z]{2,4});/g, (whole, name: string) => ENTITIES.get(name) ?? whole)],
  [['`'], (text) => text.replace(/(^|[^\\])`+/g, '$1')],
  [['*', '~~', '=='], (text) => text.replace(/(?<!\\)(\*{1,3}|~~|==)(?=\S)([^*~=\n]{1,600}?)(?<=[^\s\\])\1/g, '$2')],
  [['_'], (text) => text.replace(UNDERSCORED(text), '$2')],
  [['\\'], (text) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')],
]

/** What a reader sees of `[[inner]]`: the label, else the name without its heading. */
function wikiLabel(inner: string): string {
  const [left = '', right] = inner.split('|')
  if (right !== undefined) return (/[\s]/.test(left) || !/[./]/.test(left) ? left : right).trim()
  return (left.replace(/#.*$/, '').split('/').at(-1) ?? left).trim() || left.trim()
}

/**
 * The start of `text`: at most `sentences` sentences and `limit` UTF-16 code units. A text that has to be cut inside a
 * sentence ends after a whole word where blanks divide words, and never inside a character as a reader sees it; then `...` follows.
 */
export function opening(text: string, sentences = 2, limit = 300): string {
  const end = sentencesEnd(text, sentences)
  if (end <= limit) return text.slice(0, end).trimEnd()
  return `${text.slice(0, safeCut(text, limit - 3)).trimEnd()}...`
}

const SENTENCE_END = /[.!?]+["')\]\u2019\u201d]*(?=\s)|[\u3002\uff01\uff1f\u0964\u06d4]+[\u300d\u300f\u201d\u2019\uff09]*/g
// A dot after these ends no sentence.
const ABBREVIATION = /(?:^|[\s(])(?:[A-Za-z]|\d{1,3}|e\.g|i\.e|etc|vs|cf|Dr|Mr|Mrs|Ms|St|No|Fig|approx)\.$/

function sentencesEnd(text: string, sentences: number): number {
  let left = sentences
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    if (ABBREVIATION.test(text.slice(Math.max(0, end - 10), end))) continue
    if (--left === 0) return end
  }
  return text.length
}

/** Han, kana and Thai are written without blanks: a blank there ends no word. */
const UNSPACED = /[\u0e00-\u0e7f\u3041-\u30ff\u3400-\u9fff]/

/**
 * The greatest offset up to `limit` at which `text` may be cut: after a word if one ends in the last 40 code units, else
 * between two characters as a reader sees them (no half surrogate, mark, joined emoji or half flag).
 */
export function safeCut(text: string, limit: number): number {
  if (text.length <= limit) return text.length
  const blank = text.lastIndexOf(' ', limit)
  if (blank > 0 && blank >= limit - 40 && !UNSPACED.test(text.slice(blank, limit))) return blank
  let at = limit
  while (!isBoundary(text, at)) at--
  return at
}
