import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { jaccard } from '../../lib/facts/overlap.ts'
import { similarFacts } from '../../lib/facts/similar.ts'
import { tokenize } from '../../lib/text/tokenize.ts'
import { random } from '../random.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const spec = suite('facts/overlap')
spec('is what is shared over what there is, in [0, 1]', () => {
  assert.equal([jaccard(0, 3, 4), jaccard(2, 2, 2), jaccard(1, 2, 3), jaccard(3, 2, 2)], [0, 1, 0.25, 1])
})
spec('the index gives the overlap that the texts themselves give, of a summary where there is one', () => {
  const chance = random(11)
  const words = ['pier', 'tide', 'boat', 'crane', 'light', '缓存', '策略', 'port', '5432', 'loadCart']
  const text = (): string => Array.from({ length: 2 + chance.below(8) }, () => chance.pick(words)).join(' ')
  const facts = Array.from({ length: 60 }, (_, number) => ({
    id: `fact.f${number}`,
    summary: number % 3 === 0 ? text() : null,
    body: text(),
  }))
  const { graph, text: index } = store(
    Object.assign(
      {},
      ...facts.map(({ id, summary, body }) => card(id, summary === null ? '' : `summary: ${summary}`, `\n${body}\n`)),
    ),
  )
  for (let round = 0; round < 20; round += 1) {
    const asked = text()
    const terms = new Set(tokenize(asked))
    const found = similarFacts(asked, graph, index)
    assert.ok(found.length <= 3)
    for (const { node, overlap } of found) {
      const { summary, body } = facts.find(({ id }) => id === node.id)!
      const own = new Set(tokenize(summary ?? body))
      const shared = [...own].filter((term) => terms.has(term)).length
      assert.is(overlap, jaccard(shared, terms.size, own.size))
      assert.ok(overlap >= 0.5)
    }
  }
})
spec.run()
