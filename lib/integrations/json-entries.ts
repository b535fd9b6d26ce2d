import { lineEnd } from '../text/managed-block.ts'
import {
  holds,
  isFault,
  type JsonFault,
  type JsonItem,
  type JsonNode,
  type JsonValue,
  marksBetween,
  memberOf,
  readJsonTree,
  textsIn,
} from './json-tree.ts'

/** One thing of pmem in a JSON file of others: a member of an object, or an item of a list, which has no key. */
export type JsonEntry = {
  /** The keys that lead to the object or list that holds it. */
  readonly path: readonly string[]
  readonly key?: string
  readonly value: JsonValue
}

/** What pmem has in such a file, of whatever version. */
export type JsonOwnership = {
  /** Objects whose members are lists of hooks. */
  readonly hooks: readonly (readonly string[])[]
  /** Members that are pmem's by their name. */
  readonly members: readonly (readonly string[])[]
  /** Whether a text, such as a command line, is recognisably pmem's. */
  readonly isOurs: (text: string) => boolean
}

export type JsonEdit = { readonly text: string | undefined } | JsonFault

/**
 * The text with each entry in it exactly once: what is there already stays, an older form is replaced, everything else stays byte
 * for byte, comments and layout too. A new entry goes behind the last of its list. `scaffold` is what a file made for it holds besides.
 */
export function putEntries(
  text: string | undefined,
  entries: readonly JsonEntry[],
  owned: JsonOwnership,
  scaffold: Readonly<Record<string, JsonValue>> = {},
): JsonEdit {
  const whole = text === undefined
  let now = text ?? pretty(scaffold)
  const done = new Set<JsonEntry>()
  for (let guard = 0; guard < MOST_EDITS; guard += 1) {
    const root = readJsonTree(now)
    if (isFault(root)) return root
    if (root.kind !== 'object') return { line: 1, message: 'it holds no JSON object' }
    const step = nextStep(now, root, entries, owned, done)
    if (typeof step === 'object') return step
    if (step === undefined) return { text: now }
    now = whole ? relaid(step) : step
  }
  return { line: 1, message: 'it cannot be edited' }
}

/** The text without anything of pmem; undefined where nothing else is in it and it was made for that. */
export function dropEntries(text: string, owned: JsonOwnership, scaffold: Readonly<Record<string, JsonValue>> = {}): JsonEdit {
  let now = text
  for (let guard = 0; guard < MOST_EDITS; guard += 1) {
    const root = readJsonTree(now)
    if (isFault(root)) return root
    const found = ownedItems(root, owned)[0]
    if (found === undefined)
      return { text: now !== text && now === pretty(scaffold) && Object.keys(scaffold).length > 0 ? undefined : now }
    const rest = without(now, found)
    if (rest === undefined) return { text: undefined }
    now = rest
  }
  return { line: 1, message: 'it cannot be edited' }
}

/** How the file looks that is made for these entries: to be shown where a file cannot be edited. */
export function snippetOf(
  entries: readonly JsonEntry[],
  owned: JsonOwnership,
  scaffold: Readonly<Record<string, JsonValue>> = {},
): string {
  const made = putEntries(undefined, entries, owned, scaffold)
  return 'message' in made ? '' : (made.text ?? '')
}

const MOST_EDITS = 200

/** An item with the containers that lead to it, outermost first. */
type Placed = { readonly item: JsonItem; readonly parents: readonly JsonItem[]; readonly container: JsonNode }

/** One edit nearer to the goal; undefined when it is reached. */
function nextStep(
  text: string,
  root: JsonNode,
  entries: readonly JsonEntry[],
  owned: JsonOwnership,
  done: Set<JsonEntry>,
): string | JsonFault | undefined {
  const ours = ownedItems(root, owned)
  const kept = new Set<number>()
  for (const entry of entries) {
    const mine = ours.filter((placed) => isPlace(placed, entry))
    const right = mine.find(({ item }) => holds(item.node, entry.value) && !kept.has(item.from))
    if (right !== undefined) {
      kept.add(right.item.from)
      continue
    }
    const [old] = mine.filter(({ item }) => !kept.has(item.from))
    if (old !== undefined) return replaced(text, old, entry.value)
    // Its container may be of another kind than hooks can be in: then nothing is touched.
    if (done.has(entry)) return { line: 1, message: `its ${entry.path.join('.')} cannot be edited` }
    done.add(entry)
    return inserted(text, root, entry)
  }
  const stray = ours.find(({ item }) => !kept.has(item.from))
  return stray === undefined ? undefined : (without(text, stray) ?? pretty({}))
}

