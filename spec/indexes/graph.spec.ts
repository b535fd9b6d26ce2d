import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildGraph, type GraphMeta, graphNode, memoryGraph } from '../../lib/indexes/graph.ts'
import type { Card } from '../../lib/model/card.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { card, sha256 } from './deck.ts'
import { graphContract } from './graph-contract.ts'

graphContract('indexes/graph: contract of GraphIndex in memory', memoryGraph)

const META: GraphMeta = { pmemVersion: '1.0.0', glob: ['*.md'], sourceHash: sha256('x'), inputs: 'i', problems: [] }
const header = (cards: readonly Card[], meta: Partial<GraphMeta> = {}) =>
  buildGraph(
    cards.map((one) => graphNode(one)),
    [],
    new Map(),
    { ...META, ...meta },
  ).header

const spec = suite('indexes/graph')

spec('has the keys of graph.json in their order', () => {
  const keys = 'id type title status file tags aliases priority summary updated last_verified source_files hash'
  assert.is(Object.keys(graphNode(card('module.a'))).join(' '), keys)
  const full = card('fact.a', {
    created: '2026-01-01',
    freshness: { ttlDays: 3, policy: 'ttl' },
    trust: 0.5,
    confidence: 1,
    secret: true,
    distilled: false,
    external: true,
    body: '决策\u{1f600}',
  })
  assert.is(
    Object.keys(graphNode(full)).join(' '),
    `${keys} created ttl_days policy trust confidence secret distilled external match_length`,
  )
  assert.is(graphNode(full).match_length, 3)
})
spec('keeps no summary of a secret card', () =>
  assert.is(graphNode(card('module.a', { secret: true, summary: 'password' })).summary, ''),
)
spec('takes the newest date of any card as its own, in UTC, without a time that nobody wrote', () => {
  const dated = (updated: string | null, created: string | null = null): Card =>
    card(`module.${updated}${created}`, { updated, created })
  assert.is(header([]).generated_at, null)
  assert.is(header([dated('soon')]).generated_at, null)
  assert.is(header([dated('2026-03-04'), dated('2026-03-01', '2026-03-02')]).generated_at, '2026-03-04')
  assert.is(header([dated('2026-03-04T01:00:00+02:00'), dated('2026-03-03')]).generated_at, '2026-03-03T23:00:00.000Z')
})
spec('counts nodes and names its source', () => {
  const { node_count, edge_count, kind, source } = header([card('module.a')])
  assert.equal(
    { node_count, edge_count, kind, source },
    {
      node_count: 1,
      edge_count: 0,
      kind: 'pmem.graph_index',
      source: { type: 'markdown_cards', glob: ['*.md'], source_hash: META.sourceHash },
    },
  )
})
spec('sorts problems by file and line', () => {
  const problem = (file: string, line: number | null) => ({ file, hash: sha256(file), code: 'x', line, message: 'm' })
  const sorted = [problem('a.md', null), problem('a.md', 3), problem('b.md', 1)]
  assert.equal(header([], { problems: [...sorted].reverse() }).problems, sorted)
})
spec('finds a card named __proto__', () => {
  const graph = memoryGraph(buildGraph([graphNode(card('__proto__'))], [], new Map(), META))
  assert.is(graph.node('__proto__' as CardId)?.id, '__proto__')
  assert.is(graph.node('constructor' as CardId), undefined)
})
spec.run()
