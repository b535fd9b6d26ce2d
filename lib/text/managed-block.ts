const BEGIN = 'pmem:begin'
const END = 'pmem:end'

type Hash = (text: string) => string

/** How a text writes a comment, and whether it may hold code fences. */
export type BlockSyntax = { readonly open: string; readonly close: string; readonly fences: boolean }
export const MARKDOWN: BlockSyntax = { open: '<!-- ', close: ' -->', fences: true }
/** TOML, shell, .gitattributes. */
export const HASH_COMMENT: BlockSyntax = { open: '# ', close: '', fences: false }

/** A block that pmem owns inside a text that others write. Offsets are UTF-16 units. */
export type ManagedBlock = {
  /** From the first character of the opening line to behind the line end of the closing one. */
  readonly from: number
  readonly to: number
  /** What stands between the two lines, line ends as LF, without the last one. */
  readonly body: string
  /** True when it is not what pmem wrote there: somebody edited it by hand. */
  readonly edited: boolean
  readonly marks: BlockMarks
}

/** What the opening line records besides the hash of the body. */
export type BlockMarks = {
  /** Line ends that were added in front of the block; 'new' where the file was made for it. */
  readonly gap: number | 'new'
  /** Who needs the block; undefined for one that stays until it is removed by name. */
  readonly owners: readonly string[] | undefined
}
const USUAL: BlockMarks = { gap: 1, owners: undefined }

/** Markers that belong to no complete pair. Lines count from 1. */
export type BlockFault = { readonly line: number; readonly message: string }

/** The first complete block of a text; undefined where there is none or it never ends. Markers inside code fences are text. */
export function findManagedBlock(text: string, sha256: Hash, syntax = MARKDOWN): ManagedBlock | undefined {
  const markers = markersIn(text, syntax)
  const open = markers.find(({ kind }) => kind === 'begin')
  const close = open === undefined ? undefined : markers.find(({ kind, from }) => kind === 'end' && from > open.from)
  if (open === undefined || close === undefined) return undefined
  const body = text.slice(open.to, close.from).replace(/\r\n?/g, '\n').replace(/\n$/, '')
  const recorded = /\bsha256=([0-9a-f]{16})\b/.exec(open.marks)?.[1]
  return { from: open.from, to: close.to, body, edited: recorded !== digest(body, sha256), marks: readMarks(open.marks) }
}

/** Why the markers of a text cannot be trusted: one that never ends, stands twice, or ends what never began. */
export function blockFault(text: string, syntax = MARKDOWN): BlockFault | undefined {
  let open: Marker | undefined
  let pairs = 0
  for (const marker of markersIn(text, syntax)) {
    if (marker.kind === 'begin') {
      if (open !== undefined)
        return { line: marker.line, message: `${BEGIN} stands again before the block of line ${open.line} has ended` }
      if (pairs > 0) return { line: marker.line, message: 'there is a second block' }
      open = marker
    } else {
      if (open === undefined) return { line: marker.line, message: `${END} without ${BEGIN}` }
      open = undefined
      pairs += 1
    }
  }
  return open === undefined ? undefined : { line: open.line, message: `${BEGIN} without ${END}` }
}

/**
 * `after` with the block signed anew, where `before` held one that was as pmem wrote it: pmem itself changed it, such as an id
 * in it. A block that somebody had edited stays unsigned.
 */
export function resigned(before: string, after: string, sha256: Hash): string {
  const [old, fresh] = [findManagedBlock(before, sha256), findManagedBlock(after, sha256)]
  if (old === undefined || fresh === undefined || old.edited || !fresh.edited) return after
  return replaceBlock(after, fresh, fresh.body, sha256)
}

/** The text with another body, or other marks, in its block. */
export function replaceBlock(
  text: string,
  { from, to, marks }: ManagedBlock,
  body: string,
  sha256: Hash,
  { syntax = MARKDOWN, marks: others = marks }: { readonly syntax?: BlockSyntax; readonly marks?: BlockMarks } = {},
): string {
  const block = blockText(body, sha256, lineEnd(text), { syntax, marks: others })
  return text.slice(0, from) + (/[\r\n]$/.test(text.slice(from, to)) ? block : block.trimEnd()) + text.slice(to)
}

