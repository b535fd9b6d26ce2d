/** Characters of detail at most: a paragraph or two, some 120 tokens of English. */
const MOST = 480

/** Headings of sections that hold the point of a card, in the order in which they are wanted. */
const KEY_HEADINGS = /^(?:decision|current state|next step|responsibilities|consequences|mitigation|alternatives|context|purpose|决策|决定|现状|当前状态|下一步|职责|后果|缓解措施|备选方案|背景)/i

/**
 * What a card says beyond its summary, as one line of plain text: the first lines of its key sections, else the first
 * paragraphs. Code, comments, tables and headings are left out. '' when nothing is left. Linear; never throws.
 */
export function keyText(body: string, summary: string): string {
  const blocks = paragraphs(body).filter(({ text }) => !summary.startsWith(text.slice(0, 60)))
  const key = blocks.filter(({ heading }) => KEY_HEADINGS.test(heading))
  let text = ''
  for (const { heading, text: paragraph } of key.length > 0 ? key : blocks) {
    const piece = heading === '' || text.includes(`${heading}:`) ? paragraph : `${heading}: ${paragraph}`
    if (text !== '' && text.length + piece.length + 1 > MOST) break
    text = text === '' ? piece : `${text} ${piece}`
  }
  return cutAtWord(text, MOST)
}

type Paragraph = { readonly heading: string; readonly text: string }

function paragraphs(body: string): Paragraph[] {
  const found: Paragraph[] = []
  let heading = ''
  let lines: string[] = []
  let fence = ''
  const close = (): void => {
    const text = lines.join(' ').replace(/\s+/g, ' ').trim()
    if (text !== '') found.push({ heading, text })
    lines = []
  }
  for (const line of body.replace(/<!--(?:(?!-->)[\s\S])*-->/g, '').split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence) === true) fence = ''
      continue
    }
    if (mark !== undefined) {
      close()
      fence = mark
      continue
    }
    const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
    if (title !== undefined) {
      close()
      heading = title.replace(/[:：]$/, '')
    } else if (line.trim() === '') close()
    else if (!/^\s*(?:\||<|!\[|\[!\[|-{3,}|={3,})/.test(line)) lines.push(plain(line))
  }
  close()
  return found
}

/** A line without the marks of lists, quotes, emphasis and links. */
const plain = (line: string): string =>
  line
    .replace(/^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])?\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
    .replace(/[*_`]{1,3}(\S(?:[^*_`]*\S)?)[*_`]{1,3}/g, '$1')

/** Cut at a blank, or between characters of scripts without blanks; never inside a combined character. */
function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const blank = text.lastIndexOf(' ', most)
  if (blank > most / 2) return `${text.slice(0, blank)} …`
  let end = most
  while (end > 0 && /[\p{M}\u200d\ufe0e\ufe0f\udc00-\udfff]/u.test(text[end]!)) end -= 1
  return `${text.slice(0, end).toWellFormed()}…`
}
