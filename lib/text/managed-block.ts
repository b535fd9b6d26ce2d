const END = '<!-- pmem:end -->'
const BEGIN = /^[ \t]*<!-- pmem:begin\b([^>]*)-->[ \t]*$/
const END_LINE = /^[ \t]*<!-- pmem:end -->[ \t]*$/

type Hash = (text: string) => string

/** A block that pmem owns inside a text that others write. Offsets are UTF-16 units. */
export type ManagedBlock = {
  /** From the first character of the opening line to behind the line end of the closing one. */
  readonly from: number
  readonly to: number
  /** What stands between the two lines, line ends as LF, without the last one. */
  readonly body: string
  /** True when it is not what pmem wrote there: somebody edited it by hand. */
  readonly edited: boolean
}

/** The first complete block of a text; undefined where there is none or it never ends. */
export function findManagedBlock(text: string, sha256: Hash): ManagedBlock | undefined {
  const lines = [...text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)].filter(({ 0: line }) => line !== '')
  const bare = (line: string): string => line.replace(/[\r\n]+$/, '')
  const open = lines.findIndex(({ 0: line }) => BEGIN.test(bare(line)))
  if (open < 0) return undefined
  const close = lines.findIndex(({ 0: line }, index) => index > open && END_LINE.test(bare(line)))
  if (close < 0) return undefined
  const body = lines
    .slice(open + 1, close)
    .map(({ 0: line }) => bare(line))
    .join('\n')
  const recorded = /\bsha256=([0-9a-f]{16})\b/.exec(lines[open]![0])?.[1]
  const end = lines[close]!
  return { from: lines[open]!.index, to: end.index + end[0].length, body, edited: recorded !== digest(body, sha256) }
}

/**
 * `after` with the block signed anew, where `before` held one that was as pmem wrote it: pmem itself changed it, such as an id
 * in it. A block that somebody had edited stays unsigned.
 */
export function resigned(before: string, after: string, sha256: Hash): string {
  const [old, fresh] = [findManagedBlock(before, sha256), findManagedBlock(after, sha256)]
  if (old === undefined || fresh === undefined || old.edited || !fresh.edited) return after
  return after.slice(0, fresh.from) + blockText(fresh.body, sha256, lineEnd(after)) + after.slice(fresh.to)
}

/** The block as it stands in a file, its last line end included. */
export function blockText(body: string, sha256: Hash, eol = '\n'): string {
  return [`<!-- pmem:begin v=1 sha256=${digest(body, sha256)} -->`, body, END, ''].join('\n').replaceAll('\n', eol)
}

/** The line end a text uses: CRLF where it has any. */
export const lineEnd = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n')

/** Adds a block at the end of a text that has none; everything else stays byte for byte, its line ends included. */
export function addBlock(text: string, body: string, sha256: Hash): string {
  const eol = lineEnd(text)
  const block = blockText(body, sha256, eol)
  if (text === '') return block
  const gap = text.endsWith(`${eol}${eol}`) ? '' : text.endsWith(eol) ? eol : eol + eol
  return text + gap + block
}

const digest = (body: string, sha256: Hash): string => sha256(body).slice(0, 16)
