import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { factScore, lengthPenalty, NO_FACT_STATE, RELEVANCE, rankFacts } from '../../lib/facts/rank.ts'
import type { GraphNode } from '../../lib/model/graph.ts'
import { type Json, type World, world } from '../world.ts'

const factsOf = (w: World, query: string, ...flags: string[]): Json =>
  w.run('facts', 'search', query, '--json', ...flags).json.results
const remember = (w: World, ...argv: string[]): Json => w.run('remember', ...argv, '--json').json
const count = (w: World): number => w.run('facts', 'list', '--json').json.total

const spec = suite('scenarios: facts')
spec('A1: a fact without a summary has none and was never retrieved, and is matched by its content', () => {
  const w = world()
  remember(w, 'The harbour office closes at noon')
  const [fact] = factsOf(w, 'when does the harbour office close')
  assert.equal([fact.summary, fact.last_retrieved_at, fact.content], [null, null, 'The harbour office closes at noon'])
  assert.ok(fact.overlap > 0)
})
spec('A2: a word that only the summary has finds the fact, and the reply holds content and summary', () => {
  const w = world()
  remember(w, 'It opens at nine.', '--summary', 'Opening hours of the aquarium')
  const [fact] = factsOf(w, 'aquarium')
  assert.equal([fact.content, fact.summary], ['It opens at nine.', 'Opening hours of the aquarium'])
})
spec('A3: a fact of 2,000 characters is found through its summary, without a penalty', () => {
  const w = world()
  const content = 'settings and colours '.repeat(100).slice(0, 2000).trim()
  remember(w, content, '--summary', 'How VS Code is set up')
  const [fact] = factsOf(w, 'VS Code')
  assert.equal([fact.content, fact.length_penalty], [content, 1])
  assert.ok(fact.overlap > 0.2)
})
spec('A4: 600 characters without a summary are stored with one warning that names the limit and two ways out', () => {
  const w = world()
  const long = '字'.repeat(600)
  const said = remember(w, long)
  assert.is(said.warnings.length, 1)
  for (const part of ['500', 'summary', 'split']) assert.match(said.warnings[0], part)
  assert.is(factsOf(w, '字'.repeat(4))[0].content, long)
  const short = remember(w, 'Short').facts[0].id
  const updated = w.run('update', short, '--content', 'word '.repeat(120), '--json').json
  assert.is(updated.warnings.length, 1)
  for (const part of ['500', 'summary', 'split']) assert.match(updated.warnings[0], part)
})
spec('A5: no warning for 600 characters with a summary, nor for 400 without', () => {
  const w = world()
  assert.equal(remember(w, 'a'.repeat(600), '--summary', 'Many letters').warnings, [])
  assert.equal(remember(w, 'b'.repeat(400)).warnings, [])
  assert.equal(remember(w, '\u{1f600}'.repeat(500)).warnings, [])
})
spec('A6: a blank summary counts as none', () => {
  const w = world()
  const { facts, warnings } = remember(w, 'c'.repeat(600), '--summary', ' \t ')
  assert.is(warnings.length, 1)
  assert.is(w.run('facts', 'list', '--json').json.facts[0].summary, null)
  w.edit(facts[0].file, (w.text(facts[0].file) as string).replace('created:', 'summary: "   "\ncreated:'))
  assert.is(w.run('facts', 'list', '--json').json.facts[0].summary, null)
})
spec('A7: the penalty leaves 0.5 at 150 and 300 characters, 0.1 at 1,500, and 0.5 with a summary of 50', () => {
  const scores = [150, 300, 1500, 50].map((characters) => factScore(0.5, 1, lengthPenalty(characters, 300)))
  assert.equal(scores, [0.5, 0.5, 0.1, 0.5])
  const w = world()
  for (const length of [150, 300, 1500]) remember(w, 'z'.repeat(length))
  remember(w, 'y'.repeat(2000), '--summary', 's'.repeat(50))
  w.run('rebuild')
  const { nodes } = JSON.parse(w.text('.pmem/indexes/graph.json') as string)
  assert.equal(
    nodes.map((node: Json) => node.match_length).sort((a: number, b: number) => a - b),
    [50, 150, 300, 1500],
  )
})
spec('A8: relevance 0.6, trust 0.8 and 900 characters give 0.16: the penalty comes last', () =>
  assert.is(factScore(0.6, 0.8, lengthPenalty(900, 300)), 0.16),
)
spec('A10: queries of two and of eight tokens have the same weights', () => {
  const w = world()
  remember(w, 'Tide tables come from the harbour office')
  for (const query of ['tide tables', 'tide tables printed monthly harbour office north pier']) {
    const [{ relevance, text, overlap, score, trust, length_penalty: length }] = factsOf(w, query)
    assert.ok(Math.abs(relevance - (RELEVANCE.text * text + RELEVANCE.overlap * overlap)) < 2e-6, query)
    assert.ok(Math.abs(score - relevance * trust * length) < 2e-6, query)
  }
  assert.equal(RELEVANCE, { text: 0.5, overlap: 0.5 })
})
spec('A11: a weak match that is alone is returned', () => {
  const w = world()
  remember(
    w,
    'The lighthouse was painted white in spring and nobody liked it much, said the harbour master to the crew of a boat',
  )
  const found = factsOf(w, 'quarterly lighthouse budget meeting agenda for finance people')
  assert.is(found.length, 1)
  assert.ok(found[0].score < 0.2)
})
spec('A15: facts of an older version, without the newer fields, are read and lose nothing', () => {
  const old = '---\nid: fact.old\ntype: fact\nx-legacy: kept\n---\nThe anchor weighs nine tons.\n'
  const w = world({ '.pmem/facts/old.md': old })
  const [fact] = factsOf(w, 'anchor')
  assert.equal([fact.id, fact.summary, fact.category, fact.trust, fact.last_retrieved_at], ['fact.old', null, null, 0.5, null])
  const graph = w.text('.pmem/indexes/graph.json') as string
  w.edit('.pmem/indexes/graph.json', graph.replace('"format":3', '"format":1').replace(/,"match_terms":\d+/, ''))
  assert.is(factsOf(w, 'anchor')[0].id, 'fact.old')
  assert.is(w.text('.pmem/facts/old.md'), old)
})
spec('A16: a summary given in an update replaces the old one, and the index follows', () => {
  const w = world()
  const { id } = remember(w, 'It is blue.', '--summary', 'Colour of the pier').facts[0]
  assert.is(w.run('update', id, '--set', 'summary=Paint of the jetty').code, 0)
  assert.equal(
    factsOf(w, 'jetty').map((fact: Json) => fact.summary),
    ['Paint of the jetty'],
  )
  assert.equal(factsOf(w, 'pier'), [])
})
spec('a fact that is forgotten is found no more, and comes back only when it is written again', () => {
  const w = world()
  const { id } = remember(w, 'The crane is broken').facts[0]
  assert.is(w.run('forget', id, '--reason', 'repaired').code, 0)
  assert.equal(factsOf(w, 'crane'), [])
  assert.is(remember(w, 'The crane is broken').facts[0].known, false)
})
spec('fewer facts than one are refused', () => assert.is(world().run('facts', 'search', 'x', '--limit', '0').code, 64))

