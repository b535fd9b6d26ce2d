import { entityKey } from '../facts/entities.ts'
import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import { byText } from '../text/order.ts'
import { type AboutFound, aboutAll, aboutCards } from './cards-about.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { cardEntities, type FactStore, factStores } from './fact-view.ts'
import { resolveCard } from './resolve.ts'

export const factsRelated = command({
  name: 'facts related',
  summary: 'Show what is named together with a thing, or what else is said of the things a fact names',
  operands: { kind: 'text', name: 'entity-or-id' },
  flags: {
    limit: { kind: 'int', short: 'n', min: 1, max: 100_000, default: 20, doc: 'Most entities and cards to show' },
    ...GLOBAL_FLAG,
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem facts related Redis', 'pmem facts related fact.sessions-live-in-redis'],
  exits: '0 something was found, 1 nothing is named with it',
  run(context, [subject = ''], { limit }) {
    const stores = factStores(context)
    const own = cardCalled(stores[0], subject)
    const found = own === undefined ? aboutAll(stores, [subject.trim()]) : sharing(stores, own)
    const neighbours = together(found, own === undefined ? subject : undefined)
    return {
      kind: 'related_facts',
      exit: found.length === 0 ? 1 : 0,
      data: {
        subject: own?.id ?? subject.trim(),
        neighbours: neighbours.slice(0, limit),
        cards: aboutCards(found.slice(0, limit)),
        total: found.length,
        index: stores[0].store.state,
      },
    }
  },
})

/** A name of exactly one card means that card when it is its id; a plain word is a thing. */
function cardCalled({ store }: FactStore, name: string): GraphNode | undefined {
  if (!/^[^\s.]+\.\S+$/.test(name.trim())) return undefined
  try {
    return resolveCard(store.graph, name.trim())
  } catch (error) {
    if (error instanceof PmemError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** The other cards that name something which a card names. */
function sharing(stores: readonly [FactStore, ...FactStore[]], own: GraphNode): readonly AboutFound[] {
  const [{ textOf }] = stores
  const found = new Map<string, AboutFound>()
  for (const entity of cardEntities(own, textOf(own)))
    for (const hit of aboutAll(stores, [entity]))
      if (hit.node.id !== own.id && !found.has(`${hit.one.name} ${hit.node.id}`)) found.set(`${hit.one.name} ${hit.node.id}`, hit)
  return [...found.values()]
}

/** The things that cards name, with how many of them do, most often first; `without` is the one they were found by. */
function together(found: readonly AboutFound[], without: string | undefined) {
  const names = new Map<string, { readonly entity: string; readonly cards: string[] }>()
  for (const { one, node } of found)
    for (const entity of cardEntities(node, one.textOf(node))) {
      const key = entityKey(entity)
      if (without !== undefined && key === entityKey(without)) continue
      const known = names.get(key)
      if (known === undefined) names.set(key, { entity, cards: [node.id] })
      else known.cards.push(node.id)
    }
  return [...names.values()]
    .map(({ entity, cards }) => ({ entity, count: cards.length, cards }))
    .sort((a, b) => b.count - a.count || byText(a.entity, b.entity))
}
