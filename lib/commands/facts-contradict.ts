import { contradictions } from '../facts/contradict.ts'
import type { GraphNode } from '../model/graph.ts'
import { aboutAll } from './cards-about.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { type FactStore, factStores, isRetired } from './fact-view.ts'

export const factsContradict = command({
  name: 'facts contradict',
  summary: 'Show facts about the same thing that disagree in a number, a negation, a value or a state, with the sentences',
  operands: { kind: 'text', name: 'entity', optional: true },
  flags: { ...GLOBAL_FLAG, ...READ_FLAGS },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem facts contradict', 'pmem facts contradict Redis --json'],
  exits: '0 facts disagree, 1 none do',
  run(context, [given = '']) {
    const topic = given.trim()
    const stores = factStores(context)
    const facts = topic === '' ? stores.flatMap(allFacts) : aboutAll(stores, [topic], 'fact')
    const current = facts.filter(({ one, node }) => !isRetired(one.store, node))
    const byId = new Map(current.map((fact) => [keyOf(fact), fact]))
    const found = contradictions(current.map((fact) => ({ id: keyOf(fact), text: fact.one.textOf(fact.node) })))
    const evidence = ({ id, text }: { readonly id: string; readonly text: string }) => {
      const { node } = byId.get(id)!
      return { id: node.id, text, updated: node.updated, file: node.file }
    }
    return {
      kind: 'contradictions',
      exit: found.length === 0 ? 1 : 0,
      data: {
        topic: topic === '' ? null : topic,
        contradictions: found.map(({ kind, subject, differing, a, b }) => ({
          kind,
          subject,
          differing,
          a: evidence(a),
          b: evidence(b),
        })),
        facts: current.length,
        index: stores[0].store.state,
      },
    }
  },
})

type Fact = { readonly one: FactStore; readonly node: GraphNode }

const allFacts = (one: FactStore): readonly Fact[] =>
  [...one.store.graph.nodes()].filter((node) => node.type === 'fact' && node.secret !== true).map((node) => ({ one, node }))

/** Two stores may hold the same id. */
const keyOf = ({ one, node }: Fact): string => (one.name === 'global' ? `global ${node.id}` : node.id)
