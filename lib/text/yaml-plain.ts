import type { YamlMap, YamlNode, YamlPair } from './yaml-node.ts'
import { isNullText } from './yaml-node.ts'

// Tabs, other control characters and byte-order marks are left to the full reader.
const UNUSUAL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/
const KEY = /^([A-Za-z_][A-Za-z0-9_-]*):(?: +|$)/
const INDICATORS = '-?:,[]{}#&*!|>\'"%@`'

/**
 * Reads the YAML of an ordinary frontmatter line by line: `key: value` with plain or simply quoted scalars, one-line
 * flow lists and maps of them, and dash lists of them. Gives the very tree the full reader would give, or null where
 * anything else occurs (then the full reader decides). Ten times as fast as the full reader; spec/text/yaml.spec.ts
 * holds the two against each other.
 */
export function parsePlainYaml(text: string, firstLine: number): YamlMap | null {
  if (UNUSUAL.test(text)) return null
  const lines = text.split('\n')
  const pairs: YamlPair[] = []
  const seen = new Set<string>()
  let index = 0
  while (index < lines.length) {
    const line = lines[index] as string
    if (isBlank(line)) {
      index++
      continue
    }
    const match = KEY.exec(line)
    if (match === null) return null
    const key = match[1] as string
    if (seen.has(key)) return null
    seen.add(key)
    const start = match[0].length
    const at = firstLine + index
    const value = readValue(line, start, at)
    if (value === undefined) return null
    index++
    if (value !== null) {
      pairs.push({ key, value, line: at, column: 1, endLine: at })
      continue
    }
    const list = readDashes(lines, index, firstLine)
    if (list === undefined) return null
    if (list === null) {
      pairs.push({ key, value: { kind: 'null', text: '', line: at, column: start + 1 }, line: at, column: 1, endLine: at })
      continue
    }
    pairs.push({ key, value: list.value, line: at, column: 1, endLine: firstLine + list.last })
    index = list.next
  }
  const first = pairs[0]
  return first === undefined ? null : { kind: 'map', pairs, line: first.line, column: first.column }
}

const isBlank = (line: string): boolean => {
  const start = skipBlanks(line, 0)
  return start === line.length || line[start] === '#'
}

function skipBlanks(line: string, from: number): number {
  let at = from
  while (line.charCodeAt(at) === 32) at++
  return at
}

/** The value that starts at `start`; null where the line holds none; undefined where it is not simple. */
function readValue(line: string, start: number, at: number): YamlNode | null | undefined {
  const from = skipBlanks(line, start)
  if (from === line.length || line[from] === '#') return null
  const first = line[from] as string
  if (first === '[' || first === '{') return readFlow(line, from, at)
  const end = first === '"' || first === "'" ? quotedEnd(line, from) : plainEnd(line, from, false)
  if (end === undefined || !endsHere(line, end)) return undefined
  return scalar(line, from, end, at)
}

const scalar = (line: string, from: number, end: number, at: number): YamlNode => {
  const column = from + 1
  const first = line[from]
  if (first === '"' || first === "'")
    return { kind: 'scalar', text: line.slice(from + 1, end - 1), style: 'quoted', line: at, column }
  const text = line.slice(from, end)
  return isNullText(text) ? { kind: 'null', text, line: at, column } : { kind: 'scalar', text, style: 'plain', line: at, column }
}

/** Nothing but blanks or a comment after `end`. */
function endsHere(line: string, end: number): boolean {
  const next = skipBlanks(line, end)
  return next === line.length || (next > end && line[next] === '#')
}

/** End of a quoted scalar without escapes or doubled quotes, or undefined. */
function quotedEnd(line: string, from: number): number | undefined {
  const quote = line[from] as string
  const close = line.indexOf(quote, from + 1)
  if (close === -1 || line[close + 1] === quote) return undefined
  if (quote === '"' && line.slice(from, close).includes('\\')) return undefined
  return close + 1
}

/** End of a plain scalar, blanks before the end not counted, or undefined where it is not simple. */
function plainEnd(line: string, from: number, inFlow: boolean): number | undefined {
  if (INDICATORS.includes(line[from] as string)) return undefined
  let end = from
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 32) continue
    if (code === 35 && line.charCodeAt(at - 1) === 32) break // ' #'
    if (code === 58 && (at + 1 === line.length || line.charCodeAt(at + 1) === 32)) return undefined // ': '
    if (inFlow) {
      if (code === 44 || code === 93 || code === 125) break // , ] }
      if (code === 91 || code === 123 || code === 58) return undefined // [ { :
    }
    end = at + 1
  }
  return end
}

/** A flow list or map of scalars on one line. */
function readFlow(line: string, from: number, at: number): YamlNode | undefined {
  const isList = line[from] === '['
  const close = isList ? ']' : '}'
  const items: YamlNode[] = []
  const pairs: YamlPair[] = []
  const seen = new Set<string>()
  let next = skipBlanks(line, from + 1)
  if (line[next] === close) return endsHere(line, next + 1) ? flowNode(isList, items, pairs, at, from) : undefined
  for (;;) {
    let key: string | undefined
    const keyColumn = next + 1
    if (!isList) {
      const match = FLOW_KEY.exec(line.slice(next, next + 80))
      if (match === null) return undefined
      key = match[1] as string
      if (seen.has(key)) return undefined
      seen.add(key)
      next += match[0].length
    }
    const first = line[next]
    if (first === undefined) return undefined
    const quoted = first === '"' || first === "'"
    const end = quoted ? quotedEnd(line, next) : plainEnd(line, next, true)
    if (end === undefined || end === next) return undefined
    const value = scalar(line, next, end, at)
    if (key === undefined) items.push(value)
    else pairs.push({ key, value, line: at, column: keyColumn, endLine: at })
    next = skipBlanks(line, end)
    if (line[next] === close) return endsHere(line, next + 1) ? flowNode(isList, items, pairs, at, from) : undefined
    if (line[next] !== ',') return undefined
    next = skipBlanks(line, next + 1)
  }
}

const FLOW_KEY = /^([A-Za-z_][A-Za-z0-9_-]*): +/

const flowNode = (isList: boolean, items: YamlNode[], pairs: YamlPair[], at: number, from: number): YamlNode =>
  isList ? { kind: 'list', items, line: at, column: from + 1 } : { kind: 'map', pairs, line: at, column: from + 1 }

type Dashes = { readonly value: YamlNode; readonly last: number; readonly next: number }

/** The dash list that starts at `index`; null where the next line is no list item; undefined where it is not simple. */
function readDashes(lines: readonly string[], index: number, firstLine: number): Dashes | null | undefined {
  let indent = -1
  let last = index
  const items: YamlNode[] = []
  let next = index
  for (; next < lines.length; next++) {
    const line = lines[next] as string
    if (isBlank(line)) continue
    const start = skipBlanks(line, 0)
    const isItem = line[start] === '-' && line[start + 1] === ' '
    if (!isItem) {
      if (start > 0 || line[0] === '-') return undefined
      break
    }
    if (indent === -1) indent = start
    else if (start !== indent) return undefined
    const value = readValue(line, start + 2, firstLine + next)
    if (value === null || value === undefined) return undefined
    items.push(value)
    last = next
  }
  if (indent === -1) return null
  return { value: { kind: 'list', items, line: firstLine + firstItem(lines, index), column: indent + 1 }, last, next }
}

function firstItem(lines: readonly string[], index: number): number {
  let at = index
  while (isBlank(lines[at] as string)) at++
  return at
}