/** The text without its block and without the gap that was added for it; undefined where the file was made for it and holds nothing else. */
export function withoutBlock(text: string, { from, to, marks }: ManagedBlock): string | undefined {
  const [before, after] = [text.slice(0, from), text.slice(to)]
  const rest = before.replace(/^\ufeff/, '') + after
  // A file that was there empty has a gap of 0, one of an older version no mark.
  if (rest.trim() === '' && (marks.gap === 'new' || (rest === '' && marks.gap !== 0))) return undefined
  if (marks.gap === 'new') return before + after
  const eol = /\r\n$/.test(text.slice(from, to)) ? '\r\n' : '\n'
  // What somebody wrote behind the block must not be glued to what stands before it.
  const gap = eol.repeat(after === '' ? marks.gap : Math.min(marks.gap, 1))
  return (gap !== '' && before.endsWith(gap) ? before.slice(0, -gap.length) : before) + after
}

/** The block as it stands in a file, its last line end included. */
export function blockText(
  body: string,
  sha256: Hash,
  eol = '\n',
  { syntax = MARKDOWN, marks = USUAL }: { readonly syntax?: BlockSyntax; readonly marks?: BlockMarks } = {},
): string {
  const { open, close } = syntax
  const head = `${open}${BEGIN} v=1 sha256=${digest(body, sha256)}${writtenMarks(marks)}${close}`
  return [head, body, `${open}${END}${close}`, ''].join('\n').replaceAll('\n', eol)
}

/** The line end a text uses: CRLF where it has any. */
export const lineEnd = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n')

export type AddOptions = {
  readonly syntax?: BlockSyntax
  readonly owners?: readonly string[] | undefined
  /** False for a text that was there, though empty. */
  readonly isNew?: boolean
}

/** Adds a block at the end of a text that has none; everything else stays byte for byte, its line ends included. */
export function addBlock(
  text: string,
  body: string,
  sha256: Hash,
  { syntax = MARKDOWN, owners, isNew = true }: AddOptions = {},
): string {
  const eol = lineEnd(text)
  const lines = text === '' || text === '\ufeff' || text.endsWith(`${eol}${eol}`) ? 0 : text.endsWith(eol) ? 1 : 2
  const marks: BlockMarks = { gap: text === '' && isNew ? 'new' : lines, owners }
  return text + eol.repeat(lines) + blockText(body, sha256, eol, { syntax, marks })
}

/** The same behind the first line of a script, so that nothing in it can end the script before. */
export function addBlockBelowFirst(text: string, body: string, sha256: Hash, owners?: readonly string[]): string {
  const eol = lineEnd(text)
  const end = text.indexOf('\n') + 1
  const gap = end === 0 ? 1 : 0
  const [first, rest] = end === 0 ? [text + eol, ''] : [text.slice(0, end), text.slice(end)]
  return first + blockText(body, sha256, eol, { syntax: HASH_COMMENT, marks: { gap, owners } }) + rest
}

type Marker = {
  readonly kind: 'begin' | 'end'
  readonly from: number
  readonly to: number
  readonly line: number
  readonly marks: string
}

function markersIn(text: string, { open, close, fences }: BlockSyntax): readonly Marker[] {
  if (!text.includes('pmem:')) return []
  const markers: Marker[] = []
  let fence: string | undefined
  let line = 0
  for (const { 0: whole, index } of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    if (whole === '') continue
    line += 1
    const bare = whole.replace(/[\r\n]+$/, '')
    const mark = fences ? /^ {0,3}(`{3,}|~{3,})/.exec(bare)?.[1] : undefined
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && bare.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined) fence = mark
    const content = bare.replace(/^\ufeff/, '').trim()
    if (!content.startsWith(open) || !content.endsWith(close.trimEnd())) continue
    const inner = content.slice(open.length, content.length - close.length).trim()
    if (inner === END) markers.push({ kind: 'end', from: index, to: index + whole.length, line, marks: '' })
    else if (inner === BEGIN || inner.startsWith(`${BEGIN} `)) {
      const from = index + (bare.startsWith('\ufeff') ? 1 : 0)
      markers.push({ kind: 'begin', from, to: index + whole.length, line, marks: inner.slice(BEGIN.length) })
    }
  }
  return markers
}

function readMarks(marks: string): BlockMarks {
  const gap = /\bgap=(new|[0-2])\b/.exec(marks)?.[1]
  const owners = /\bfor=([a-z,-]+)/.exec(marks)?.[1]
  return { gap: gap === undefined ? USUAL.gap : gap === 'new' ? gap : Number(gap), owners: owners?.split(',') }
}

const writtenMarks = ({ gap, owners }: BlockMarks): string =>
  `${gap === USUAL.gap ? '' : ` gap=${gap}`}${owners === undefined ? '' : ` for=${owners.join(',')}`}`

const digest = (body: string, sha256: Hash): string => sha256(body).slice(0, 16)
