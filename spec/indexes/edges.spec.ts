import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildEdges } from '../../lib/indexes/edges.ts'
import { graphNode } from '../../lib/indexes/graph.ts'
import type { Card } from '../../lib/model/card.ts'
import { card, deck, link, mention } from './deck.ts'

const built = (cards: readonly Card[]): ReturnType<typeof buildEdges> =>
  buildEdges(cards.map(graphNode), new Map(cards.map((one) => [one.id, one])))
const edges = (...cards: Card[]): string[] =>
  built(cards).edges.map(({ from, to, type, source, confidence }) => `${from} ${type} ${to} ${source} ${confidence}`)
const findings = (...cards: Card[]): string[] =>
  built(cards).findings.map(({ code, severity, file, line }) => `${severity} ${code} ${file}:${line ?? ''}`)
const A = card('module.a')
const B = card('decision.b')

const spec = suite('indexes/edges')

spec('makes an explicit edge of a field, with file and line as evidence', () => {
  const { edges } = built([A, card('decision.b', { links: [link('depends_on', 'module.a', 7)] })])
  assert.equal(edges, [
    { from: 'decision.b', to: 'module.a', type: 'depends_on', source: 'explicit', confidence: 1, evidence: '.pmem/cards/b.md:7' },
  ])
})
spec('makes a mention a reference', () =>
  assert.equal(edges(A, card('decision.b', { mentions: [mention('module.a')] })), ['decision.b references module.a mention 0.9']),
)
spec('turns superseded_by round', () => {
  assert.equal(edges(card('decision.old', { links: [link('supersedes', 'decision.b', 4, true)] }), B), [
    'decision.b supersedes decision.old explicit 1',
  ])
})
spec('drops links of a card to itself', () =>
  assert.equal(edges(card('module.a', { links: [link('depends_on', 'a')], mentions: [mention('module.a')] })), []),
)
spec('keeps the strongest source of equal edges', () => {
  const twice = card('decision.b', {
    links: [link('references', 'a', 3), link('references', 'module.a', 4)],
    mentions: [mention('module.a')],
  })
  assert.equal(edges(A, twice), ['decision.b references module.a explicit 1'])
})
spec('keeps the first of two equal references', () => {
  const twice = card('decision.b', { links: [link('depends_on', 'module.a', 3), link('depends_on', 'a', 4)] })
  assert.match(built([A, twice]).edges[0]!.evidence, /:3$/)
})
spec('keeps edges of different types between the same cards', () => {
  const both = card('decision.b', { links: [link('references', 'module.a'), link('depends_on', 'module.a')] })
  assert.is(edges(A, both).length, 2)
})
spec('infers the module of a task from its only related module', () => {
  assert.equal(edges(A, card('task.t', { links: [link('related_to', 'module.a')] })), [
    'task.t belongs_to module.a inferred 0.8',
    'task.t next_step_of module.a inferred 0.8',
    'task.t related_to module.a explicit 1',
  ])
  assert.not.ok(
    edges(A, card('module.c'), card('task.t', { links: [link('related_to', 'module.a'), link('related_to', 'module.c')] })).some(
      (edge) => edge.includes('inferred'),
    ),
  )
})
spec('keeps the module field of a task explicit and infers the next step from it', () => {
  assert.equal(edges(A, card('task.t', { links: [link('belongs_to', 'module.a')] })), [
    'task.t belongs_to module.a explicit 1',
    'task.t next_step_of module.a inferred 0.8',
  ])
})
spec('does not take a finished task for a next step', () => {
  assert.equal(edges(A, card('task.t', { status: 'done', links: [link('belongs_to', 'module.a')] })), [
    'task.t belongs_to module.a explicit 1',
  ])
})
spec('fault 039: reports a relation to a card that does not exist and makes no edge of it', () => {
  const ghost = card('module.a', { links: [link('depends_on', 'module.ghost', 6)] })
  assert.equal(edges(ghost), [])
  assert.equal(findings(ghost), ['error dangling-link .pmem/cards/a.md:6'])
})
spec('ranks the likeliest targets of a broken reference', () => {
  const [finding] = built([
    card('module.auth'),
    card('module.author'),
    card('task.t', { links: [link('depends_on', 'module.auht')] }),
  ]).findings
  assert.match(finding!.fix!, /^Did you mean module\.auth\b/)
})
spec('warns only of what a foreign document or a body refers to', () => {
  assert.equal(
    findings(card('doc.d', { external: true, links: [link('depends_on', 'ghost', 3)], mentions: [mention('ghost')] })),
    ['warning dangling-link .pmem/cards/d.md:3'],
  )
  assert.equal(
    findings(card('module.a', { mentions: [mention('ghost'), mention('x.md', 'link'), mention('module.x', 'bare')] })),
    ['warning dangling-mention .pmem/cards/a.md:20'],
  )
})
spec('makes no edge of an ambiguous field', () => {
  const twins = [
    card('module.x', { aliases: ['same'] }),
    card('module.y', { aliases: ['same'] }),
    card('task.t', { links: [link('depends_on', 'same', 8)] }),
  ]
  assert.equal(edges(...twins), [])
  assert.equal(findings(...twins), ['warning ambiguous-link .pmem/cards/t.md:8'])
})
spec('fault 041: reports a circle of depends_on', () => {
  const circle = ['a', 'b', 'c'].map((slug, i, all) =>
    card(`module.${slug}`, { links: [link('depends_on', `module.${all[(i + 1) % 3]}`)] }),
  )
  assert.is(edges(...circle).length, 3)
  assert.equal(findings(...circle), ['warning depends-cycle .pmem/cards/a.md:'])
})
spec('fault 032: takes constructor and __proto__ for ids like any other', () => {
  const cards = [
    card('constructor'),
    card('__proto__', { links: [link('depends_on', 'constructor')] }),
    card('toString', { mentions: [mention('__proto__')] }),
  ]
  assert.equal(edges(...cards), ['__proto__ depends_on constructor explicit 1', 'toString references __proto__ mention 0.9'])
})
spec('gives the same edges and findings whatever the order of the cards', () => {
  const cards = deck(120, 5)
  assert.equal(built([...cards].reverse()), built(cards))
})
spec('joins cards that share something rare, unless they are joined already', () => {
  const [x, y, z] = ['x', 'y', 'z'].map((slug) => card(`module.${slug}`, { tags: ['rare'] }))
  assert.is(edges(x!, y!, z!).length, 3)
  assert.ok(edges(x!, y!, z!)[0]!.startsWith('module.x related_to module.y weak 0.266667'))
  assert.equal(edges(x!, card('module.y', { tags: ['rare'], links: [link('blocks', 'module.x')] })), [
    'module.y blocks module.x explicit 1',
  ])
})
spec.run()
