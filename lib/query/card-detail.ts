import { withoutComments } from '../card/code-mask.ts'
import { opening, plainText } from '../card/plain.ts'
import { firstParagraph, type Section, sections } from '../card/sections.ts'

/** Characters of detail at most: a paragraph or two, some 120 tokens of English. */
const MOST = 480

/** Headings of sections that hold the point of a card. */
const KEY_HEADING = /^(?:decision|current state|next step|responsibilities|consequences|mitigation|alternatives|context|purpose|决策|决定|现状|当前状态|下一步|职责|后果|缓解措施|备选方案|背景)/i

/**
 * What a card says beyond its summary, as one line of plain text: the beginnings of its key sections, else of its first
 * ones, each after its heading; '' when nothing is left. At most MOST characters, cut after a whole word. Never throws.
 */
export function keyText(body: string, summary: string): string {
  const pieces = sections(withoutComments(body), 1)
    .map((section) => ({ heading: section.heading.replace(/[:：]$/, ''), text: beginningOf(section) }))
    .filter(({ text }) => text !== '' && !summary.startsWith(text.slice(0, 60)))
  const key = pieces.filter(({ heading }) => KEY_HEADING.test(heading))
  let line = ''
  for (const { heading, text } of key.length > 0 ? key : pieces) {
    const piece = heading === '' ? text : `${heading}: ${text}`
    if (line !== '' && line.length + piece.length + 1 > MOST) break
    line = line === '' ? piece : `${line} ${piece}`
  }
  return opening(line, Number.POSITIVE_INFINITY, MOST)
}

/** The first paragraph of a section, or its list as one line. */
function beginningOf({ text }: Section): string {
  const paragraph = firstParagraph(text)
  if (paragraph !== '') return paragraph
  const items = [...text.matchAll(/^\s{0,6}(?:[-*+]|\d{1,9}[.)])\s+(.+)$/gm)].slice(0, 8)
  return items.map(([, item]) => plainText(item!)).join('; ')
}
