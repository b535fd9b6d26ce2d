import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { layout } from '../../lib/query/layout.ts'
import { random } from '../random.ts'

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)

const spec = suite('query/layout')
spec('nothing, one and two nodes have places', () => {
  assert.equal(layout(0, []), [])
  assert.equal(layout(1, [[0, 0]]), [{ x: 0, y: 0 }])
  assert.ok(distance(...(layout(2, [[0, 1]]) as [{ x: number; y: number }, { x: number; y: number }])) > 40)
})
spec('the same graph has the same places, in whole numbers, and none shares one', () => {
  const { below } = random(3)
  const edges = Array.from({ length: 400 }, () => [below(300), below(300)] as const)
  const places = layout(300, edges)
  assert.equal(layout(300, edges), places)
  assert.ok(places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y)))
  assert.is(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, 300)
})
spec('what is connected lies nearer than what is not', () => {
  const edges = Array.from({ length: 58 }, (_, node) => [node, node % 29 === 28 ? node : node + 1] as const)
  const places = layout(60, edges)
  const mean = (pairs: readonly (readonly [number, number])[]): number =>
    pairs.reduce((sum, [a, b]) => sum + distance(places[a]!, places[b]!), 0) / pairs.length
  assert.ok(mean(edges.filter(([a, b]) => a !== b)) < mean(Array.from({ length: 29 }, (_, node) => [node, 59 - node] as const)))
})
spec('a thousand nodes in one place part', () => {
  const places = layout(
    1000,
    Array.from({ length: 999 }, (_, node) => [0, node + 1] as const),
  )
  assert.ok(new Set(places.map(({ x, y }) => `${x} ${y}`)).size > 990)
})
spec.run()
