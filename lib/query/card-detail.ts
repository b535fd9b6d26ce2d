import { withoutComments } from '../card/code-mask.ts'
import { opening, plainText } from '../card/plain.ts'
import { firstParagraph, type Section, sections } from '../card/sections.ts'
import { estimateTokens } from '../text/tokens.ts'

/** Tokens of detail at most: a paragraph or two of English, some 320 characters; a third of that in Chinese. */
const MOST_TOKENS = 80
/** Tokens of a summary at most: one sentence. */
const SUMMARY_TOKENS = 40
/** Characters a token of plain English has. */
const ENGLISH = 4

/** Headings of sections that hold the point of a card. */
const KEY_HEADING =
  /^(?:decision|current state|next step|responsibilities|consequences|mitigation|alternatives|context|purpose|决策|决定|现状|当前状态|下一步|职责|后果|缓解措施|备选方案|背景)/i

/**
 * What a card says beyond its summary, as one line of plain text: the beginnings of its key sections, else of its first
 * ones, each after its heading; '' when nothing is left. About MOST_TOKENS tokens at most, cut after a whole word. Never throws.
 */
export function keyText(body: string, summary: string): string {
  const pieces = sections(withoutComments(body), 1)
    .map((section) => ({ heading: section.heading.replace(/[:：]$/, ''), text: beginningOf(section) }))
    .filter(({ text }) => text !== '' && !summary.startsWith(text.slice(0, 60)))
  const key = pieces.filter(({ heading }) => KEY_HEADING.test(heading))
  const room = charactersOf(key.length > 0 ? key : pieces, MOST_TOKENS)
  let line = ''
  for (const { heading, text } of key.length > 0 ? key : pieces) {
    const piece = heading === '' ? text : `${heading}: ${text}`
    if (line !== '' && line.length + piece.length + 1 > room) break
    line = line === '' ? piece : `${line} ${piece}`
  }
  return opening(line, Number.POSITIVE_INFINITY, room)
}

/** A summary as a list of cards shows it: about SUMMARY_TOKENS tokens at most, cut after a whole word. */
export const lineSummary = (summary: string): string =>
  opening(summary, Number.POSITIVE_INFINITY, charactersOf([{ text: summary }], SUMMARY_TOKENS))

/** How many characters of such text `tokens` are worth, by the price of its beginning. */
function charactersOf(pieces: readonly { readonly text: string }[], tokens: number): number {
  const beginning = pieces
    .map(({ text }) => text)
    .join(' ')
    .slice(0, tokens * ENGLISH)
  return Math.min(tokens * ENGLISH, Math.floor((tokens * beginning.length) / Math.max(1, estimateTokens(beginning))) + 3)
}

/** The first paragraph of a section, or its list as one line. */
function beginningOf({ text }: Section): string {
  const paragraph = firstParagraph(text)
  if (paragraph !== '') return paragraph
  const items = [...text.matchAll(/^\s{0,6}(?:[-*+]|\d{1,9}[.)])\s+(.+)$/gm)].slice(0, 8)
  return items.map(([, item]) => plainText(item!)).join('; ')
}
