// Its main file hides what it requires from bundlers.
import { createScanner, parseTree } from 'jsonc-parser/lib/esm/main.js'

/** A value of a JSON text with the place it stands at. Offsets are UTF-16 units; `to` is behind the last character. */
export type JsonNode = {
  readonly kind: 'object' | 'array' | 'value'
  readonly from: number
  readonly to: number
  /** Of a text, number, boolean or null. */
  readonly value: unknown
  /** Members of an object or items of an array, in order; `from` to `to` spans the key too. */
  readonly items: readonly JsonItem[]
}
export type JsonItem = { readonly key: string | undefined; readonly from: number; readonly to: number; readonly node: JsonNode }
export type JsonFault = { readonly line: number; readonly message: string }

/** What stands between the values of a JSON text: commas and comments. */
export type JsonMark = { readonly kind: 'comma' | 'comment'; readonly from: number; readonly to: number }

type Parsed = NonNullable<ReturnType<typeof parseTree>>

/** Reads JSON with comments and trailing commas, every value with its place. Gives the first fault for what is no JSON. Never throws. */
export function readJsonTree(text: string): JsonNode | JsonFault {
  const errors: { readonly error: number; readonly offset: number; readonly length: number }[] = []
  const start = text.startsWith('\ufeff') ? 1 : 0
  const tree = parseTree(text.slice(start), errors, { allowTrailingComma: true, disallowComments: false })
  const [error] = errors
  if (error !== undefined || tree === undefined)
    return { line: text.slice(0, (error?.offset ?? 0) + start).split('\n').length, message: 'it is not JSON' }
  return toNode(tree, start)
}

/** The member of that name; of several the last, which is the one that counts. */
export const memberOf = (node: JsonNode | undefined, key: string): JsonItem | undefined =>
  node?.kind === 'object' ? node.items.findLast((item) => item.key === key) : undefined

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Whether a node holds just this value, whatever its layout and the order of its members. */
export function holds(node: JsonNode, wanted: JsonValue): boolean {
  if (Array.isArray(wanted))
    return (
      node.kind === 'array' && node.items.length === wanted.length && wanted.every((one, at) => holds(node.items[at]!.node, one))
    )
  if (typeof wanted === 'object' && wanted !== null) {
    const keys = Object.entries(wanted)
    return (
      node.kind === 'object' &&
      node.items.length === keys.length &&
      keys.every(([key, one]) => {
        const member = memberOf(node, key)
        return member !== undefined && holds(member.node, one)
      })
    )
  }
  return node.kind === 'value' && node.value === wanted
}

/** Every text in a node, keys left out. */
export function textsIn(node: JsonNode): readonly string[] {
  if (node.kind === 'value') return typeof node.value === 'string' ? [node.value] : []
  return node.items.flatMap((item) => textsIn(item.node))
}

export const isFault = (found: JsonNode | JsonFault): found is JsonFault => 'message' in found

/** The commas and comments between two offsets, outside of strings. */
export function marksBetween(text: string, from: number, to: number): readonly JsonMark[] {
  const scanner = createScanner(text.slice(from, to), false)
  const marks: JsonMark[] = []
  for (let token = scanner.scan(); token !== END_OF_TEXT; token = scanner.scan()) {
    const kind = token === COMMA ? 'comma' : token === LINE_COMMENT || token === BLOCK_COMMENT ? 'comment' : undefined
    const start = from + scanner.getTokenOffset()
    if (kind !== undefined) marks.push({ kind, from: start, to: start + scanner.getTokenLength() })
  }
  return marks
}

/** The tokens of the scanner: its enum is one of types only. */
const [COMMA, LINE_COMMENT, BLOCK_COMMENT, END_OF_TEXT] = [5, 12, 13, 17] as const

function toNode(node: Parsed, start: number): JsonNode {
  const [from, to] = [node.offset + start, node.offset + node.length + start]
  if (node.type === 'object') {
    const items = (node.children ?? []).flatMap((property): JsonItem[] => {
      const [key, value] = property.children ?? []
      if (key === undefined || value === undefined) return []
      return [
        {
          key: key.value as string,
          from: property.offset + start,
          to: property.offset + property.length + start,
          node: toNode(value, start),
        },
      ]
    })
    return { kind: 'object', from, to, items, value: undefined }
  }
  if (node.type === 'array') {
    const items = (node.children ?? []).map((child): JsonItem => {
      const inner = toNode(child, start)
      return { key: undefined, from: inner.from, to: inner.to, node: inner }
    })
    return { kind: 'array', from, to, items, value: undefined }
  }
  return { kind: 'value', from, to, items: [], value: node.value as unknown }
}
