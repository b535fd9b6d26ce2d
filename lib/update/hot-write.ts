import { opening } from '../card/plain.ts'
import type { ProjectPath } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { blockText, findManagedBlock, lineEnd } from '../text/managed-block.ts'
import type { TextFile } from './card-file.ts'

type Hash = (text: string) => string
export type Language = 'en' | 'zh-CN'

/**
 * A hot file with pmem's block set to `body`; '' takes the block away. Only the block changes: what people wrote inside it is
 * kept as text below it, but for lines in `known`, which pmem wrote itself. A file without a block gets one below its title
 * (`top`) or at its end. An unchanged block gives the text as it was.
 */
export function withBlock(
  text: string,
  body: string,
  place: 'top' | 'end',
  sha256: Hash,
  known: ReadonlySet<string> = new Set(),
): string {
  const eol = lineEnd(text)
  const block = findManagedBlock(text, sha256)
  if (block === undefined) return body === '' ? text : inserted(text, blockText(body, sha256, eol), place, eol)
  if (block.body === body && !block.edited) return text
  const fresh = new Set(body.split('\n').map((line) => line.trim()))
  const edits = block.edited
    ? block.body.split('\n').filter((line) => line.trim() !== '' && !fresh.has(line.trim()) && !known.has(line.trim()))
    : []
  const written = body === '' ? [] : [blockText(body, sha256, eol)]
  const kept = edits.length === 0 ? [] : [edits.join(eol) + eol]
  const rest = text.slice(block.to)
  const gap = kept.length > 0 && rest !== '' && !/^[ \t]*[\r\n]/.test(rest) ? eol : ''
  return text.slice(0, block.from) + [...written, ...kept].join(eol) + gap + rest
}

function inserted(text: string, block: string, place: 'top' | 'end', eol: string): string {
  if (text.trim() === '') return text + block
  if (place === 'end') return text + (text.endsWith(eol + eol) ? '' : text.endsWith(eol) ? eol : eol + eol) + block
  const title = /^\ufeff?[^\S\r\n]*#[ \t][^\r\n]*(?:\r\n|\n|$)/m.exec(text)
  const at = title === null ? (text.startsWith('\ufeff') ? 1 : 0) : title.index + title[0].length
  const head = text.slice(0, at)
  const rest = text.slice(at).replace(/^(?:[ \t]*(?:\r\n|\n))+/, '')
  const opened = head === '' || /[\r\n]$/.test(head) ? head : head + eol
  return opened + (at <= 1 ? '' : eol) + block + (rest === '' ? '' : eol + rest)
}

/** The write that brings a hot file to its new text; a missing file is made with a title. */
export function hotOp(
  path: ProjectPath,
  { text, expect }: TextFile,
  change: (text: string) => string,
  title: string,
): readonly WriteOp[] {
  const before = text ?? `# ${title}\n`
  const after = change(before)
  return after === text || (text === undefined && after === before) ? [] : [{ op: 'put', path, text: after, expect }]
}

/** A trace as state.md names it. `created` is an ISO date or date-time. */
export type TraceLine = { readonly id: string; readonly created: string; readonly summary: string }

/** Changes that state.md shows. More would cost tokens at each start of an agent and say little more. */
const SHOWN = 5
/** Characters of a change that state.md shows; the trace has the rest. */
const LONGEST = 240

/** The block of state.md: the newest changes, one a line, newest first. Traces are given newest first. */
export function stateBlock(traces: readonly TraceLine[], language: Language): string {
  if (traces.length === 0) return ''
  return [language === 'zh-CN' ? '## 最近变化' : '## Latest Changes', '', ...traces.slice(0, SHOWN).map(changeLine)].join('\n')
}

/** One change as a line of state.md. */
export const changeLine = ({ id, created, summary }: TraceLine): string =>
  `- ${created.slice(0, 10)} ${opening(oneLine(summary), Number.POSITIVE_INFINITY, LONGEST)} (${id})`

/** The block of next.md: what is next, first things first. Items keep the priority and owner they were given with; one without a priority comes first. */
export const nextBlock = (items: readonly string[]): string =>
  items
    .map((item) => oneLine(item).replace(/^[-*+]\s+/, ''))
    .map((item) => `- ${/^\[?P[0-3]\]?[:\s]/.test(item) ? '' : '[P0] '}${item}`)
    .join('\n')

/** One line, with marks of a comment taken apart: a text cannot close the block it stands in. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/<!--/g, '<! --')
    .replace(/-->/g, '-- >')
    .trim()
