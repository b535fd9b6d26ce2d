import { withoutComments } from '../card/code-mask.ts'
import { entitiesOf } from '../facts/entities.ts'
import { type FactState, trustOf } from '../facts/rank.ts'
import type { AboutCard, FactView, StoreName } from '../model/fact.ts'
import type { GraphNode } from '../model/graph.ts'
import { headOf } from '../query/walk.ts'
import { factState } from '../store/fact-state.ts'
import type { OpenStore } from '../store/open.ts'
import { textReader } from './card-text.ts'
import type { Context } from './context.ts'

/** A store whose facts are looked at, with what learning knows of them and a reader of their texts. */
export type FactStore = {
  readonly name: StoreName
  readonly store: OpenStore
  readonly state: FactState
  readonly textOf: (node: GraphNode) => string
}

/** The store a command works on, and beside that of a project that of the person, where there is one. */
export function factStores(context: Context): readonly [FactStore, ...FactStore[]] {
  const own = context.globalStore()
  const first = factStore(context.store(), context.isGlobal ? 'global' : 'project')
  return own === undefined ? [first] : [first, factStore(own, 'global')]
}

export function factStore(store: OpenStore, name: StoreName): FactStore {
  const read = textReader(store)
  return {
    name,
    store,
    state: factState(store.project, store.graph),
    textOf(node) {
      const body = read(node)?.body ?? ''
      return (body.includes('<!--') ? withoutComments(body) : body).trim()
    },
  }
}

/** A fact as it is shown. */
export function factView({ name, store, state, textOf }: FactStore, node: GraphNode): FactView {
  const content = textOf(node)
  const summary = node.summarised === true ? node.summary : null
  const last = state.lastRetrievedAt(node.id)
  return {
    id: node.id,
    store: name,
    title: node.title,
    content,
    summary,
    category: node.category ?? null,
    tags: node.tags,
    entities: cardEntities(node, content),
    trust: trustOf(node, state),
    status: node.status,
    superseded_by: supersededBy(store, node),
    created: node.created ?? null,
    updated: node.updated,
    last_retrieved_at: last === null ? null : new Date(last).toISOString(),
    file: node.file,
  }
}

export function aboutCard({ name, store, state, textOf }: FactStore, node: GraphNode, namedIn: AboutCard['named_in']): AboutCard {
  const content = textOf(node)
  return {
    id: node.id,
    store: name,
    type: node.type,
    title: node.title,
    summary: node.summary,
    content: node.type === 'fact' ? content : null,
    entities: cardEntities(node, content),
    named_in: namedIn,
    trust: trustOf(node, state),
    status: node.status,
    superseded_by: supersededBy(store, node),
    file: node.file,
  }
}

/** What a card is about: its author's list, else what its title, its own summary and its text name. An id in place of a title names nothing. */
export const cardEntities = (node: GraphNode, content: string): readonly string[] =>
  entitiesOf(
    node.entities ?? [],
    [node.title === node.id ? '' : node.title, content, node.summarised === true ? node.summary : ''].join('\n'),
  )

/** The card that stands in place of this one, or null. */
export function supersededBy({ graph }: OpenStore, { id }: GraphNode): string | null {
  const head = headOf(graph, id)
  return head === id ? null : head
}

/** True for what another card has replaced, or what its status says is over. */
export const isRetired = (store: OpenStore, node: GraphNode): boolean =>
  RETIRED.has(node.status ?? '') || supersededBy(store, node) !== null

const RETIRED: ReadonlySet<string> = new Set(['superseded', 'archived', 'deprecated'])
