import { bodyOf } from './block.ts'
import { contentForHash } from './content.ts'
import { type Section, sectionNamed, sections } from './sections.ts'

/**
 * The text of a card with what stands below one heading replaced, every other byte as it stands, line ends included.
 * Subsections stay. `names` are the heading and its other names (another language); a card without such a section gets one
 * at its end, under the first name. The new text is Markdown; blank lines at its ends are trimmed.
 */
export function replaceSection(text: string, names: readonly string[], body: string): string {
  return edit(text, names, () => trimBlank(body))
}

/** The same, with lines added below what stands in the section. Lines that are there already, as they are, are not added again. */
export function appendToSection(text: string, names: readonly string[], added: readonly string[]): string {
  return edit(text, names, (old) => {
    const known = new Set(old.map((line) => line.trim()))
    const fresh = added.filter((line) => !known.has(line.trim()))
    if (fresh.length === 0) return old
    const kept = trimmed(old)
    // A list goes on; prose and comments need a blank line before it.
    const gap = kept.length === 0 || isItem(kept.at(-1)!) ? [] : ['']
    return [...kept, ...gap, ...fresh]
  })
}

/** The section of a card by one of its names; undefined when it has none. */
export function findSection(text: string, names: readonly string[]): Section | undefined {
  const { body, bodyLine } = bodyOf(contentForHash(text))
  return sectionNamed(sections(body, bodyLine), names)
}

function edit(text: string, names: readonly string[], change: (old: readonly string[]) => readonly string[]): string {
  const content = contentForHash(text)
  const { body, bodyLine } = bodyOf(content)
  const all = sections(body, bodyLine)
  const found = sectionNamed(all, names)
  const lines = rawLines(text)
  const eol = lines.find((line) => /[\r\n]$/.test(line))?.match(/\r\n|\n|\r$/)?.[0] ?? '\n'
  if (found === undefined) return withNewSection(text, eol, names[0] ?? '', change([]))
  const from = found.textLine - 1
  const to = all.find(({ line }) => line > found.line)?.line
  const end = to === undefined ? lines.length : to - 1
  const old = content.split('\n').slice(from, end)
  const before = trimmed(old)
  const after = trimmed(change(before))
  if (after.length === before.length && after.every((line, index) => line === before[index])) return text
  const isLast = end >= lines.length
  const head = lines.slice(0, from).join('')
  // A heading on the last line of a file may lack its line end.
  const opened = head === '' || /[\r\n]$/.test(head) ? head : head + eol
  const rest = lines.slice(end).join('')
  if (after.length === 0) return opened + (isLast ? '' : eol) + rest
  const finished = isLast && !/[\r\n]$/.test(text) ? '' : eol
  return `${opened}${eol}${after.join(eol)}${finished}${isLast ? '' : eol}${rest}`
}

function withNewSection(text: string, eol: string, heading: string, body: readonly string[]): string {
  const lines = trimmed(body)
  if (lines.length === 0) return text
  const gap = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(text) ? '' : /[\r\n]$/.test(text) ? eol : eol + eol
  return `${text}${gap}## ${heading}${eol}${eol}${lines.join(eol)}${eol}`
}

const trimBlank = (text: string): readonly string[] => trimmed(contentForHash(text).split('\n'))

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
