import { parseYaml } from '../text/yaml.ts'

/** What a field can be set to: a text, a list of texts, or a map of texts. */
export type FieldValue = string | readonly string[] | ReadonlyMap<string, string>

/**
 * A text as YAML. Plain where that reads back as the same text (no more quotes than needed: `007` and `true` stay as they
 * are), else in double quotes; `quote` keeps the quotes a field already had. Lone surrogates become U+FFFD.
 */
export function scalarText(text: string, place: 'block' | 'flow' | 'key', quote?: string): string {
  const clean = text.toWellFormed()
  if (quote === "'" && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(clean)) return `'${clean.replaceAll("'", "''")}'`
  if (quote === undefined && isPlain(clean, place)) return clean
  return JSON.stringify(clean).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A list as `[a, b]` or a map as `{ a: b }`, on one line. */
export function flowList(value: Exclude<FieldValue, string>): string {
  if (isList(value)) return `[${value.map((item) => scalarText(item, 'flow')).join(', ')}]`
  return `{ ${[...value].map(([key, text]) => `${scalarText(key, 'flow')}: ${scalarText(text, 'flow')}`).join(', ')} }`
}

const isList = (value: Exclude<FieldValue, string>): value is readonly string[] => Array.isArray(value)

function isPlain(text: string, place: 'block' | 'flow' | 'key'): boolean {
  if (text === '' || /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text)) return false
  const { root, problems } = parseYaml(place === 'flow' ? `x: [${text}, y]` : place === 'key' ? `${text}: x` : `x: ${text}`)
  if (problems.length > 0 || root.kind !== 'map' || root.pairs.length !== 1) return false
  const [pair] = root.pairs
  if (place === 'key') return pair?.key === text && pair.value.kind === 'scalar'
  const list = pair?.value
  const value =
    place === 'flow' && list?.kind === 'list' && list.items.length === 2 ? list.items[0] : place === 'flow' ? undefined : list
  return value?.kind === 'scalar' && value.style === 'plain' && value.text === text
}
