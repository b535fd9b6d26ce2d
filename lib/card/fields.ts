import { utcTime } from '../text/day.ts'
import type { YamlMap, YamlNode, YamlPair } from '../text/yaml-node.ts'
import type { Report } from './report.ts'

/** A value with the line it stands on. */
export type Item = { readonly text: string; readonly line: number; readonly column: number }

/** The fields of one frontmatter. Where several names are given the first that has a value counts. */
export type Fields = {
  pair(...names: readonly string[]): YamlPair | undefined
  /** One line of text, or null when absent or blank. A list or map is a warning. */
  text(...names: readonly string[]): string | null
  /** The items of a list, or the one value; empty items are dropped with a warning. */
  items(...names: readonly string[]): readonly Item[]
  /** ISO date or date-time text, or null. Anything else is a warning. */
  date(...names: readonly string[]): string | null
  /** A number from 0 to 1, or null. Anything else is a warning. */
  unit(...names: readonly string[]): number | null
}

/** Reads the fields of `map`. `foldCase`: `Title:` counts as `title:`. Never throws; what is wrong goes to `report`. */
export function fieldsOf(map: YamlMap, report: Report, foldCase = false): Fields {
  const pairs = new Map<string, YamlPair>()
  for (const pair of map.pairs) {
    const name = foldCase ? pair.key.toLowerCase() : pair.key
    if (!pairs.has(name)) pairs.set(name, pair)
  }
  const pair = (...names: readonly string[]): YamlPair | undefined => {
    for (const name of names) {
      const found = pairs.get(name)
      if (found !== undefined && found.value.kind !== 'null') return found
    }
    return undefined
  }
  const scalar = (
    names: readonly string[],
  ): (YamlPair & { readonly value: { readonly kind: 'scalar'; readonly text: string } }) | undefined => {
    const found = pair(...names)
    if (found === undefined) return undefined
    const { value } = found
    if (value.kind === 'scalar') return { ...found, value }
    report.warn('card-bad-value', `${found.key} must be one value, not a ${value.kind}`, found)
    return undefined
  }
  return {
    pair,
    text: (...names) => {
      const found = scalar(names)
      const text = found === undefined ? '' : oneLine(found.value.text)
      return text === '' ? null : text
    },
    items: (...names) => {
      const found = pair(...names)
      return found === undefined ? [] : textItems(found, report)
    },
    date: (...names) => {
      const found = scalar(names)
      if (found === undefined || found.value.text.trim() === '') return null
      const date = isoText(found.value.text)
      if (date === undefined)
        report.warn(
          'card-bad-date',
          `${found.key}: "${clip(found.value.text)}" is no ISO date`,
          found,
          'Write it as 2026-07-03 or 2026-07-03T10:00:00Z.',
        )
      return date ?? null
    },
    unit: (...names) => {
      const found = scalar(names)
      if (found === undefined) return null
      const value = /^(?:\d{1,3}(?:\.\d{1,12})?|\.\d{1,12})$/.test(found.value.text) ? Number(found.value.text) : Number.NaN
      if (value >= 0 && value <= 1) return value
      report.warn('card-bad-value', `${found.key}: "${clip(found.value.text)}" is no number from 0 to 1`, found)
      return null
    },
  }
}

/** Whitespace and control characters collapsed, ends trimmed. */
export const oneLine = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.includes('  ')
    ? text
    : text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

/** The first 60 characters of a value, for a message. */
export const clip = (text: string): string => {
  const line = oneLine(text)
  return line.length > 60 ? `${line.slice(0, 57).toWellFormed()}...` : line
}

/**
 * A date as ISO text: an ISO date or date-time as it was written, `2026/7/3` and `2026-7-3` padded, and whole
 * milliseconds or seconds since 1970 (as some vaults write them) as UTC date-time. Undefined when it is none.
 */
export function isoText(text: string): string | undefined {
  const written = text.trim()
  if (utcTime(written) !== undefined) return written
  const epoch = /^(?:\d{10}|\d{12,13})$/.test(written) ? Number(written) : undefined
  if (epoch !== undefined) return new Date(written.length === 10 ? epoch * 1000 : epoch).toISOString()
  const loose = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(written)
  if (loose === null) return undefined
  const iso = `${loose[1]}-${(loose[3] as string).padStart(2, '0')}-${(loose[4] as string).padStart(2, '0')}`
  return utcTime(iso) === undefined ? undefined : iso
}

function textItems(pair: YamlPair, report: Report): readonly Item[] {
  if (pair.value.kind === 'scalar') {
    const text = oneLine(pair.value.text)
    return text === '' ? [] : [{ text, line: pair.value.line, column: pair.value.column }]
  }
  if (pair.value.kind !== 'list') {
    report.warn('card-bad-value', `${pair.key} must be a list of texts, not a ${pair.value.kind}`, pair)
    return []
  }
  const items: Item[] = []
  for (const node of pair.value.items) {
    const text = node.kind === 'scalar' ? oneLine(node.text) : ''
    if (text !== '') items.push({ text, line: node.line, column: node.column })
    else
      report.warn(
        node.kind === 'list' || node.kind === 'map' ? 'card-bad-value' : 'card-empty-item',
        dropped(pair.key, node),
        node,
      )
  }
  return items
}

const dropped = (key: string, node: YamlNode): string =>
  node.kind === 'list' || node.kind === 'map'
    ? `${key} holds a ${node.kind} where a text belongs; it is left out`
    : `${key} holds an empty item; it is left out`