const isPlace = ({ item, parents }: Placed, { path, key }: JsonEntry): boolean =>
  item.key === key && parents.length === path.length && parents.every((parent, at) => parent.key === path[at])

/** Everything of pmem in a file: whole items of lists, single handlers in items that hold others' too, and members by name. */
function ownedItems(root: JsonNode, { hooks, members, isOurs }: JsonOwnership): readonly Placed[] {
  const found: Placed[] = []
  const take = (item: JsonItem, parents: readonly JsonItem[], container: JsonNode): void => {
    const handlers = memberOf(item.node, 'hooks')
    const inner = handlers?.node.kind === 'array' ? handlers.node.items : []
    const mine = inner.filter(({ node }) => isOurs(textsIn(node).join(' ')))
    if (inner.length === 0 ? isOurs(textsIn(item.node).join(' ')) : mine.length === inner.length)
      found.push({ item, parents, container })
    else for (const one of mine) found.push({ item: one, parents: [...parents, item, handlers!], container: handlers!.node })
  }
  for (const path of hooks) {
    const parents = itemsAt(root, path)
    const holder = parents === undefined ? undefined : (parents.at(-1)?.node ?? root)
    for (const event of holder?.kind === 'object' ? holder.items : [])
      if (event.node.kind === 'array') for (const item of event.node.items) take(item, [...parents!, event], event.node)
  }
  for (const path of members) {
    const items = itemsAt(root, path)
    const item = items?.at(-1)
    if (item !== undefined) found.push({ item, parents: items!.slice(0, -1), container: items!.at(-2)?.node ?? root })
  }
  return found
}

