import { foldName } from '../text/fold.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { factStores, factView } from './fact-view.ts'

export const factsList = command({
  name: 'facts list',
  summary: 'List the facts with their texts, or those of one category or tag',
  operands: { kind: 'none' },
  flags: {
    category: { kind: 'text', placeholder: 'NAME', doc: 'Only facts of this category' },
    tag: { kind: 'list', placeholder: 'TAG', doc: 'Only facts that carry all of these tags' },
    limit: { kind: 'int', short: 'n', min: 1, max: 1_000_000, doc: 'Most facts to show; without it, all' },
    ...GLOBAL_FLAG,
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem facts list', 'pmem facts list --category ops --json', 'pmem facts list --global'],
  exits: '0 shown, 1 no fact is like that',
  run(context, _operands, { category, tag, limit }) {
    const stores = factStores(context)
    const tags = tag.map(foldName)
    const matching = stores.flatMap((one) =>
      [...one.store.graph.nodes()]
        .filter((node) => node.type === 'fact' && node.secret !== true)
        .filter((node) => category === undefined || foldName(node.category ?? '') === foldName(category))
        .filter((node) => tags.every((name) => node.tags.some((own) => foldName(own) === name)))
        .map((node) => ({ one, node })),
    )
    return {
      kind: 'fact_list',
      exit: matching.length === 0 ? 1 : 0,
      data: {
        facts: matching.slice(0, limit).map(({ one, node }) => factView(one, node)),
        total: matching.length,
        index: stores[0].store.state,
      },
    }
  },
})
