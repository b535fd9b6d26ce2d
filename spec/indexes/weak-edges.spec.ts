import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { graphNode } from '../../lib/indexes/graph.ts'
import { weakEdges } from '../../lib/indexes/weak-edges.ts'
import type { Card } from '../../lib/model/card.ts'
import { card, deck } from './deck.ts'

const weak = (cards: readonly Card[], isLinked = () => false) => weakEdges(cards.map(graphNode), isLinked)
const tagged = (count: number, ...tags: string[]): Card[] =>
  Array.from({ length: count }, (_, i) => card(`module.m${i}`, { tags }))

const spec = suite('indexes/weak-edges')

spec('gives less confidence the more cards share a tag, never over 0.4', () => {
  assert.equal(
    [2, 3, 4].map((count) => weak(tagged(count, 'x'))[0]!.confidence),
    [0.4, 0.266667, 0.2],
  )
  assert.is(weak(tagged(2, 'x', 'y', 'z'))[0]!.confidence, 0.4)
})
spec('adds up what several rare tags say', () => assert.is(weak(tagged(5, 'x', 'y'))[0]!.confidence, 0.32))
spec('joins cards about the same source file, symbols apart', () => {
  const [edge] = weak([card('a.a', { sourceFiles: ['src/db.ts#open'] }), card('a.b', { sourceFiles: ['src/db.ts'] })])
  assert.equal(edge, {
    from: 'a.a',
    to: 'a.b',
    type: 'related_to',
    source: 'weak',
    confidence: 0.4,
    evidence: 'source src/db.ts',
  })
})
spec('names everything shared as evidence', () => assert.is(weak(tagged(2, 'y', 'X'))[0]!.evidence, 'tag x, tag y'))
spec('ignores what more than ten cards share', () => {
  assert.ok(weak(tagged(10, 'x')).length > 0)
  assert.equal(weak(tagged(11, 'x')), [])
})
spec('gives no card more than five', () => {
  const counts = new Map<string, number>()
  for (const { from, to } of [...weak(deck(300, 3)), ...weak(tagged(10, 'x'))])
    for (const id of [from, to]) counts.set(id, (counts.get(id) ?? 0) + 1)
  assert.ok(counts.size > 50)
  assert.ok(Math.max(...counts.values()) <= 5)
})
spec('leaves out cards that are linked', () =>
  assert.equal(
    weak(tagged(2, 'x'), () => true),
    [],
  ),
)
spec('makes no pairs of five thousand cards of one tag', () => assert.equal(weak(tagged(5000, 'x')), []))
spec.run()
