import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import type { GraphNode } from '../../lib/model/graph.ts'
import type { CardId, Sha256 } from '../../lib/model/ids.ts'
import type { Manifest } from '../../lib/model/manifest.ts'
import { type RecentTrace, type TraceRequest, traceDecision } from '../../lib/update/trace.ts'

const NOW = Date.UTC(2026, 6, 3, 12)
const MINUTE = 60_000
const request = (parts: Partial<TraceRequest> = {}): TraceRequest => ({
  summary: 'Locks are broken only when their holder is dead',
  next: [],
  kind: null,
  cards: ['module.store' as CardId],
  files: ['lib/store/lock.ts'],
  hook: false,
  force: false,
  ...parts,
})
const recent = (minutes: number, parts: Partial<RecentTrace> = {}, distilled = false): RecentTrace => {
  const created = NOW - minutes * MINUTE
  const node = {
    id: `trace.${minutes}`,
    type: 'trace',
    created: new Date(created).toISOString(),
    distilled,
  } as unknown as GraphNode
  return {
    card: { node, text: '## What Happened\n\n- Before\n', expect: '' as Sha256 },
    created,
    updated: created,
    madeByHook: true,
    tokens: 100,
    related: [],
    ...parts,
  }
}
const manifest = (auto: Partial<Manifest['autoUpdate']>): Manifest => ({
  ...DEFAULTS,
  autoUpdate: { ...DEFAULTS.autoUpdate, ...auto },
})
const kind = (asked: TraceRequest, before: readonly RecentTrace[] = [], settings = DEFAULTS): string =>
  traceDecision(asked, before, settings, NOW).kind

const policy = suite('update/trace: policy')
policy('an explicit confirmation is always recorded: inside the interval it extends the last trace', () => {
  assert.is(kind(request()), 'new')
  assert.is(kind(request({ files: [], cards: [] })), 'new')
  assert.is(kind(request({ summary: 'typo' })), 'new')
  assert.is(kind(request(), [recent(29)]), 'extend')
  assert.is(kind(request(), [recent(31)]), 'new')
  assert.is(
    kind(
      request(),
      Array.from({ length: 9 }, (_, index) => recent(31 + index)),
    ),
    'new',
  )
})
policy('a trace that is distilled, full or only dated by day is not extended', () => {
  assert.is(kind(request(), [recent(5, {}, true)]), 'new')
  assert.is(kind(request(), [recent(5, { tokens: 1_200 })]), 'new')
  assert.is(kind(request(), [recent(5, { created: undefined, updated: undefined })]), 'new')
})
policy('--force makes a trace of its own, but never one without a summary', () => {
  assert.is(kind(request({ force: true }), [recent(1)]), 'new')
  assert.is(kind(request({ force: true, hook: true }), [recent(1)]), 'new')
  assert.is(kind(request({ force: true, summary: ' ' })), 'none')
})
policy('min_trace_interval and max_auto_traces_per_day bind a hook', () => {
  const hook = request({ hook: true })
  assert.is(kind(hook), 'new')
  assert.is(kind(hook, [recent(29)]), 'none')
  assert.is(kind(hook, [recent(29)], manifest({ minTraceIntervalMinutes: 20 })), 'new')
  assert.is(kind(hook, [recent(90, { updated: NOW - MINUTE })]), 'none')
  const five = Array.from({ length: 5 }, (_, index) => recent(40 + 40 * index))
  assert.is(kind(hook, five), 'none')
  assert.is(kind(hook, five.slice(1)), 'new')
  assert.is(
    kind(
      hook,
      five.map((trace) => ({ ...trace, madeByHook: false })),
    ),
    'new',
  )
  assert.is(kind(hook, five, manifest({ maxAutoTracesPerDay: 6 })), 'new')
  assert.is(
    kind(
      hook,
      five.map((_, index) => recent(13 * 60 + index * 40)),
    ),
    'new',
  )
})
for (const summary of [
  'Rename getUser to fetchUser',
  'Reformat with biome',
  'wip',
  'Debugging the flaky spec',
  'Explored the parser',
  'Tried another cache',
  'typo',
  '格式化代码',
  '尝试换一个库',
]) {
  policy(`a hook leaves no trace for: ${summary}`, () => {
    assert.is(kind(request({ hook: true, summary })), 'none')
    assert.is(kind(request({ hook: true, summary, kind: 'bugfix' })), 'new')
    assert.is(
      kind(
        request({ hook: true, summary }),
        [],
        manifest({ tracePolicy: { ...DEFAULTS.autoUpdate.tracePolicy, requireMeaningfulChange: false } }),
      ),
      'new',
    )
  })
}
policy('a hook needs a change that counts, a known card, a summary and something new', () => {
  const hook = (parts: Partial<TraceRequest>): TraceRequest => request({ hook: true, ...parts })
  const lax = (name: keyof Manifest['autoUpdate']['tracePolicy']): Manifest =>
    manifest({ tracePolicy: { ...DEFAULTS.autoUpdate.tracePolicy, [name]: false } })
  assert.is(kind(hook({ files: ['dist/a.js', 'yarn.lock'] })), 'none')
  assert.is(kind(hook({ cards: [] })), 'none')
  assert.is(kind(hook({ cards: [] }), [], lax('requireRelatedNode')), 'new')
  assert.is(kind(hook({ summary: '' })), 'none')
  assert.is(kind(hook({ summary: '' }), [], lax('requireSummary')), 'new')
  assert.is(kind(hook({ summary: 'Before' }), [recent(90)]), 'none')
  assert.is(kind(hook({}), [], manifest({ enabled: false })), 'none')
})
policy.run()