function itemsAt(root: JsonNode, path: readonly string[]): readonly JsonItem[] | undefined {
  const items: JsonItem[] = []
  for (const key of path) {
    const item = memberOf(items.at(-1)?.node ?? root, key)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

/** Adds an entry, and whatever containers are missing on the way to it. */
function inserted(text: string, root: JsonNode, { path, key, value }: JsonEntry): string | JsonFault {
  let container = root
  let depth = 0
  while (depth < path.length) {
    const item = memberOf(container, path[depth]!)
    if (item === undefined) break
    container = item.node
    depth += 1
  }
  const missing = path.slice(depth)
  const expected = missing.length > 0 || key !== undefined ? 'object' : 'array'
  if (container.kind !== expected)
    return {
      line: text.slice(0, container.from).split('\n').length,
      message: `${path.slice(0, depth).join('.')} is no ${expected === 'array' ? 'list' : 'object'}`,
    }
  const innermost: JsonValue =
    key === undefined ? (missing.length === 0 ? value : [value]) : missing.length === 0 ? value : { [key]: value }
  const name = missing[0] ?? key
  const wrapped = missing.slice(1).reduceRight((inner: JsonValue, step) => ({ [step]: inner }), innermost)
  return insertedAt(text, container, name, wrapped)
}

function insertedAt(text: string, container: JsonNode, key: string | undefined, value: JsonValue): string {
  const eol = lineEnd(text)
  const unit = unitOf(text)
  const outer = indentAt(text, container.from)
  const member = (indent: string | undefined): string =>
    (key === undefined ? '' : `${JSON.stringify(key)}: `) + render(value, indent, unit, eol)
  const last = container.items.at(-1)
  if (last === undefined) {
    const comment = marksBetween(text, container.from + 1, container.to - 1).at(-1)
    // Right behind the bracket, which marks an empty container as one that was there before.
    if (comment === undefined) return spliced(text, container.from + 1, member(outer))
    return spliced(text, comment.to, eol + outer + unit + member(outer + unit))
  }
  const between = marksBetween(text, last.to, container.to - 1)
  const trailing = between.find(({ kind }) => kind === 'comma')
  const anchor = trailing?.to ?? last.to
  if (!text.slice(container.from, last.from).includes('\n')) {
    return spliced(text, anchor, `${trailing === undefined ? ', ' : ' '}${member(undefined)}${trailing === undefined ? '' : ','}`)
  }
  const isFirstOfLine = /^[ \t]*$/.test(lineBefore(text, last.from))
  const indent = isFirstOfLine ? indentAt(text, last.from) : outer + unit
  let place = anchor
  for (const { kind, from, to } of between) {
    if (kind === 'comment' && from >= place && !text.slice(place, from).includes('\n')) place = to
  }
  const added = spliced(text, place, `${eol}${indent}${member(indent)}${trailing === undefined ? '' : ','}`)
  return trailing === undefined ? spliced(added, last.to, ',') : added
}

function replaced(text: string, { item }: Placed, value: JsonValue): string {
  const { from, to } = item.node
  const isInline = !text.slice(from, to).includes('\n')
  const indent = isInline ? undefined : indentAt(text, item.from)
  return text.slice(0, from) + render(value, indent, unitOf(text), lineEnd(text)) + text.slice(to)
}

/** The text without an item and what was added around it; undefined where the whole file was made for it. */
function without(text: string, { item, parents, container }: Placed): string | undefined {
  const at = container.items.findIndex(({ from }) => from === item.from)
  const [before, after] = [container.items[at - 1], container.items[at + 1]]
  const marksAfter = marksBetween(text, item.to, after?.from ?? container.to - 1)
  const following = marksAfter.find(({ kind }) => kind === 'comma')
  if (before === undefined && after === undefined) {
    const comments = [...marksBetween(text, container.from + 1, item.from), ...marksAfter].some(({ kind }) => kind === 'comment')
    const wasThere = item.from === container.from + 1 || comments
    if (wasThere) return cut(text, leadOf(text, item.from), following?.to ?? item.to)
    const parent = parents.at(-1)
    if (parent === undefined) return undefined
    return without(text, { item: parent, parents: parents.slice(0, -1), container: parents.at(-2)?.node ?? rootAround(text) })
  }
  // What follows takes its place behind the bracket, and what that says.
  if (before === undefined && item.from === container.from + 1 && marksAfter.length === 1)
    return cut(text, item.from, after!.from)
  if (following !== undefined) return cut(text, leadOf(text, item.from), following.to)
  const comma = marksBetween(text, before?.to ?? container.from + 1, item.from).find(({ kind }) => kind === 'comma')
  const shorter = cut(text, leadOf(text, item.from), item.to)
  return comma === undefined ? shorter : cut(shorter, comma.from, comma.to)
}

function rootAround(text: string): JsonNode {
  const root = readJsonTree(text)
  return isFault(root) ? { kind: 'value', from: 0, to: text.length, value: undefined, items: [] } : root
}

/** Where what was written before an item began: the line end and the indent, or one blank. */
function leadOf(text: string, from: number): number {
  const line = /(?:\r\n|\n)[ \t]*$/.exec(text.slice(0, from))
  if (line !== null) return line.index
  return text[from - 1] === ' ' ? from - 1 : from
}

const spliced = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at)
const cut = (text: string, from: number, to: number): string => text.slice(0, from) + text.slice(to)

const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
const indentAt = (text: string, at: number): string => /^\ufeff?([ \t]*)/.exec(lineBefore(text, at))![1]!

/** One level of indent, as the text has it. */
const unitOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '

/** A value as JSON, its further lines indented; without `indent` on one line, with a blank inside of each bracket. */
function render(value: JsonValue, indent: string | undefined, unit: string, eol: string): string {
  if (indent !== undefined) return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[ ${value.map((one) => render(one as JsonValue, undefined, unit, eol)).join(', ')} ]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${render(one, undefined, unit, eol)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return JSON.stringify(value)
}

const pretty = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`
/** A file of our own has the usual layout throughout, which tells it from one that was there empty. */
const relaid = (text: string): string => pretty(JSON.parse(text) as JsonValue)
