import { plainText } from '../card/plain.ts'
import { sections } from '../card/sections.ts'
import type { Excerpt } from '../model/hit.ts'
import { termsOf } from '../text/tokenize.ts'
import type { FoundTerm } from './bm25.ts'
import { PASSAGE } from './weights.ts'

/**
 * The passage of a card that says most about a query, as one line of plain text with its heading and the line of the file on which it
 * starts; undefined when no line holds a term.
 *
 * Passages are paragraphs and list items. One is worth the idf mass of the terms it or its heading holds, each once, less a little for
 * its length; the first of equals wins. Text beyond 240 characters is cut around the first line that holds the rarest term.
 */
export function bestPassage(body: string, bodyLine: number, found: readonly FoundTerm[]): Excerpt | undefined {
  const values = new Map(found.map(({ term, weight, idf }) => [term, weight * idf]))
  for (const { weight, idf, variants } of found) {
    for (const variant of variants) if (!values.has(variant.term)) values.set(variant.term, variant.share * weight * idf)
  }
  let best: { readonly value: number; readonly passage: Passage } | undefined
  for (const section of sections(body.slice(0, PASSAGE.looked).toWellFormed(), bodyLine)) {
    const heading = massIn(section.heading, values)
    for (const passage of passages(section.text, section.textLine, section.heading)) {
      const own = massIn(passage.text, values)
      if (own.value === 0) continue
      const both = [...own.terms].reduce((sum, term) => sum + (heading.terms.has(term) ? 0 : values.get(term)!), heading.value)
      const value = both + own.value / 10 - passage.text.length / 100_000
      if (best === undefined || value > best.value) best = { value, passage }
    }
    // A heading alone is the place to start reading when nothing below it says more.
    if (heading.value > 0 && (best === undefined || heading.value > best.value)) {
      best = { value: heading.value, passage: { text: section.heading, line: section.line, heading: section.heading } }
    }
  }
  if (best === undefined) return undefined
  const { text, line, heading } = best.passage
  return { text: cutAround(text, values), heading: heading === '' ? null : heading, line }
}

type Passage = { readonly text: string; readonly line: number; readonly heading: string }

/** Paragraphs and list items of a section, fences and rules left out of the text but not out of the count of lines. */
function passages(text: string, textLine: number, heading: string): readonly Passage[] {
  const found: Passage[] = []
  let open: string[] = []
  let from = 0
  const close = (): void => {
    const plain = plainText(open.join(' ')).trim()
    if (plain !== '') found.push({ text: plain, line: textLine + from, heading })
    open = []
  }
  text.split('\n').forEach((line, at) => {
    const bare = line.replace(MARKER, '').trim()
    const starts = bare === '' || MARKER.test(line) || RULE.test(line)
    if (starts) close()
    if (bare === '' || RULE.test(line)) return
    if (open.length === 0) from = at
    open.push(bare)
  })
  close()
  return found
}

const MARKER = /^\s*(?:[-*+]|\d{1,9}[.)]|>)\s+(?:\[[ xX]\]\s+)?/
const RULE = /^\s*(?:`{3,}|~{3,}|-{3,}\s*$|\|?[\s:|-]+\|[\s:|-]*$)/

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
