import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import type { GraphNode } from '../../lib/model/graph.ts'
import type { CardId, ProjectPath, Sha256 } from '../../lib/model/ids.ts'
import { NO_SIGNALS, type Signals } from '../../lib/model/signals.ts'
import { productOf, stalenessOf, ttlOf, weigh } from '../../lib/query/factors.ts'
import { utcDay } from '../../lib/text/day.ts'

const ID = 'module.a' as CardId
const node = (fields: Partial<GraphNode> = {}): GraphNode => ({
  id: ID,
  type: 'module',
  title: '',
  status: null,
  file: 'a.md' as ProjectPath,
  tags: [],
  aliases: [],
  priority: null,
  summary: '',
  updated: null,
  last_verified: null,
  source_files: [],
  hash: '' as Sha256,
  ...fields,
})
const TODAY = utcDay('2026-07-03') as number
const context = (signals: Partial<Signals> = {}, today = TODAY): Parameters<typeof weigh>[1] => ({
  manifest: DEFAULTS,
  today,
  signals: { ...NO_SIGNALS, ...signals },
})
const factors = (
  fields: Partial<GraphNode>,
  signals: Partial<Signals> = {},
  textOnly = false,
): ReturnType<typeof weigh>['factors'] => weigh(node(fields), context(signals), textOnly).factors
const of = <T>(value: T): ReadonlyMap<CardId, T> => new Map([[ID, value]])
const path = 'module.b'

const spec = suite('query/factors')
spec('a card of which nothing is known has neutral factors but the undated recency', () =>
  assert.equal(factors({ type: 'task' }), { type_weight: 1, recency: 0.875, staleness: 1, status: 1, trust: 1, length: 1 }),
)
spec('weight by type: decision and module 1.1, trace 0.85, else 1', () => {
  for (const [type, weight] of [
    ['decision', 1.1],
    ['module', 1.1],
    ['trace', 0.85],
    ['fact', 1],
    ['__proto__', 1],
    ['constructor', 1],
  ] as const)
    assert.is(factors({ type }).type_weight, weight, type)
})
spec('recency is 0.75 + 0.25 exp(-age / 90 days), 1 for today and the future, created where updated is missing', () => {
  assert.is(factors({ updated: '2026-07-03' }).recency, 1)
  assert.is(factors({ updated: '2027-01-01' }).recency, 1)
  assert.is(factors({ updated: '2026-04-04' }).recency, 0.84197)
  assert.is(factors({ created: '2026-04-04' }).recency, 0.84197)
  assert.is(factors({ updated: '1970-01-01' }).recency, 0.75)
})
spec('status: superseded and archived 0.5, deprecated 0.3, done and completed 0.8 for tasks only', () => {
  for (const [type, status, factor] of [
    ['module', 'superseded', 0.5],
    ['module', 'archived', 0.5],
    ['module', 'deprecated', 0.3],
    ['task', 'done', 0.8],
    ['task', 'completed', 0.8],
    ['feature', 'done', 1],
    ['module', 'active', 1],
  ] as const) {
    assert.is(factors({ type, status }).status, factor, `${type} ${status}`)
  }
})
// Skipped until it is mended: the factors of states are looked up in an object with a prototype.
spec('a status that is a property of every object weighs nothing', () => assert.is(factors({ status: 'constructor' }).status, 1))
spec('trust is 0.75 + 0.5 x trust: learned before the own value of the card, before 0.5', () => {
  assert.is(factors({}).trust, 1)
  assert.is(factors({ trust: 0 }).trust, 0.75)
  assert.is(factors({ trust: 0 }, { trust: of(1) }).trust, 1.25)
})
spec('length counts for facts found by text alone: min(1, 300 / characters)', () => {
  assert.is(factors({ type: 'fact', match_length: 600 }, {}, true).length, 0.5)
  assert.is(factors({ type: 'fact', match_length: 300 }, {}, true).length, 1)
  assert.is(factors({ type: 'fact', match_length: 0 }, {}, true).length, 1)
  assert.is(factors({ type: 'fact', match_length: 600 }, {}, false).length, 1)
  assert.is(factors({ type: 'module', match_length: 600 }, {}, true).length, 1)
})
spec('staleness multiplies its causes and names each', () => {
  const { staleness, reasons } = stalenessOf(
    node({ updated: '2026-07-02', last_verified: '2026-06-01', ttl_days: 14 }),
    context({ dirty: of('edited'), sourceChanged: of('src/a.ts'), suspect: of({ hops: 1, path }) }),
  )
  assert.is(staleness, Math.round(0.7 * 0.9 * 0.8 * 0.9 * 0.9 * 1e6) / 1e6)
  assert.is(reasons.length, 5)
})
spec('fault 078: a change of one source file makes its own card stale and no other', () => {
  const changed = { sourceChanged: of('src/a.ts') }
  assert.is(stalenessOf(node({ source_files: ['src/a.ts'] }), context(changed)).staleness, 0.8)
  assert.equal(stalenessOf(node({ id: 'module.b' as CardId, source_files: ['src/b.ts'] }), context(changed)), {
    staleness: 1,
    reasons: [],
  })
})
spec('suspect counts per hop and never below 0.7', () => {
  for (const [hops, factor] of [
    [1, 0.9],
    [2, 0.81],
    [3, 0.729],
    [4, 0.7],
    [9, 0.7],
  ] as const)
    assert.is(stalenessOf(node(), context({ suspect: of({ hops, path }) })).staleness, factor)
})
spec('by day: verified on the day of the update, or the last day of the TTL, is not stale', () => {
  assert.is(stalenessOf(node({ updated: '2026-07-03T20:00:00Z', last_verified: '2026-07-03' }), context()).staleness, 1)
  const limited = node({ last_verified: '2026-06-19', ttl_days: 14 })
  assert.is(stalenessOf(limited, context()).staleness, 1)
  assert.is(stalenessOf(limited, context({}, TODAY + 1)).staleness, 0.9)
})
spec('a trace is history and cannot grow stale', () =>
  assert.equal(
    stalenessOf(
      node({ type: 'trace', updated: '2026-07-02', last_verified: '2020-01-01', ttl_days: 1 }),
      context({ dirty: of('x') }),
    ),
    { staleness: 1, reasons: [] },
  ),
)
spec('a card has a TTL where it says so, and never with the policy never', () => {
  assert.is(ttlOf(node(), DEFAULTS), undefined)
  assert.is(ttlOf(node({ policy: 'ttl' }), DEFAULTS), 14)
  assert.is(ttlOf(node({ ttl_days: 3 }), DEFAULTS), 3)
  assert.is(ttlOf(node({ ttl_days: 3, policy: 'never' }), DEFAULTS), undefined)
})
spec('the product is that of all six', () =>
  assert.is(productOf({ type_weight: 2, recency: 3, staleness: 5, status: 7, trust: 11, length: 13 }), 30030),
)
spec.run()
