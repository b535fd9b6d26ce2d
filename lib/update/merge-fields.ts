import { isoText } from '../card/fields.ts'
import { LIST_FIELDS } from '../card/links.ts'
import { setFields } from '../card/serialize.ts'
import { utcTime } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { parseYaml } from '../text/yaml.ts'
import type { YamlNode, YamlPair } from '../text/yaml-node.ts'
import { mergeSequence, mergeSet } from './merge-sequence.ts'

/** The fields of a frontmatter by name, each with its lines and the comments above it; `rest` is what stands below the last. */
export type FieldLines = { readonly fields: ReadonlyMap<string, FieldText>; readonly rest: readonly string[] }
type FieldText = { readonly lead: readonly string[]; readonly lines: readonly string[]; readonly value: YamlNode }

/** A frontmatter field by field; undefined where it is no map with one field a line. `block` is the YAML, line ends LF. */
export function fieldLines(block: string): FieldLines | undefined {
  const { root, problems } = parseYaml(block)
  const pairs: readonly YamlPair[] | undefined = root.kind === 'map' ? root.pairs : root.kind === 'null' ? [] : undefined
  if (problems.length > 0 || pairs === undefined) return undefined
  const lines = block.split('\n')
  const fields = new Map<string, FieldText>()
  let from = 0
  for (const { key, value, line, column, endLine } of pairs) {
    if (column !== 1 || line <= from) return undefined
    fields.set(key, { lead: lines.slice(from, line - 1), lines: lines.slice(line - 1, endLine), value })
    from = endLine
  }
  return { fields, rest: lines.slice(from) }
}

/** The text of one field, or '' where there is none or it is no text. */
export function textOf({ fields }: FieldLines, name: string): string {
  const value = fields.get(name)?.value
  return value?.kind === 'scalar' ? value.text : ''
}

export type MergedFields = {
  readonly lines: readonly string[]
  /** Both values of a field that was set to different ones, as one line: nothing else can hold them both. */
  readonly clashes: readonly string[]
}

/**
 * Three frontmatters as one. A field that one side changed is that side's; of lists, what either side added or took out; of
 * days, the latest (`created`: the earliest). Of two different values the one of the card that was updated later stays, and
 * both are told.
 */
export function mergeFields(base: FieldLines, ours: FieldLines, theirs: FieldLines): MergedFields {
  const clashes: string[] = []
  const rank = (side: FieldLines): number => utcTime(textOf(side, 'updated')) ?? 0
  const prefers = rank(ours) - rank(theirs)
  const of = ({ fields }: FieldLines, key: string): FieldText | undefined => fields.get(key)
  const isSame = (a: FieldText | undefined, b: FieldText | undefined): boolean => a?.lines.join('\n') === b?.lines.join('\n')
  const kept = [...base.fields.keys()].filter((key) => {
    const [o, a, b] = [of(base, key), of(ours, key), of(theirs, key)]
    const lost = (a === undefined) !== (b === undefined) && !isSame(o, a ?? b)
    if (lost) clashes.push(`${key}: ${shown((a ?? b)!)} on one side, removed on the other`)
    return lost
  })
  const keys = mergeSet(
    [...base.fields.keys()].filter((key) => !kept.includes(key)),
    [...ours.fields.keys()],
    [...theirs.fields.keys()],
  )
  const lines = keys.flatMap((key) => {
    const [o, a, b] = [of(base, key), of(ours, key), of(theirs, key)]
    if (a === undefined || b === undefined) return [...(a ?? b)!.lead, ...(a ?? b)!.lines]
    const lead = mergeSequence(o?.lead ?? [], a.lead, b.lead).items
    if (isSame(a, b) || isSame(b, o)) return [...lead, ...a.lines]
    if (isSame(a, o)) return [...lead, ...b.lines]
    const merged = mergeValue(key, o, a, b, prefers)
    if (merged.clash !== undefined) clashes.push(merged.clash)
    return [...lead, ...merged.lines]
  })
  return { lines: [...lines, ...mergeSequence(base.rest, ours.rest, theirs.rest).items], clashes }
}

type MergedValue = { readonly lines: readonly string[]; readonly clash?: string }

function mergeValue(key: string, base: FieldText | undefined, ours: FieldText, theirs: FieldText, prefers: number): MergedValue {
  const [a, b] = [plain(ours.value), plain(theirs.value)]
  const ordered = byText(ours.lines.join('\n'), theirs.lines.join('\n')) >= 0
  const chosen = (prefers === 0 ? ordered : prefers > 0) ? ours : theirs
  if (a === b) return { lines: (ordered ? ours : theirs).lines }
  const [listA, listB] = [itemsOf(key, ours.value), itemsOf(key, theirs.value)]
  if (listA !== undefined && listB !== undefined) {
    const items = mergeSet(itemsOf(key, base?.value) ?? [], listA, listB)
    const text = setFields(`---\n${chosen.lines.join('\n')}\n---\n`, new Map([[key, items]]))
    return { lines: text.split('\n').slice(1, -2) }
  }
  const days = [ours, theirs].map(({ value }) => (value.kind === 'scalar' ? utcTime(isoText(value.text) ?? '') : undefined))
  if (days[0] !== undefined && days[1] !== undefined) {
    const later = days[0] === days[1] ? ordered : days[0] > days[1]
    return { lines: (later === (key !== 'created') ? ours : theirs).lines }
  }
  // A trace is distilled once and for all.
  if (key === 'distilled' && [a, b].includes('true')) return { lines: (a === 'true' ? ours : theirs).lines }
  const [first, second] = [shown(ours), shown(theirs)].sort(byText)
  return { lines: chosen.lines, clash: `${key}: ${first} on one side, ${second} on the other` }
}

/** The texts of a list, or of what may be a list; undefined where it holds anything else. */
function itemsOf(key: string, value: YamlNode | undefined): readonly string[] | undefined {
  if (value === undefined || value.kind === 'null') return []
  if (value.kind === 'scalar') return LIST_FIELDS.has(key) && !value.text.includes(',') ? [value.text] : undefined
  if (value.kind === 'map') return undefined
  const texts = value.items.map((item) => (item.kind === 'scalar' ? item.text : undefined))
  return texts.every((text) => text !== undefined) ? texts : undefined
}

/** A value without its form: quotes, places and comments aside. */
function plain(value: YamlNode): string {
  if (value.kind === 'scalar') return value.text
  if (value.kind === 'null') return ''
  if (value.kind === 'list') return JSON.stringify(value.items.map(plain))
  return JSON.stringify(value.pairs.map((pair) => [pair.key, plain(pair.value)]))
}

const shown = ({ value }: FieldText): string => JSON.stringify(plain(value).replace(/\s+/g, ' '))
