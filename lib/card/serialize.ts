import { PmemError } from '../model/error.ts'
import { parseYaml } from '../text/yaml.ts'
import type { YamlMap, YamlPair } from '../text/yaml-node.ts'
import { pairOf } from '../text/yaml-node.ts'
import { contentForHash } from './content.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { repairYaml } from './repair.ts'
import type { FieldValue } from './scalar.ts'
import { flowList, scalarText } from './scalar.ts'

/** Fields to set, in the order in which missing ones are added; null removes a field. */
export type FieldChanges = ReadonlyMap<string, FieldValue | null>

/**
 * The text of a card with some fields of its frontmatter changed, every other byte as it stands: BOM, line ends,
 * comments, quoting, key order, final newline. A field keeps its line, its comment and its form (quotes, flow or dash
 * list); a missing one is added before the closing dashes. Values read back as given.
 * Throws CARD_INVALID where there is no frontmatter that can be read and edited line by line; nothing is guessed.
 */
export function setFields(text: string, changes: FieldChanges): string {
  const { map, closingLine } = editable(text)
  const lines = rawLines(text)
  const end = lines.find(({ eol }) => eol !== '')?.eol ?? '\n'
  const edits: { readonly from: number; readonly to: number; readonly contents: readonly string[] }[] = []
  for (const [field, value] of changes) {
    const pair = pairOf(map, field)
    if (pair === undefined) {
      if (value !== null) edits.push({ from: closingLine, to: closingLine, contents: fieldLines(field, value) })
      continue
    }
    const old = lines.slice(pair.line - 1, pair.endLine).map(({ content }) => content)
    edits.push({ from: pair.line, to: pair.endLine + 1, contents: value === null ? [] : changedLines(pair, value, old) })
  }
  const out: string[] = []
  let next = 1
  for (const { from, to, contents } of edits.sort((a, b) => a.from - b.from)) {
    for (; next < from; next++) out.push(lineText(lines[next - 1]))
    for (const content of contents) out.push(content + end)
    next = to
  }
  for (; next <= lines.length; next++) out.push(lineText(lines[next - 1]))
  return out.join('')
}

export type NewCard = {
  readonly id: string
  readonly type: string
  readonly title: string
  /** Further fields, in order; null leaves one out. */
  readonly fields?: FieldChanges
  /** Markdown after the frontmatter. */
  readonly body: string
}

/** The text of a new card: frontmatter with id, type, title and the further fields, a blank line, the body, one final newline. LF. */
export function newCard({ id, type, title, fields = new Map(), body }: NewCard): string {
  const all: FieldChanges = new Map<string, FieldValue | null>([['id', id], ['type', type], ['title', title], ...fields])
  const lines = [...all].flatMap(([field, value]) => (value === null ? [] : fieldLines(field, value)))
  return `---\n${lines.join('\n')}\n---\n\n${body.trimEnd().replace(/^\n+/, '')}\n`
}

type RawLine = { readonly content: string; readonly eol: string }

const lineText = (line: RawLine | undefined): string => (line === undefined ? '' : line.content + line.eol)

function rawLines(text: string): readonly RawLine[] {
  const lines: RawLine[] = []
  let from = 0
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ content: text.slice(from, match.index), eol: match[0] })
    from = match.index + match[0].length
  }
  return from < text.length ? [...lines, { content: text.slice(from), eol: '' }] : lines
}

/** The fields and the line of the closing dashes. */
function editable(text: string): { readonly map: YamlMap; readonly closingLine: number } {
  const split = splitFrontmatter(contentForHash(text))
  if (split.block === null) throw new PmemError('CARD_INVALID', 'the card has no frontmatter to change', { where: { line: 1 } })
  const parsed = parseYaml(split.block, split.blockLine)
  const { root, problems } = parsed.problems.length === 0 ? parsed : (repairYaml(split.block, split.blockLine)?.result ?? parsed)
  const [problem] = problems
  if (problem !== undefined)
    throw new PmemError('CARD_INVALID', `the frontmatter is no readable YAML: ${problem.message}`, { where: problem })
  const map: YamlMap | undefined =
    root.kind === 'map' ? root : root.kind === 'null' ? { kind: 'map', pairs: [], line: 2, column: 1 } : undefined
  const isByLine = map?.pairs.every((pair, index) => pair.column === 1 && pair.line > (map.pairs[index - 1]?.endLine ?? 0))
  if (map === undefined || !isByLine)
    throw new PmemError('CARD_INVALID', 'the frontmatter does not hold one field a line', { where: { line: split.blockLine } })
  return { map, closingLine: split.bodyLine - 1 }
}

