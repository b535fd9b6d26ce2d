import { logRetrieval } from '../store/retrievals.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { searchFacts } from './fact-search.ts'
import { factStores } from './fact-view.ts'

export const factsSearch = command({
  name: 'facts search',
  summary: 'Find the facts that a question is about, in full, best first; your own store is searched too',
  operands: { kind: 'text', name: 'query' },
  flags: {
    category: { kind: 'text', placeholder: 'NAME', doc: 'Only facts of this category' },
    minTrust: { kind: 'number', min: 0, max: 1, default: 0.3, doc: 'Only facts trusted at least so much' },
    limit: { kind: 'int', short: 'n', min: 1, max: 1000, default: 10, doc: 'Most facts to show' },
    ...GLOBAL_FLAG,
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem facts search "which port does the database use"', 'pmem facts search 缓存策略 --category ops --limit 3'],
  exits: '0 something was found, 1 no fact holds a word of the question, or it asks for nothing that can be looked up',
  run(context, [query = ''], { category, minTrust, limit }) {
    const stores = factStores(context)
    const data = searchFacts(stores, query, { category, minTrust, limit })
    return {
      kind: 'facts',
      exit: data.results.length === 0 ? 1 : 0,
      data,
      printed() {
        // Each store counts its own cards; that of the person only where it had something to say.
        for (const { name, store } of stores) {
          const results = data.results.filter((hit) => hit.store === name)
          if (results.length > 0 || name === stores[0].name)
            logRetrieval(store.project, store.manifest, { query, results: results.map(({ id, score }) => ({ id, score })) })
        }
      },
    }
  },
})