const KEPT: readonly (readonly [name: string, texts: readonly string[]])[] = [
  ['two ports of one database', ['The database listens on port 5432', 'The database listens on port 5433']],
  ['two timeouts', ['The connect timeout is 5 seconds', 'The read timeout is 30 seconds']],
  ['"Use Redis" and "Never use Redis"', ['Use Redis', 'Never use Redis']],
  ['15 facts that share one quoted name', Array.from({ length: 15 }, (_, number) => `"Project Heron" has milestone ${number}`)],
  ['prod and test settings', ['The pool size in prod is 20', 'The pool size in test is 5']],
]
for (const [name, texts] of KEPT)
  spec(`${name}: each fact is one more, and none before it changes`, () => {
    const w = world()
    texts.forEach((text, number) => {
      const before = w.run('facts', 'list', '--json').json.facts ?? []
      assert.is(remember(w, text).facts[0].known, false)
      assert.is(count(w), number + 1)
      const after = w.run('facts', 'list', '--json').json.facts
      for (const fact of before)
        assert.equal(
          after.find(({ id }: Json) => id === fact.id),
          fact,
        )
    })
    assert.equal(
      w
        .run('facts', 'list', '--json')
        .json.facts.map(({ content }: Json) => content)
        .sort(),
      [...texts].sort(),
    )
  })

spec('a ranking breaks ties by id and counts trust as given', () => {
  const node = (id: string, trust?: number): GraphNode =>
    ({ id, match_length: 10, ...(trust === undefined ? {} : { trust }) }) as GraphNode
  const ranked = rankFacts(
    [node('fact.b'), node('fact.a'), node('fact.c', 0.9)].map((one) => ({ node: one, text: 0.5, overlap: 0.5 })),
    { trustOf: (id) => ((id as string) === 'fact.a' ? 500 : NO_FACT_STATE.trustOf(id)) },
    300,
  )
  assert.equal(
    ranked.map(({ node: { id } }) => id as string),
    ['fact.c', 'fact.a', 'fact.b'],
  )
  assert.equal(
    ranked.map(({ score }) => score),
    [0.45, 0.25, 0.25],
  )
})
spec('A12: a fact search is logged with what it found, and the facts know when they were last found', () => {
  const w = world()
  for (const port of ['5432 for orders', '5433 for stock', '5434 for mail']) remember(w, `The database listens on ${port}`)
  const found = factsOf(w, 'database port listens')
  factsOf(w, 'zzyzx')
  const lines = w
    .text('.pmem/local/retrievals.jsonl')!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(
    lines.map(({ query, results }: Json) => [query, results]),
    [
      ['database port listens', found.map(({ id, score }: Json) => ({ id, score }))],
      ['zzyzx', []],
    ],
  )
  assert.is(found.length, 3)
  for (const fact of factsOf(w, 'database port listens')) assert.is(fact.last_retrieved_at, new Date(lines[0].t).toISOString())
})
spec('trust that feedback moved counts in fact search, and too little leaves a fact out', () => {
  const w = world()
  const { id } = remember(w, 'The tide tables come from the harbour').facts[0]
  const before = factsOf(w, 'tide tables')[0]
  w.run('feedback', id, 'helpful')
  const after = factsOf(w, 'tide tables')[0]
  assert.equal([before.trust, after.trust], [0.5, 0.55])
  assert.ok(after.score > before.score)
  for (let n = 0; n < 3; n += 1) w.run('feedback', id, 'unhelpful')
  assert.equal(factsOf(w, 'tide tables'), [])
  assert.is(factsOf(w, 'tide tables', '--min-trust', '0.2').length, 1)
})

spec.run()