function fieldLines(field: string, value: FieldValue): readonly string[] {
  const key = scalarText(field, 'key')
  if (typeof value === 'string') return [`${key}: ${scalarText(value, 'block')}`]
  const flow = flowList(value)
  if (!Array.isArray(value) || value.length === 0 || flow.length <= 100) return [`${key}: ${flow}`]
  return [`${key}:`, ...value.map((item: string) => `  - ${scalarText(item, 'block')}`)]
}

/** The new lines of a field that is there: form and comment of the old ones kept. */
function changedLines(pair: YamlPair, value: FieldValue, old: readonly string[]): readonly string[] {
  const first = old[0] as string
  const { value: node } = pair
  const head = first.slice(0, keyEnd(first, pair))
  const isOneLine = old.length === 1
  if (typeof value === 'string') {
    const quote = isOneLine && node.kind === 'scalar' && node.style === 'quoted' ? first[node.column - 1] : undefined
    return [`${head} ${scalarText(value, 'block', quote)}${isOneLine ? commentAfter(first, pair) : ''}`]
  }
  if (node.kind === 'list' && Array.isArray(value) && value.length > 0 && node.line > pair.line) {
    const kept = new Map<string, string>()
    for (const item of node.items) {
      const line = old[item.line - pair.line]
      if (item.kind === 'scalar' && item.style !== 'block' && line !== undefined && !kept.has(item.text))
        kept.set(item.text, line)
    }
    const indent = ' '.repeat(node.column - 1)
    return [first, ...value.map((item: string) => kept.get(item) ?? `${indent}- ${scalarText(item, 'block')}`)]
  }
  if (isOneLine && (node.kind === 'list' || node.kind === 'map'))
    return [`${head} ${flowList(value)}${commentAfter(first, pair)}`]
  const lines = fieldLines(pair.key, value)
  return [`${head}${(lines[0] as string).slice(scalarText(pair.key, 'key').length + 1)}`, ...lines.slice(1)]
}

/** Offset just behind the colon of the key. */
function keyEnd(line: string, pair: YamlPair): number {
  const start = pair.column - 1
  const quote = line[start]
  const from = quote === '"' || quote === "'" ? closingQuote(line, start) + 1 : start
  return line.indexOf(':', from) + 1
}

/** The comment behind a one-line value with the blanks before it, or ''. */
function commentAfter(line: string, pair: YamlPair): string {
  const from = keyEnd(line, pair)
  let at = from
  let depth = 0
  // A quote opens a scalar only where one can start: first of all, or in a list or map after one of these.
  let canStart = true
  for (; at < line.length; at++) {
    const char = line[at] as string
    if (char === ' ' || char === '\t') continue
    if (char === '#' && (at === from || /[ \t]/.test(line[at - 1] as string))) break
    if ((char === '"' || char === "'") && canStart) at = closingQuote(line, at)
    else if ((char === '[' || char === '{') && (canStart || depth > 0)) depth++
    else if ((char === ']' || char === '}') && depth > 0) depth--
    canStart = depth > 0 && (char === '[' || char === '{' || char === ',' || char === ':')
  }
  if (at >= line.length) return ''
  const value = line.slice(0, at)
  const blanks = value.slice(value.trimEnd().length)
  return (blanks === '' ? ' ' : blanks) + line.slice(at)
}

function closingQuote(line: string, open: number): number {
  const quote = line[open]
  let at = open + 1
  while (at < line.length) {
    if (quote === '"' && line[at] === '\\') at += 2
    else if (line[at] !== quote) at++
    else if (quote === "'" && line[at + 1] === quote) at += 2
    else return at
  }
  return line.length
}
