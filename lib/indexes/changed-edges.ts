import type { Edge, GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import { type CardChanges, ChangedCards, isNewToOthers, mayMean } from './changed-cards.ts'
import { strongEdges, strongest } from './edges.ts'
import { byEdge } from './graph.ts'
import { append, getOrMake } from './multi-map.ts'
import { NO_REFERENCES, placeOf, type ReferenceRow, type References } from './references.ts'
import { resolver } from './resolve.ts'
import { RARE, SHARED_KINDS, type SharedKind, sharedNames, weakEdges } from './weak-edges.ts'

/** An edge before and after; undefined where there is none. */
type EdgeChange = { readonly before: Edge | undefined; readonly after: Edge | undefined }

/** The edges as they are after some cards changed, and what that changes of them. */
export type ChangedEdges = {
  readonly changes: readonly EdgeChange[]
  /** Cards that changed or whose references lead elsewhere now, and those that strong edges come to or leave. */
  readonly touched: ReadonlySet<CardId>
  readonly cards: ChangedCards
  references(id: CardId): References
  edgesFrom(id: CardId): readonly Edge[]
  edgesTo(id: CardId): readonly Edge[]
}

/**
 * What buildEdges over all cards would give, found from the edges on file: only the references of changed cards are resolved, with
 * those of others that may lead to them, and weak edges are weighed again only among cards that share something with them.
 * `unmet` are the references of unchanged cards that no edge tells.
 */
export function changedEdges(changes: CardChanges, unmet: Iterable<readonly [CardId, readonly ReferenceRow[]]>): ChangedEdges {
  const { previous, gone, added } = changes
  const cards = new ChangedCards(changes)
  const resolve = resolver(cards)
  const kept = new Map<CardId, References>()
  const references = (id: CardId): References =>
    gone.has(id) || added.has(id)
      ? (changes.references.get(id) ?? NO_REFERENCES)
      : getOrMake(kept, id, () => previous.references(id))
  const made = new Map<CardId, ReadonlyMap<string, Edge>>()
  const madeBy = (id: CardId): ReadonlyMap<string, Edge> =>
    getOrMake(made, id, () => {
      const node = cards.byId(id)
      return node === undefined ? new Map() : strongestOf(strongEdges(node, references(id), cards, resolve))
    })

  const owners = new Set<CardId>([...gone.keys(), ...added.keys(), ...othersTouched(changes, unmet)])
  const known = new Map<string, Edge>()
  for (const id of owners) {
    for (const edge of madeBy(id).values()) known.set(keyOf(edge), edge)
    for (const edge of strongBefore(changes, id)) if (ownerOf(edge, changes) === id) known.set(keyOf(edge), edge)
  }
  const changed = new Map<string, EdgeChange>()
  const note = (key: string, before: Edge | undefined, after: Edge | undefined): void => {
    if (!isSame(before, after)) changed.set(key, { before, after })
  }
  for (const [key, { from, to, type }] of known) {
    const before = previous.edgesFrom(from).find((edge) => edge.to === to && edge.type === type && edge.source !== 'weak')
    const ends = [from, to].sort(byText)
    note(key, before, strongest(ends.flatMap((id) => madeBy(id).get(key) ?? [])))
  }
  const touched = new Set([...owners, ...[...changed.values()].flatMap(({ before, after }) => endsOf((before ?? after)!))])
  const strong = overlaid(changes, changed)
  const heavy = new Set<CardId>()
  for (const { before, after } of changed.values())
    if ((before === undefined) !== (after === undefined)) for (const id of endsOf((before ?? after)!)) heavy.add(id)
  for (const [key, change] of weakChanges(changes, cards, heavy, strong)) {
    // A pair that a strong edge of this type joins now has lost its weak one, and the other way round.
    const known = changed.get(key)
    if (known === undefined) changed.set(key, change)
    else note(key, known.before ?? change.before, known.after ?? change.after)
  }
  return { changes: [...changed.values()], touched, cards, references, ...overlaid(changes, changed) }
}

/** Ids hold no control characters. */
const keyOf = ({ from, type, to }: Edge): string => `${from}\n${type}\n${to}`
const endsOf = ({ from, to }: Edge): [CardId, CardId] => [from, to]

const isSame = (a: Edge | undefined, b: Edge | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.source === b.source && a.confidence === b.confidence && a.evidence === b.evidence)

function strongestOf(edges: readonly Edge[]): Map<string, Edge> {
  const groups = new Map<string, Edge[]>()
  for (const edge of edges) append(groups, keyOf(edge), edge)
  return new Map([...groups].map(([key, group]) => [key, strongest(group)!]))
}

const strongBefore = ({ previous }: CardChanges, id: CardId): Edge[] =>
  [...previous.edgesFrom(id), ...previous.edgesTo(id)].filter(({ source }) => source !== 'weak')

/** The card whose file made an edge. */
function ownerOf(edge: Edge, { previous }: CardChanges): CardId {
  const place = placeOf(edge)
  return place === undefined || previous.node(edge.from)?.file === place.file ? edge.from : edge.to
}

/** Unchanged cards that refer to a changed one, or may do so from now on. */
function othersTouched(changes: CardChanges, unmet: Iterable<readonly [CardId, readonly ReferenceRow[]]>): Set<CardId> {
  const { gone, added } = changes
  const others = new Set<CardId>()
  const news = [...new Set([...gone.keys(), ...added.keys()])].filter((id) => isNewToOthers(gone.get(id), added.get(id)))
  if (news.length === 0) return others
  for (const id of news) for (const edge of strongBefore(changes, id)) others.add(ownerOf(edge, changes))
  const means = mayMean(news.flatMap((id) => [gone.get(id) ?? [], added.get(id) ?? []].flat()))
  for (const [id, rows] of unmet) {
    if (rows.some(([, target, , alternative]) => means(target) || (alternative !== undefined && means(alternative))))
      others.add(id)
  }
  return others
}

type Overlaid = Pick<ChangedEdges, 'edgesFrom' | 'edgesTo'>

/** The edges on file with changes over them, in their order. */
function overlaid({ previous }: CardChanges, changed: ReadonlyMap<string, EdgeChange>): Overlaid {
  const [from, to] = [new Map<CardId, Edge[]>(), new Map<CardId, Edge[]>()]
  for (const { after } of changed.values()) {
    if (after === undefined) continue
    append(from, after.from, after)
    append(to, after.to, after)
  }
  const stays = (edge: Edge): boolean => !changed.has(keyOf(edge))
  return {
    edgesFrom: (id) => [...previous.edgesFrom(id).filter(stays), ...(from.get(id) ?? [])].sort(byEdge),
    edgesTo: (id) => [...previous.edgesTo(id).filter(stays), ...(to.get(id) ?? [])],
  }
}

/** The weak edges that come, go or change. `heavy` are cards that strong edges came to or left. */
function weakChanges(
  changes: CardChanges,
  cards: ChangedCards,
  heavy: ReadonlySet<CardId>,
  strong: Overlaid,
): Map<string, EdgeChange> {
  const { previous, gone, added } = changes
  // A larger group was and is no rare one.
  const most = RARE + added.size
  const group = (kind: SharedKind, name: string): readonly CardId[] => cards.sharing(kind, name, most)
  const dirty = new Set<CardId>(heavy)
  for (const id of new Set([...gone.keys(), ...added.keys()])) {
    for (const kind of SHARED_KINDS) {
      const [before, after] = [gone.get(id), added.get(id)].map((node) => (node === undefined ? [] : sharedNames(node, kind)))
      const others = [...before!.filter((name) => !after!.includes(name)), ...after!.filter((name) => !before!.includes(name))]
      if (others.length > 0) dirty.add(id)
      for (const name of others) {
        const members = group(kind, name)
        if (members.length <= most) for (const member of members) dirty.add(member)
      }
    }
  }
  const found = new Map<string, EdgeChange>()
  if (dirty.size === 0) return found
  const nodes = withPartners(withPartners(dirty, cards, group), cards, group)
  const isLinked = (a: GraphNode, b: GraphNode): boolean => runs(strong, a.id, b.id) || runs(strong, b.id, a.id)
  const isDirty = (edge: Edge): boolean => endsOf(edge).some((id) => dirty.has(id))
  const present = [...nodes].flatMap((id) => cards.byId(id) ?? [])
  const isRare = (kind: SharedKind, name: string): boolean => group(kind, name).length <= RARE
  for (const edge of weakEdges(present, isLinked, isRare).filter(isDirty))
    found.set(keyOf(edge), { before: undefined, after: edge })
  for (const id of dirty) {
    for (const edge of [...previous.edgesFrom(id), ...previous.edgesTo(id)]) {
      if (edge.source !== 'weak') continue
      const { after } = found.get(keyOf(edge)) ?? {}
      found.set(keyOf(edge), { before: edge, after })
    }
  }
  return new Map([...found].filter(([, { before, after }]) => !isSame(before, after)))
}

const runs = ({ edgesFrom }: Overlaid, from: CardId, to: CardId): boolean =>
  edgesFrom(from).some((edge) => edge.to === to && edge.source !== 'weak')

/** The cards with those that share something rare with them. */
function withPartners(
  ids: ReadonlySet<CardId>,
  cards: ChangedCards,
  group: (kind: SharedKind, name: string) => readonly CardId[],
): Set<CardId> {
  const all = new Set(ids)
  for (const id of ids) {
    const node = cards.byId(id)
    if (node === undefined) continue
    for (const kind of SHARED_KINDS) {
      for (const name of sharedNames(node, kind)) {
        const members = group(kind, name)
        if (members.length <= RARE) for (const member of members) all.add(member)
      }
    }
  }
  return all
}
