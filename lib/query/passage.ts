import { plainText } from '../card/plain.ts'
import type { Excerpt } from '../model/hit.ts'
import { foldText } from '../text/fold.ts'
import { isBoundary } from '../text/grapheme.ts'
import type { FoundTerm } from './bm25.ts'
import { PASSAGE } from './weights.ts'

/**
 * The passage of a card that says most about a query, as one line of plain text with its heading and the line of the file on which it
 * starts; undefined when no line holds a term.
 *
 * Passages are paragraphs and list items. One is worth the idf mass of the words it or its heading holds, each once, less a little for
 * its length; the first of equals wins. Words are found by their beginnings, without tokenizing the card: a one-off process cuts
 * several excerpts, and reading the cards word by word would be most of its time. Beyond 240 characters a passage is cut around the
 * words that matched.
 */
export function bestPassage(body: string, bodyLine: number, found: readonly FoundTerm[]): Excerpt | undefined {
  const probes = probesOf(found)
  let best: { readonly value: number; readonly passage: Passage } | undefined
  for (const passage of passagesOf(body.slice(0, PASSAGE.looked).toWellFormed(), bodyLine)) {
    const raw = foldText(passage.raw)
    const own = massIn(raw, probes)
    const both = massIn(`${foldText(passage.heading)}\n${raw}`, probes)
    if (both === 0 || (own === 0 && passage.raw !== '')) continue
    const value = both + own / 10 - passage.raw.length / 100_000
    if (best === undefined || value > best.value) best = { value, passage }
  }
  if (best === undefined) return undefined
  const { raw, heading, line } = best.passage
  return {
    text: cutAround(plainText(raw === '' ? heading : raw), probes),
    heading: heading === '' ? null : plainText(heading),
    line,
  }
}

/** `raw` is Markdown; '' for a heading that stands for itself: the place to start reading when nothing below it says more. */
type Passage = { readonly raw: string; readonly heading: string; readonly line: number }
/** The part of a word that its inflections share, and what the word is worth. */
type Probe = readonly [beginning: string, value: number]

/** Stems are beginnings of words but for their last letter (deploy, deploi). */
const probesOf = (found: readonly FoundTerm[]): readonly Probe[] =>
  found.map(({ term, weight, idf }) => [term.length > SHORT ? term.slice(0, -1) : term, weight * idf])
const SHORT = 4

function massIn(folded: string, probes: readonly Probe[]): number {
  return probes.reduce((sum, [beginning, value]) => (folded.includes(beginning) ? sum + value : sum), 0)
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
    const trimmed = line.trim()
    // Most lines are prose, and each pattern that is not asked for is one that need not be compiled.
    const first = trimmed.slice(0, 1)
    const mark = FENCES.includes(first) ? FENCE.exec(line)?.[1] : undefined
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : ''
    const title = fence === '' && first === '#' ? HEADING.exec(line)?.[1] : undefined
    const bare = MARKERS.includes(first) ? line.replace(MARKER, '').trim() : trimmed
    const rule = RULES.includes(first) && RULE.test(line)
    if (title !== undefined || mark !== undefined || bare === '' || bare.length < trimmed.length || rule) close()
    if (title !== undefined) {
      heading = title
      found.push({ raw: '', heading, line: bodyLine + at })
    } else if (mark === undefined && bare !== '' && !rule) {
      if (open.length === 0) from = at
      open.push(bare)
    }
  })
  close()
  return found
}

// What a line of each kind begins with, blanks aside; '' for a blank line, which is of none.
const FENCES = ['`', '~']
const MARKERS = [...'-*+>0123456789']
const RULES = [...'-=|:']
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const MARKER = /^\s*(?:[-*+]|\d{1,9}[.)]|>)\s+(?:\[[ xX]\]\s+)?/
const RULE = /^\s*(?:-{3,}\s*$|={3,}\s*$|\|?[\s:|-]+\|[\s:|-]*$)/

/** At most PASSAGE.characters code units, from the word on where the matched words begin; never cut inside a character as a reader sees it. */
function cutAround(text: string, probes: readonly Probe[]): string {
  if (text.length <= PASSAGE.characters) return text
  const step = Math.floor(PASSAGE.characters / 4)
  let best = { value: -1, at: 0 }
  for (let at = 0; at < text.length; at += step) {
    const value = massIn(foldText(text.slice(at, at + PASSAGE.characters).toWellFormed()), probes)
    if (value > best.value) best = { value, at }
  }
  const start = best.at === 0 ? 0 : wordStart(text, best.at)
  let end = Math.min(text.length, start + PASSAGE.characters)
  while (end > start + 1 && !isBoundary(text, end)) end -= 1
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}

/** The start of the next word, or the nearest place behind that may be cut in a text without blanks. */
function wordStart(text: string, at: number): number {
  const blank = text.slice(at, at + 20).indexOf(' ')
  let start = blank < 0 ? at : at + blank + 1
  while (start < text.length && !isBoundary(text, start)) start += 1
  return start
}
