import { EDGE_TYPES, type Link, type Mention } from '../model/card.ts'
import type { Edge, GraphNode } from '../model/graph.ts'
import { byText } from '../text/order.ts'
import { append } from './multi-map.ts'

/** The references of a card as they stand in its file: what edges are computed from when the card itself is not read again. */
export type References = { readonly links: readonly Link[]; readonly mentions: readonly Mention[] }

/** One reference as it is written: links have the number of their type, mentions that of their form. */
export type ReferenceRow = readonly [code: number, target: string, line: number, alternative?: string]

export const NO_REFERENCES: References = { links: [], mentions: [] }

const FORMS = ['wiki', 'link', 'bare'] as const
/** Added to the number of a type where the link is inverse. */
const INVERSE = 50
/** Added to the number of a form: wiki 100, link 101, bare 102. */
const MENTION = 100

/** References in one order, by line, kind and target: that of the fields in the file must not matter. */
export const orderedReferences = (references: References): References => fromRows(toRows(references))

/**
 * The references that the edges of the card do not tell. `own` are the explicit edges and mentions found in its file. Those of
 * one kind on one line are written either all or not at all.
 */
export function unimplied(node: GraphNode, references: References, own: readonly Edge[]): ReferenceRow[] {
  const implied = bySlot(own.flatMap((edge) => impliedRow(edge, node)))
  return [...bySlot(toRows(references))].flatMap(([slot, rows]) => (sameRows(rows, implied.get(slot) ?? []) ? [] : rows))
}

/** All references again, from what `unimplied` gave and the same edges. */
export function withImplied(node: GraphNode, written: readonly ReferenceRow[], own: readonly Edge[]): References {
  const slots = bySlot(written)
  const rows = own.flatMap((edge) => impliedRow(edge, node)).filter((row) => !slots.has(slotOf(row)))
  return fromRows([...written, ...rows].sort(byRow))
}

/** The place an edge comes from, `file:line`; undefined for weak and inferred edges, which no single reference makes. */
export function placeOf({ source, evidence }: Edge): { readonly file: string; readonly line: number } | undefined {
  if (source !== 'explicit' && source !== 'mention') return undefined
  const colon = evidence.lastIndexOf(':')
  return { file: evidence.slice(0, colon), line: Number(evidence.slice(colon + 1)) }
}

function impliedRow(edge: Edge, node: GraphNode): ReferenceRow[] {
  const place = placeOf(edge)
  if (place === undefined || place.file !== node.file) return []
  if (edge.source === 'mention') return [[MENTION, edge.to, place.line]]
  const inverse = edge.from !== node.id
  return [[EDGE_TYPES.indexOf(edge.type) + (inverse ? INVERSE : 0), inverse ? edge.from : edge.to, place.line]]
}

function toRows({ links, mentions }: References): ReferenceRow[] {
  const rows = [
    ...links.map(
      ({ type, target, inverse, line }): ReferenceRow => [EDGE_TYPES.indexOf(type) + (inverse ? INVERSE : 0), target, line],
    ),
    ...mentions.map(({ form, target, line, alternative }): ReferenceRow => {
      const code = MENTION + FORMS.indexOf(form)
      return alternative === undefined ? [code, target, line] : [code, target, line, alternative]
    }),
  ]
  return rows.sort(byRow)
}

function fromRows(rows: readonly ReferenceRow[]): References {
  if (rows.length === 0) return NO_REFERENCES
  const links: Link[] = []
  const mentions: Mention[] = []
  for (const [code, target, line, alternative] of rows) {
    if (code < MENTION) links.push({ type: EDGE_TYPES[code % INVERSE]!, target, inverse: code >= INVERSE, line })
    else mentions.push({ target, form: FORMS[code - MENTION]!, ...(alternative === undefined ? {} : { alternative }), line })
  }
  return { links, mentions }
}

const byRow = (a: ReferenceRow, b: ReferenceRow): number =>
  a[2] - b[2] || a[0] - b[0] || byText(a[1], b[1]) || byText(a[3] ?? '', b[3] ?? '')

/** Links of one type on one line, or all mentions of one line: an edge does not tell the form of its mention. */
const slotOf = ([code, , line]: ReferenceRow): number => line * MENTION + Math.min(code, MENTION - 1)

function bySlot(rows: readonly ReferenceRow[]): Map<number, ReferenceRow[]> {
  const slots = new Map<number, ReferenceRow[]>()
  for (const row of rows) {
    append(slots, slotOf(row), row)
  }
  return slots
}

function sameRows(a: readonly ReferenceRow[], b: readonly ReferenceRow[]): boolean {
  const sorted = [...b].sort(byRow)
  return a.length === b.length && a.every((row, i) => row.length === sorted[i]!.length && byRow(row, sorted[i]!) === 0)
}
