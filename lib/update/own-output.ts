/**
 * A text without what pmem printed itself: the frame of a pack, an answer from its first heading to its footer, JSON, and single
 * lines that name a card and repeat its summary. What is recalled is no new knowledge. Same lines, the left-out ones blank.
 * `repeats` says whether a text is what a card says already.
 */
export function withoutOwnOutput(text: string, repeats: (text: string) => boolean): string {
  const lines = text.split('\n')
  const own = lines.map(() => false)
  const mark = (from: number, to: number): void => {
    for (let index = from; index <= to; index += 1) own[index] = true
  }
  let frame = -1
  let answer = -1
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/^[\s>]+/, '')
    if (line.startsWith('<project-memory')) frame = index
    if (frame >= 0 && line.startsWith('</project-memory>')) {
      mark(frame, index)
      frame = -1
    }
    if (OPENING.test(line)) answer = answer < 0 ? index : answer
    if (FOOTER.test(line)) {
      mark(answer < 0 ? index : answer, index)
      answer = -1
    } else if (answer >= 0 && /^#{1,6}\s/.test(line)) answer = -1
    if (isJson(line) || (CARD_LINE.test(line) && repeats(line.replace(CARD_LINE, '')))) own[index] = true
  }
  // A frame that was cut off ends with the text.
  if (frame >= 0) mark(frame, lines.length - 1)
  return lines.map((line, index) => (own[index] ? '' : line)).join('\n')
}

const OPENING = /^(?:PROJECT .+ \(.+\)|TASK \S.*|Matched:|Expanded:|All \d+ of .+:|\d+ of \d+ of .+:)$/
const FOOTER = /^-- shown \d+ of \d+ cards; .*\breceipt [0-9a-f]{12}$/
const CARD_LINE = /^[-*]\s+(?:\d{4}-\d\d-\d\d\s+)?\S+\.\S+(?:\s+\([\d.]+\))?(?:\s+[[{][^\]}]{0,300}[\]}])*:?\s+/
const isJson = (line: string): boolean =>
  /^[{[].*[}\]]$/.test(line) && /"(?:receipt|matched|index|footer|read_if_needed)":/.test(line)
