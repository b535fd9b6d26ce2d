import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, type World, world } from '../world.ts'

function settled(cards: number): World {
  const w = world(Object.assign({}, ...Array.from({ length: cards }, (_, i) => card(`fact.f${i}`, `title: Fact ${i}`))))
  w.run('rebuild')
  w.edit('.pmem/facts/f0.md', cardText('fact.f0', 'title: The harbour lamp blinks twice'))
  return w
}
const asked = (w: World): string =>
  w.second({ stdin: JSON.stringify({ prompt: 'how often does the harbour lamp blink' }) }).run('hook', 'user-prompt').stdout

const spec = suite('store/open-quick')
spec('a small memory is brought up to date before a prompt is answered', () =>
  assert.match(asked(settled(20)), 'The harbour lamp blinks twice'),
)
spec('a large one is answered from its index as it is, and no index is written', () => {
  const w = settled(2_000)
  const before = w.text('.pmem/indexes/graph.json')
  assert.is(asked(w), '')
  assert.is(w.text('.pmem/indexes/graph.json'), before)
  w.run('list', 'fact')
  assert.match(asked(w), 'The harbour lamp blinks twice')
})
spec.run()
