import { foldName } from '../text/fold.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'
import type { Masked } from './code-mask.ts'
import { maskCode } from './code-mask.ts'
import { plainText } from './plain.ts'

/** A heading and the text below it, up to the next heading of any level. */
export type Section = {
  /** 1 to 6; 0 for the text before the first heading. */
  readonly level: number
  /** Plain text of the heading; '' at level 0. */
  readonly heading: string
  /** Line of the file on which the heading stands (level 0: on which the text starts). */
  readonly line: number
  /** The Markdown below the heading, without its own subsections. */
  readonly text: string
  /** Line of the file on which `text` starts. */
  readonly textLine: number
}

/** The sections of a body in order, headings in code and comments left out. `bodyLine` is the line on which it starts. */
export function sections(body: string, bodyLine: number, masked: Masked = maskCode(body)): readonly Section[] {
  const { lines, kinds } = masked
  const found: Section[] = []
  let open = { level: 0, heading: '', line: bodyLine, from: 0 }
  const close = (end: number): void => {
    const text = lines.slice(open.from, end).join('\n')
    if (open.level > 0 || text.trim() !== '') {
      found.push({ level: open.level, heading: open.heading, line: open.line, text, textLine: bodyLine + open.from })
    }
  }
  for (let index = 0; index < lines.length; index++) {
    if (kinds[index] !== 'prose') continue
    const line = lines[index] as string
    const heading =
      atxHeading(line) ?? setextHeading(line, lines[index + 1], kinds[index - 1] === 'prose' ? lines[index - 1] : '')
    if (heading === undefined) continue
    close(index)
    open = { level: heading.level, heading: plainText(heading.text), line: bodyLine + index, from: index + heading.lines }
    index += heading.lines - 1
  }
  close(lines.length)
  return found
}

/** The first section below level 1 whose heading is one of `names`, letter case and a leading number or emoji aside. */
export function sectionNamed(all: readonly Section[], names: readonly string[]): Section | undefined {
  const wanted = new Set(names.map(headingKey))
  return all.find((section) => section.level > 1 && wanted.has(headingKey(section.heading)))
}

/** Names of the section in which a decision record states its status. */
export const STATUS_SECTION = ['status', 'statut', 'estado', '状态', '狀態'] as const

const headingKey = (heading: string): string =>
  foldName(heading)
    .replace(/^[\d.\s]+/, '')
    .replace(/[:\uff1a]$/, '')

/** The first paragraph of prose as plain text: no headings, HTML, images, badges, tables, code or lists of links; '' when there is none. */
export function firstParagraph(markdown: string, masked: Masked = maskCode(markdown)): string {
  let fallback = ''
  for (const block of paragraphs(masked)) {
    const text = plainText(block.text)
    if (text === '' || !WORDY(text).test(text)) continue
    if (block.kind === 'prose' && !(text.length < 60 && /[:\uff1a]$/.test(text))) return text
    if (fallback === '') fallback = text
  }
  return fallback
}

type Paragraph = { readonly kind: 'prose' | 'list' | 'quote'; readonly text: string }

function* paragraphs({ lines, kinds }: Masked): Generator<Paragraph> {
  let open: string[] = []
  let kind: Paragraph['kind'] = 'prose'
  for (let index = 0; index <= lines.length; index++) {
    const line = index < lines.length && kinds[index] === 'prose' ? (lines[index] as string) : ''
    const ends = line.trim() === '' || SKIPPED.test(line) || isUnderline(line)
    const item = LIST.exec(line)
    if ((ends || item !== null) && open.length > 0) {
      yield { kind, text: open.join('\n') }
      open = []
    }
    if (ends || isLinkList(line)) continue
    if (open.length === 0) kind = item !== null ? 'list' : line.trimStart().startsWith('>') ? 'quote' : 'prose'
    open.push(item === null ? line.replace(/^\s*>[>\s]*(?:\[![A-Za-z]+\][+-]?)?/, '') : line.slice(item[0].length))
    if (open.length > 60) {
      yield { kind, text: open.join('\n') }
      open = []
    }
  }
}

const WORDY = unicodePattern(String.raw`[\p{L}\p{N}]`)
// Headings, rules, tables, VuePress containers and tables of contents, link definitions, templates, Nygard's "Date:" lines.
const SKIPPED =
  /^\s*(?:#{1,6}(?:\s|$)|\||:::|\{\{|\[\[?toc\]?\]|\[[^\]]+\]:|(?:[-*_]\s*){3,}$|(?:[-*]\s+)?(?:\*\*)?(?:date|status|deciders|decision-makers|author|authors)(?:\*\*)?\s*:)/i
const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/
const isUnderline = (line: string): boolean => /^(?:=+|-+)\s*$/.test(line)
// Nothing but one link, image or HTML tag after another.
const isLinkList = (line: string): boolean => {
  if (!/^(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:!?\[|<)/.test(line.trimStart())) return false
  const rest = line
    .replace(LIST, '')
    .replace(
      /\[!\[[^[\]]{0,400}\]\([^()]{0,600}\)\]\([^()]{0,600}\)|!?\[\[[^[\]]{0,400}\]\]|!?\[[^[\]]{0,400}\]\([^()]{0,600}(?:\([^()]{0,200}\)[^()]{0,200})?\)|<[^<>]{0,1000}>/g,
      '',
    )
  return !WORDY(rest).test(rest)
}

type Heading = { readonly level: number; readonly text: string; readonly lines: 1 | 2 }

function atxHeading(line: string): Heading | undefined {
  const match = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line)
  if (match === null) return undefined
  const text = (match[2] ?? '')
    .trimEnd()
    .replace(/(?:^|[ \t])#+$/, '')
    .replace(/\{#[^{}]*\}$/, '')
    .trim()
  return { level: (match[1] as string).length, text, lines: 1 }
}

function setextHeading(line: string, below: string | undefined, above: string | undefined): Heading | undefined {
  if (below === undefined || !/^ {0,3}(?:={2,}|-{2,})[ \t]*$/.test(below)) return undefined
  const isTextLine = /^ {0,3}[^\s>|#*+-]/.test(line) && !/^ {0,3}\d+[.)]\s/.test(line) && !line.includes('|')
  if (!isTextLine || (above ?? '').trim() !== '') return undefined
  return { level: below.trimStart().startsWith('=') ? 1 : 2, text: line.trim(), lines: 2 }
}
