import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildEdges } from '../../lib/indexes/edges.ts'
import { graphNode } from '../../lib/indexes/graph.ts'
import { NO_REFERENCES, orderedReferences, unimplied, withImplied } from '../../lib/indexes/references.ts'
import type { Card } from '../../lib/model/card.ts'
import { card, deck, link, mention } from './deck.ts'

const written = (target: Card, ...others: Card[]) => {
  const cards = [target, ...others]
  const { edges } = buildEdges(cards.map(graphNode), new Map(cards.map((one) => [one.id, one])))
  const own = edges.filter(({ evidence }) => evidence.startsWith(`${target.file}:`))
  return { rows: unimplied(graphNode(target), orderedReferences(target), own), own }
}
const A = card('module.a', { aliases: ['alpha'] })

const spec = suite('indexes/references')

spec('does not write what the edges tell', () => {
  assert.equal(written(card('task.t', { links: [link('depends_on', 'module.a')], mentions: [mention('module.a')] }), A).rows, [])
  assert.equal(written(card('task.t', { links: [link('supersedes', 'module.a', 3, true)] }), A).rows, [])
})
spec('writes references by another name, to nothing, and in another form', () => {
  assert.equal(written(card('task.t', { links: [link('depends_on', 'alpha', 3)] }), A).rows, [[1, 'alpha', 3]])
  assert.equal(written(card('task.t', { links: [link('supersedes', 'ghost', 3, true)] }), A).rows, [[57, 'ghost', 3]])
  assert.equal(written(card('task.t', { mentions: [mention('module.a', 'bare', 9)] }), A).rows, [[102, 'module.a', 9]])
})
spec('gives every reference of every card back, in one order', () => {
  const cards = deck(150, 9)
  for (const target of cards) {
    const { rows, own } = written(target, ...cards.filter((other) => other !== target))
    const wanted = orderedReferences(target)
    const found = withImplied(graphNode(target), JSON.parse(JSON.stringify(rows)), own)
    assert.equal(
      { links: [...found.links], mentions: [...found.mentions] },
      { links: [...wanted.links], mentions: [...wanted.mentions] },
    )
  }
})
spec('does not depend on the order of the fields', () => {
  const links = [link('depends_on', 'b', 4), link('blocks', 'a', 3), link('depends_on', 'a', 4)]
  assert.equal(orderedReferences({ links, mentions: [] }), orderedReferences({ links: [...links].reverse(), mentions: [] }))
})
spec('is one value for all cards without references', () =>
  assert.is(orderedReferences({ links: [], mentions: [] }), NO_REFERENCES),
)
spec.run()
