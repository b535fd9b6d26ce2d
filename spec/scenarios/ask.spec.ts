import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Random, random } from '../random.ts'
import { card, idsOf, type Json, world } from '../world.ts'

/** Cards that share words with whatever is asked, so that coming first is no accident. */
const crowd = (): Record<string, string> =>
  Object.assign(
    {},
    ...Array.from({ length: 8 }, (_, i) =>
      card(
        `module.m${i}`,
        `title: Session store number ${i}\nupdated: 2026-07-03\ntags: [other]`,
        'The session store keeps the login tokens of src/session.ts and store.ts.\n',
      ),
    ),
  )

const WORST = 'status: deprecated\nupdated: 2020-01-01\nlast_verified: 2019-01-01\ntrust: 0\nfreshness: 1d\n'
/** The card that each signal must bring first, in the worst state that a card can be in. */
const worst = (id: string, fields: string): Record<string, string> => card(id, `${WORST}${fields}`, 'Nothing.\n')

const SIGNALS: readonly (readonly [signal: string, query: string, file: Record<string, string>, id: string])[] = [
  ['id', 'risk.leak', worst('risk.leak', 'title: A'), 'risk.leak'],
  ['id in other case', 'RISK.Leak', worst('risk.leak', 'title: A'), 'risk.leak'],
  ['id in quotes with a question mark', '"risk.leak"?', worst('risk.leak', 'title: A'), 'risk.leak'],
  ['id inside a question', 'what is risk.leak about the session store', worst('risk.leak', 'title: A'), 'risk.leak'],
  ['alias', 'session store', worst('risk.leak', 'title: A\naliases: [Session Store]'), 'risk.leak'],
  ['alias of one Han word', '会话', worst('risk.leak', 'title: A\naliases: [会话]'), 'risk.leak'],
  ['title', 'the session store', worst('risk.leak', 'title: The Session Store'), 'risk.leak'],
  ['title with accents and case folded', 'café ÉTÉ', worst('risk.leak', 'title: Cafe été'), 'risk.leak'],
  ['path', 'src/session.ts', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  ['path with ./', './src/session.ts', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  ['path with backslashes', 'src\\session.ts', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  ['path with a line', 'src/session.ts:12', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  [
    'path with line and column',
    'src/session.ts:12:3',
    worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'),
    'risk.leak',
  ],
  ['path in other case', 'SRC/Session.ts', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  [
    'path that the card names with backslashes',
    'src/session.ts',
    worst('risk.leak', "title: A\nsource_files: ['src\\session.ts']"),
    'risk.leak',
  ],
  [
    'path with a symbol in the card',
    'src/session.ts',
    worst('risk.leak', "title: A\nsource_files: ['src/session.ts#open']"),
    'risk.leak',
  ],
  ['absolute path', '/home/ada/p/src/session.ts', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  ['basename', 'session.ts', worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'), 'risk.leak'],
  ['file of the card', '.pmem/risks/leak.md', worst('risk.leak', 'title: A'), 'risk.leak'],
  [
    'path inside a question',
    'why does src/session.ts store tokens?',
    worst('risk.leak', 'title: A\nsource_files: [src/session.ts]'),
    'risk.leak',
  ],
  ['tag', 'login', worst('risk.leak', 'title: A\ntags: [login]'), 'risk.leak'],
  ['tag of several words in other case', 'Session-Store', worst('risk.leak', 'title: A\ntags: [session-store]'), 'risk.leak'],
]

const spec = suite('scenarios: ask')
for (const [signal, query, file, id] of SIGNALS) {
  spec(`E1: ${signal} brings its card first, though deprecated, unverified, old and distrusted`, () => {
    const w = world({ ...crowd(), ...file })
    const { code, json } = w.run('ask', '--json', '--', query)
    assert.is(code, 0)
    assert.is(json.matched[0].id, id)
    assert.is(json.matched[0].stale, true)
  })
}
spec('E1: a superseded card is first by its own id or file, marked, and its head second', () => {
  const files = {
    ...crowd(),
    ...card('decision.old', 'title: Sessions in SQL\nstatus: superseded\nupdated: 2020-01-01\nsource_files: [src/sql.ts]'),
    ...card('decision.new', 'title: Sessions in JSON\nsupersedes: decision.old'),
  }
  for (const query of ['decision.old', 'Decision.Old', '.pmem/decisions/old.md', './src/sql.ts:3']) {
    const { json } = world(files).run('ask', query, '--json')
    assert.equal(
      json.matched.slice(0, 2).map((hit: Json) => hit.id),
      ['decision.old', 'decision.new'],
      query,
    )
    assert.is(json.matched[0].superseded_by, 'decision.new')
  }
})
spec('E1: by its alias, title or tag a superseded card is first too; by its text alone it stands behind its head', () => {
  const files = {
    ...crowd(),
    ...card(
      'decision.old',
      'title: Sessions in SQL\nstatus: superseded\naliases: [sql store]\ntags: [persistence]',
      'Query planner.\n',
    ),
    ...card('decision.new', 'title: Sessions in JSON\nsupersedes: decision.old'),
  }
  const firstTwo = (query: string): readonly string[] => idsOf(world(files).run('ask', query, '--json')).slice(0, 2)
  for (const query of ['sql store', 'Sessions in SQL', 'persistence'])
    assert.equal(firstTwo(query), ['decision.old', 'decision.new'], query)
  assert.equal(firstTwo('query planner'), ['decision.new', 'decision.old'])
})
spec('E1: all cards of a tag that is the whole query come before all others', () => {
  const files = {
    ...crowd(),
    ...card('task.a', 'tags: [login]'),
    ...worst('task.b', 'tags: [Login]'),
    ...card('task.c', 'title: Login login', 'login login\n'),
  }
  assert.equal(idsOf(world(files).run('ask', 'login', '--json')).slice(0, 2), ['task.a', 'task.b'])
})
spec('E4: one hop gives half of the seed times the confidence, two hops a quarter, never a third', () => {
  const files = {
    ...card('module.a', 'title: Alpha\ndepends_on: module.b'),
    ...card('module.b', 'title: Beta', 'See [[Gamma]].\n'),
    ...card('module.c', 'title: Gamma\ndepends_on: module.d'),
    ...card('module.d', 'title: Delta'),
  }
  const bases = (hops: string): Record<string, unknown> =>
    Object.fromEntries(
      world(files)
        .run('ask', 'module.a', '--hops', hops, '--json')
        .json.matched.map((hit: Json) => [
          hit.id,
          [hit.graph_distance, hit.reasons.find(({ channel }: Json) => channel === 'graph')?.base],
        ]),
    )
  const one = bases('1')
  const seed = world(files).run('ask', 'module.a', '--json').json.matched[0].reasons[0].base
  assert.is(seed, 1)
  assert.equal(one, { 'module.a': [0, undefined], 'module.b': [1, 0.5] })
  assert.equal(bases('2'), { 'module.a': [0, undefined], 'module.b': [1, 0.5], 'module.c': [2, 0.5 * 0.9 * 0.5] })
})
spec('E5: superseded, old and deprecated cards are demoted by their factor, listed, and flagged', () => {
  const w = world({
    ...card('module.fine', 'title: Retry window fine\nupdated: 2026-07-03'),
    ...card('module.archived', 'title: Retry window archived\nstatus: superseded\nupdated: 2026-07-03'),
    ...card('module.old', 'title: Retry window old\nupdated: 2025-09-06'),
    ...card('module.bad', 'title: Retry window bad\nstatus: deprecated\nupdated: 2026-07-03'),
    ...card('module.unverified', 'title: Retry window unverified\nupdated: 2026-07-03\nlast_verified: 2026-07-02'),
    ...card('module.expired', 'title: Retry window expired\nupdated: 2026-07-03\nlast_verified: 2026-07-03\nfreshness: 14d'),
  })
  const { json } = w.run('ask', 'retry window', '--now', '2026-07-03', '--json')
  const of = (id: string): Json => json.matched.find((hit: Json) => hit.id === id)
  assert.is(json.matched.length, 6)
  assert.equal(of('module.fine').factors, { type_weight: 1.1, recency: 1, staleness: 1, status: 1, trust: 1, length: 1 })
  assert.is(of('module.archived').factors.status, 0.5)
  assert.is(of('module.bad').factors.status, 0.3)
  assert.is(of('module.old').factors.recency, Math.round((0.75 + 0.25 * Math.exp(-300 / 90)) * 1e6) / 1e6)
  assert.is(of('module.unverified').factors.staleness, 0.9)
  assert.is(of('module.unverified').stale, true)
  for (const id of ['module.archived', 'module.bad', 'module.old', 'module.unverified'])
    assert.ok(of(id).score < of('module.fine').score, id)
  const later = w.run('ask', 'retry window', '--now', '2026-08-01', '--json').json
  const expired = later.matched.find((hit: Json) => hit.id === 'module.expired')
  assert.equal([expired.factors.staleness, expired.stale, expired.stale_reasons.length], [0.9, true, 1])
})

const WORDS = ['token', 'retry', 'window', '缓存', '虚拟机', 'lock', 'index', 'café', 'Redis', 'parseCard', 'v0.8']
function store(r: Random, size: number): Record<string, string> {
  const names = Array.from({ length: size }, (_, i) => `${r.pick(['module', 'decision', 'task', 'trace', 'fact', 'risk'])}.n${i}`)
  return Object.assign(
    {},
    ...names.map((name) => {
      const fields = [
        `title: ${r.pick(WORDS)} ${r.pick(WORDS)}`,
        `tags: [${r.pick(WORDS)}]`,
        `updated: 2026-0${1 + r.below(6)}-1${r.below(9)}`,
        r.pick([
          '',
          'last_verified: 2026-03-01',
          'status: superseded',
          'status: deprecated',
          'status: done',
          'trust: 0.2',
          'trust: 0.95',
          'freshness: 5d',
          'priority: P0',
        ]),
        r.pick([
          '',
          `depends_on: ${r.pick(names)}`,
          `supersedes: ${r.pick(names)}`,
          `related: [${r.pick(names)}, ${r.pick(names)}]`,
        ]),
        r.pick(['', 'aliases: [lock]', 'source_files: [src/index.ts]', `summary: ${r.pick(WORDS)}`]),
      ]
      const body = Array.from({ length: 1 + r.below(60) }, () => r.pick(WORDS)).join(' ')
      return card(name, fields.filter((line) => line !== '').join('\n'), `${body} [[${r.pick(names)}]]\n`)
    }),
  )
}
const QUERIES = [
  'token',
  'retry window',
  '缓存 虚拟机',
  'module.n1',
  'n2',
  'lock',
  'src/index.ts',
  'parse card',
  'which decisions are superseded',
  'v0.8 redis café',
  'index',
]

spec('E6: the same query twice, and over the same cards written in another order, gives the same bytes', () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const r = random(seed)
    const files = store(r, 25)
    const [a, b] = [world(files), world(Object.fromEntries(r.shuffle(Object.entries(files))))]
    for (const w of [a, b]) w.run('list')
    for (const query of QUERIES) {
      for (const format of ['json', 'compact']) {
        const first = a.run('ask', query, '--explain', '--format', format).stdout
        assert.is(a.run('ask', query, '--explain', '--format', format).stdout, first, query)
        assert.is(b.run('ask', query, '--explain', '--format', format).stdout, first, query)
      }
    }
  }
})
const round6 = (value: number): number => Math.round(value * 1e6) / 1e6
spec('E7: every score in JSON is the product of its base and factors, and every base what its reasons give', () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const w = world(store(random(seed), 30))
    for (const query of QUERIES) {
      for (const hit of w.run('ask', query, '--hops', '2', '--limit', '100', '--json').json.matched) {
        const { factors, base, score, reasons } = hit
        const product =
          factors.type_weight * factors.recency * factors.staleness * factors.status * factors.trust * factors.length
        assert.is(score, round6(base * product), `seed ${seed}, ${query}, ${hit.id}`)
        // The first reason is the strongest; of the others an edge counts a tenth.
        const further = reasons
          .slice(1)
          .reduce((sum: number, reason: Json) => sum + (reason.channel === 'graph' ? 0.1 : 1) * reason.base, 0)
        assert.ok(Math.abs(base - (reasons[0].base + Math.min(0.08, 0.05 * further))) < 2e-6, `seed ${seed}, ${query}, ${hit.id}`)
        assert.ok(base > 0 && base <= 1.08 && score > 0)
      }
    }
  }
})
spec('E7: every score of --explain can be recomputed from the line it stands in', () => {
  let lines = 0
  for (let seed = 1; seed <= 3; seed += 1) {
    const w = world(store(random(seed), 30))
    for (const query of QUERIES) {
      for (const [, score, base, factors] of w
        .run('ask', query, '--explain')
        .stdout.matchAll(/ {2}\. score ([\d.e-]+) = ([\d.e-]+) x (.*)/g)) {
        const product = [...(factors as string).matchAll(/ ([\d.e-]+)(?: x|$)/g)].reduce(
          (value, match) => value * Number(match[1]),
          1,
        )
        assert.is(Number(score), round6(Number(base) * product), `${query}: ${factors}`)
        lines += 1
      }
    }
  }
  assert.ok(lines > 50)
})
spec('cards are ordered by tier, then score, then priority, then id; only a head stands out of line', () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const files = Object.fromEntries(
      Object.entries(store(random(seed), 30)).map(([path, text]) => [path, text.replace(/supersedes/, 'related')]),
    )
    const w = world(files)
    for (const query of QUERIES.filter((text) => !text.startsWith('which'))) {
      const { matched } = w.run('ask', query, '--limit', '100', '--json').json
      for (let i = 1; i < matched.length; i += 1) {
        const [a, b] = [matched[i - 1], matched[i]]
        assert.ok(a.tier < b.tier || (a.tier === b.tier && a.score >= b.score), `seed ${seed}, ${query}: ${a.id} ${b.id}`)
      }
    }
  }
})
spec('E8: a question that sounds like an order to the shell still finds the card of that title', () => {
  const w = world({
    ...crowd(),
    ...card('task.run', 'title: Run the tests'),
    ...card('task.commit', 'title: git commit'),
    ...card('task.zh', 'title: 运行测试'),
  })
  for (const [query, id] of [
    ['run the tests', 'task.run'],
    ['git commit', 'task.commit'],
    ['运行测试', 'task.zh'],
  ] as const)
    assert.is(idsOf(w.run('ask', query, '--json'))[0], id)
})
spec('E9: verified on the day of the update, also by hour, is not stale', () => {
  for (const [updated, verified] of [
    ['2026-07-03', '2026-07-03'],
    ['2026-07-03T18:00:00Z', '2026-07-03'],
    ['2026-07-03T23:59:59Z', '2026-07-03T00:00:00Z'],
  ]) {
    const { json } = world(card('module.a', `updated: ${updated}\nlast_verified: ${verified}`)).run('ask', 'module.a', '--json')
    assert.equal([json.matched[0].stale, json.matched[0].factors.staleness], [false, 1], `${updated} ${verified}`)
  }
  assert.is(
    world(card('module.a', 'updated: 2026-07-03\nlast_verified: 2026-07-02')).run('ask', 'module.a', '--json').json.matched[0]
      .stale,
    true,
  )
})
spec.run()
