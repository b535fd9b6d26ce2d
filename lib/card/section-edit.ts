import { bodyOf } from './block.ts'
import { contentForHash } from './content.ts'
import { type Section, sectionNamed, sections } from './sections.ts'

/**
 * The text of a card with what stands below one heading replaced, every other byte as it stands, line ends included.
 * Subsections stay. `names` are the heading and its other names (another language); a card without such a section gets one
 * at its end, under the first name. The new text is Markdown; blank lines at its ends are trimmed.
 */
export function replaceSection(text: string, names: readonly string[], body: string): string {
  const place = placeOf(text, names)
  const lines = trimmed(contentForHash(body).split('\n'))
  if (place === undefined) return withNewSection(text, names[0] ?? '', lines)
  const { eol, raw, from, to } = place
  const old = trimmed(raw.slice(from, to).map(bare))
  if (old.length === lines.length && old.every((line, index) => line === lines[index])) return text
  const isLast = to >= raw.length
  const head = opened(raw.slice(0, from).join(''), eol)
  const rest = raw.slice(to).join('')
  if (lines.length === 0) return head + (isLast ? '' : eol) + rest
  const finished = isLast && !/[\r\n]$/.test(text) ? '' : eol
  return `${head}${eol}${lines.join(eol)}${finished}${isLast ? '' : eol}${rest}`
}

/** The text of a card with everything below its frontmatter replaced; line ends and what comes before stay as they are. */
export function replaceBody(text: string, body: string): string {
  const normal = contentForHash(text)
  const { bodyLine } = bodyOf(normal)
  const eol = eolOf(text)
  const head = rawLines(text)
    .slice(0, bodyLine - 1)
    .join('')
  return `${opened(head, eol)}${eol}${trimmed(contentForHash(body).split('\n')).join(eol)}${eol}`
}

/** The same, with lines added below what stands in the section, which stays byte for byte. Lines that are there already are not added again. */
export function appendToSection(text: string, names: readonly string[], added: readonly string[]): string {
  const place = placeOf(text, names)
  if (place === undefined) return withNewSection(text, names[0] ?? '', added)
  const { eol, raw, from, to } = place
  const known = new Set(raw.slice(from, to).map((line) => line.trim()))
  const fresh = added.filter((line) => !known.has(line.trim()))
  if (fresh.length === 0) return text
  let last = to
  while (last > from && raw[last - 1]!.trim() === '') last -= 1
  // A list goes on; below a heading, prose or a comment comes a blank line.
  const gap = last > from && isItem(raw[last - 1]!) ? '' : eol
  const rest = raw.slice(last).join('')
  // The next heading keeps its distance, also where it had none.
  const tail = rest === '' || rest.trimStart() === '' || /^[ \t]*[\r\n]/.test(rest) ? rest : eol + rest
  return `${opened(raw.slice(0, last).join(''), eol)}${gap}${fresh.join(eol)}${eol}${tail}`
}

/** The section of a card by one of its names; undefined when it has none. */
export function findSection(text: string, names: readonly string[]): Section | undefined {
  const { body, bodyLine } = bodyOf(contentForHash(text))
  return sectionNamed(sections(body, bodyLine), names)
}

type Place = { readonly eol: string; readonly raw: readonly string[]; readonly from: number; readonly to: number }

/** The raw lines of a section: its own text, without heading and subsections. */
function placeOf(text: string, names: readonly string[]): Place | undefined {
  const { body, bodyLine } = bodyOf(contentForHash(text))
  const all = sections(body, bodyLine)
  const found = sectionNamed(all, names)
  if (found === undefined) return undefined
  const raw = rawLines(text)
  const next = all.find(({ line }) => line > found.line)?.line
  return { eol: eolOf(text), raw, from: found.textLine - 1, to: next === undefined ? raw.length : next - 1 }
}

function withNewSection(text: string, heading: string, lines: readonly string[]): string {
  const eol = eolOf(text)
  if (lines.length === 0) return text
  const gap = text === '' || /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(text) ? '' : /[\r\n]$/.test(text) ? eol : eol + eol
  return `${text}${gap}## ${heading}${eol}${eol}${lines.join(eol)}${eol}`
}

const eolOf = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
const bare = (line: string): string => line.replace(/[\r\n]+$/, '')
/** A heading on the last line of a file may lack its line end. */
const opened = (head: string, eol: string): string => (head === '' || /[\r\n]$/.test(head) ? head : head + eol)

function trimmed(lines: readonly string[]): readonly string[] {
  let [from, to] = [0, lines.length]
  while (from < to && lines[from]!.trim() === '') from += 1
  while (to > from && lines[to - 1]!.trim() === '') to -= 1
  return lines.slice(from, to)
}

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) || /^\s{2,}\S/.test(line)

/** Lines with their ends; their numbers are those of the text with line ends as LF. */
function rawLines(text: string): readonly string[] {
  const lines: string[] = []
  let from = 0
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push(text.slice(from, match.index + match[0].length))
    from = match.index + match[0].length
  }
  return from < text.length ? [...lines, text.slice(from)] : lines
}
