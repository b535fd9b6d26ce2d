/** What a line of Markdown is: prose, or part of a code block or an HTML comment. */
export type LineKind = 'prose' | 'code' | 'comment'

export type Masked = {
  /** The lines of the text, as they stand. */
  readonly lines: readonly string[]
  readonly kinds: readonly LineKind[]
  /** The text with code blocks, inline code and comments blanked: same length, same lines. */
  readonly prose: string
}

/**
 * Finds what is not prose: fences of ``` and ~~~ (indented, quoted or in list items too), indented code, inline code and
 * HTML comments. Follows CommonMark closely enough for links and headings; linear in the length of the text.
 */
export function maskCode(text: string): Masked {
  const { lines, kinds, blocks } = maskBlocks(text)
  const spans = inlineSpans(blocks)
  const prose = blanked(blocks, spans)
  if (spans.some(({ kind }) => kind === 'comment')) markComments(lines, kinds, prose)
  return { lines, kinds, prose }
}

/** The text with its HTML comments blanked, code left as it stands: prompts of a template are no knowledge. Same length, same lines. */
export function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text
  return blanked(
    text,
    inlineSpans(maskBlocks(text).blocks).filter(({ kind }) => kind === 'comment'),
  )
}

function maskBlocks(text: string): { readonly lines: readonly string[]; readonly kinds: LineKind[]; readonly blocks: string } {
  const lines = text.split('\n')
  const mayHold = text.includes('```') || text.includes('~~~') || text.includes('    ') || text.includes('\t')
  const kinds = mayHold ? blockKinds(lines) : lines.map((): LineKind => 'prose')
  const blocks = kinds.includes('code')
    ? lines.map((line, index) => (kinds[index] === 'code' ? ' '.repeat(line.length) : line)).join('\n')
    : text
  return { lines, kinds, blocks }
}

const OPENING = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?=[^`]*$)|~{3,})/
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/

function blockKinds(lines: readonly string[]): LineKind[] {
  const kinds: LineKind[] = []
  let fence: { readonly mark: string; readonly length: number; readonly quoted: boolean } | null = null
  let afterBlank = true
  let inList = false
  for (const line of lines) {
    if (fence !== null) {
      const leftQuote: boolean = fence.quoted && !line.trimStart().startsWith('>')
      if (!leftQuote) {
        kinds.push('code')
        const close = CLOSING.exec(line)?.[1]
        if (close?.startsWith(fence.mark) && close.length >= fence.length) fence = null
        continue
      }
      fence = null
    }
    const opening = OPENING.exec(line)
    if (opening !== null) {
      const run = opening[2] as string
      fence = { mark: run[0] as string, length: run.length, quoted: (opening[1] as string).includes('>') }
      if (LIST_ITEM.test(line)) inList = true
      afterBlank = false
      kinds.push('code')
      continue
    }
    const isBlank = line.trim() === ''
    const isIndented = !isBlank && (line.startsWith('    ') || line.startsWith('\t'))
    if (LIST_ITEM.test(line) && !isIndented) inList = true
    else if (!isBlank && afterBlank && !isIndented && !line.startsWith(' ')) inList = false
    const isCode: boolean = isIndented && !inList && (afterBlank || kinds.at(-1) === 'code')
    kinds.push(isCode ? 'code' : 'prose')
    afterBlank = isBlank || (isCode && afterBlank)
  }
  return kinds
}

function markComments(lines: readonly string[], kinds: LineKind[], prose: string): void {
  const masked = prose.split('\n')
  for (let index = 0; index < lines.length; index++) {
    if (kinds[index] === 'prose' && masked[index] !== lines[index] && (masked[index] as string).trim() === '')
      kinds[index] = 'comment'
  }
}

type InlineSpan = { readonly kind: 'code' | 'comment'; readonly from: number; readonly to: number }

function blanked(text: string, spans: readonly InlineSpan[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const span of spans) {
    parts.push(text.slice(from, span.from), text.slice(span.from, span.to).replace(/[^\n]/g, ' '))
    from = span.to
  }
  return parts.join('') + text.slice(from)
}

/** Inline code and comments in order; of two that overlap the one that starts first counts. */
function inlineSpans(text: string): readonly InlineSpan[] {
  const spans: InlineSpan[] = []
  const runs = backtickRuns(text)
  let next = 0
  let comment = text.indexOf('<!--')
  while (next < runs.length || comment !== -1) {
    const run = runs[next]
    if (run === undefined || (comment !== -1 && comment < run.from)) {
      const to = commentEnd(text, comment)
      if (to === -1) comment = -1
      else {
        spans.push({ kind: 'comment', from: comment, to })
        comment = text.indexOf('<!--', to)
        while (next < runs.length && (runs[next] as Run).from < to) next++
      }
      continue
    }
    next++
    const close = runs[run.close]
    if (close === undefined || text[run.from - 1] === '\\') continue
    spans.push({ kind: 'code', from: run.from, to: close.to })
    next = run.close + 1
    if (comment !== -1 && comment < close.to) comment = text.indexOf('<!--', close.to)
  }
  return spans
}

/** End of the comment that starts at `from`. One that opens a line and never closes reaches to the end, as an HTML block does; elsewhere it is text: -1. */
function commentEnd(text: string, from: number): number {
  const close = text.indexOf('-->', from + 4)
  if (close !== -1) return close + 3
  return text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trim() === '' ? text.length : -1
}

type Run = { readonly from: number; readonly to: number; readonly paragraph: number; close: number }

/** Runs of backticks, each with the index of the run that closes it: the next of the same length in the same paragraph, else -1. */
function backtickRuns(text: string): readonly Run[] {
  if (!text.includes('`')) return []
  const runs: Run[] = []
  let paragraph = 0
  for (const match of text.matchAll(/`+|\n[ \t]*(?=\n)/g)) {
    if (match[0].startsWith('\n')) paragraph++
    else runs.push({ from: match.index, to: match.index + match[0].length, paragraph, close: -1 })
  }
  const later = new Map<number, number>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index] as Run
    const length = run.to - run.from
    const close = later.get(length)
    if (close !== undefined && runs[close]?.paragraph === run.paragraph) run.close = close
    later.set(length, index)
  }
  return runs
}
