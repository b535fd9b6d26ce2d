import { plainText } from '../card/plain.ts'
import type { Excerpt } from '../model/hit.ts'
import { termsOf } from '../text/tokenize.ts'
import type { FoundTerm } from './bm25.ts'
import { PASSAGE } from './weights.ts'

/**
 * The passage of a card that says most about a query, as one line of plain text with its heading and the line of the file on which it
 * starts; undefined when no line holds a term.
 *
 * Passages are paragraphs and list items. One is worth the idf mass of the terms it or its heading holds, each once, less a little for
 * its length; the first of equals wins. Only the passages that seem to hold most, by the beginnings of the words, are read closely: a
 * one-off process cuts ten excerpts, and tokenizing ten cards would be most of its time. Beyond 240 characters a passage is cut around
 * the words that matched.
 */
export function bestPassage(body: string, bodyLine: number, found: readonly FoundTerm[]): Excerpt | undefined {
  const values = new Map(found.map(({ term, weight, idf }) => [term, weight * idf]))
  for (const { weight, idf, variants } of found) {
    for (const variant of variants) if (!values.has(variant.term)) values.set(variant.term, variant.share * weight * idf)
  }
  let best: { readonly value: number; readonly passage: Passage; readonly text: string } | undefined
  for (const passage of promising(passagesOf(body.slice(0, PASSAGE.looked).toWellFormed(), bodyLine), values)) {
    const heading = massIn(passage.heading, values)
    const text = passage.raw === '' ? passage.heading : plainText(passage.raw)
    const own = passage.raw === '' ? NOTHING : massIn(text, values)
    if (own.value + heading.value === 0 || (own.value === 0 && passage.raw !== '')) continue
    const both = [...own.terms].reduce((sum, term) => sum + (heading.terms.has(term) ? 0 : values.get(term)!), heading.value)
    const value = both + own.value / 10 - text.length / 100_000
    if (best === undefined || value > best.value) best = { value, passage, text }
  }
  if (best === undefined) return undefined
  const { heading, line } = best.passage
  return { text: cutAround(best.text, values), heading: heading === '' ? null : plainText(heading), line }
}

/** `raw` is Markdown; '' for a heading that stands for itself: the place to start reading when nothing below it says more. */
type Passage = { readonly raw: string; readonly heading: string; readonly line: number }

/** Passages that are read closely. */
const CLOSELY = 6
/** Letters of a word that inflections leave alone. */
const BEGINNING = 4

/** The passages that hold the beginnings of most terms, in the order of the text; all of them where the script hides beginnings. */
function promising(passages: readonly Passage[], values: ReadonlyMap<string, number>): readonly Passage[] {
  const probes = [...values].map(([term, value]) => [term.slice(0, BEGINNING), value] as const)
  const held = (text: string): number => probes.reduce((sum, [probe, value]) => sum + (text.includes(probe) ? value : 0), 0)
  const rated = passages
    .map((passage, place) => ({ passage, place, value: held(`${passage.heading}\n${passage.raw}`.toLowerCase()) }))
    .filter(({ value }) => value > 0)
  if (rated.length === 0) return passages.slice(0, 10 * CLOSELY)
  return rated
    .sort((a, b) => b.value - a.value || a.place - b.place)
    .slice(0, CLOSELY)
    .sort((a, b) => a.place - b.place)
    .map(({ passage }) => passage)
}

/** Headings, paragraphs and list items of a body. Fences and rules end a passage and are no part of one. */
function passagesOf(body: string, bodyLine: number): readonly Passage[] {
  const found: Passage[] = []
  let heading = ''
  let fence = ''
  let open: string[] = []
  let from = 0
  const close = (): void => {
    if (open.length > 0) found.push({ raw: open.join(' '), heading, line: bodyLine + from })
    open = []
  }
  body.split('\n').forEach((line, at) => {
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : ''
    const title = fence === '' ? HEADING.exec(line)?.[1] : undefined
    const bare = line.replace(MARKER, '').trim()
    if (title !== undefined || mark !== undefined || bare === '' || bare.length < line.trim().length || RULE.test(line)) close()
    if (title !== undefined) {
      heading = title
      found.push({ raw: '', heading, line: bodyLine + at })
    } else if (mark === undefined && bare !== '' && !RULE.test(line)) {
      if (open.length === 0) from = at
      open.push(bare)
    }
  })
  close()
  return found
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const MARKER = /^\s*(?:[-*+]|\d{1,9}[.)]|>)\s+(?:\[[ xX]\]\s+)?/
const RULE = /^\s*(?:-{3,}\s*$|={3,}\s*$|\|?[\s:|-]+\|[\s:|-]*$)/
const NOTHING = { value: 0, terms: new Set<string>() } as const

function massIn(
  text: string,
  values: ReadonlyMap<string, number>,
): { readonly value: number; readonly terms: ReadonlySet<string> } {
  const terms = new Set(termsOf(text).flatMap(({ term }) => (values.has(term) ? [term] : [])))
  return { value: [...terms].reduce((sum, term) => sum + values.get(term)!, 0), terms }
}

/** At most PASSAGE.characters code points, from the sentence or word on where the matched words begin. */
function cutAround(text: string, values: ReadonlyMap<string, number>): string {
  const points = Array.from(text)
  if (points.length <= PASSAGE.characters) return text
  const step = Math.floor(PASSAGE.characters / 4)
  let best = { value: -1, at: 0 }
  for (let at = 0; at < points.length; at += step) {
    const { value } = massIn(points.slice(at, at + PASSAGE.characters).join(''), values)
    if (value > best.value) best = { value, at }
  }
  const start = best.at === 0 ? 0 : wordStart(points, best.at)
  const end = Math.min(points.length, start + PASSAGE.characters)
  return `${start > 0 ? '… ' : ''}${points.slice(start, end).join('').trim()}${end < points.length ? ' …' : ''}`
}

/** The start of the next word, or the place itself in a text without blanks. */
function wordStart(points: readonly string[], at: number): number {
  for (let i = at; i < Math.min(points.length, at + 20); i++) if (points[i - 1] === ' ') return i
  return at
}
