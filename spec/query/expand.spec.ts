import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CardId } from '../../lib/model/ids.ts'
import { expand } from '../../lib/query/expand.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const reach = (
  files: Readonly<Record<string, string>>,
  seeds: Readonly<Record<string, number>>,
  hops: 1 | 2 = 1,
): readonly string[] =>
  expand(
    Object.entries(seeds).map(([id, base]) => ({ id: id as CardId, base })),
    store(files).graph,
    hops,
  ).map(({ id, base, via }) => `${id} ${base} ${via.type} ${via.from} ${via.hops}`)

const CHAIN = {
  ...card('module.a', 'depends_on: module.b'),
  ...card('module.b', 'depends_on: module.c'),
  ...card('module.c', 'depends_on: module.d'),
  ...card('module.d'),
}

const spec = suite('query/expand')
spec('gives half a hop, both directions, with the name of the edge from there', () => {
  assert.equal(reach(CHAIN, { 'module.b': 1 }), ['module.a 0.5 required_by module.b 1', 'module.c 0.5 depends_on module.b 1'])
})
spec('two hops give a quarter, and never a third', () => {
  assert.equal(reach(CHAIN, { 'module.a': 1 }, 2), ['module.b 0.5 depends_on module.a 1', 'module.c 0.25 depends_on module.b 2'])
})
spec('multiplies by the confidence of each edge', () => {
  const files = {
    ...card('module.a', '', 'See [[module.b]].\n'),
    ...card('module.b', '', 'See [[module.c]].\n'),
    ...card('module.c'),
  }
  assert.equal(reach(files, { 'module.a': 1 }, 2), [
    'module.b 0.45 references module.a 1',
    'module.c 0.2025 references module.b 2',
  ])
})
spec('the best path wins, whatever the order of seeds', () => {
  const files = { ...card('module.a', 'depends_on: module.x'), ...card('module.b', 'depends_on: module.x'), ...card('module.x') }
  assert.equal(reach(files, { 'module.a': 0.4, 'module.b': 0.8 }), ['module.x 0.4 depends_on module.b 1'])
  assert.equal(reach(files, { 'module.b': 0.8, 'module.a': 0.4 }), ['module.x 0.4 depends_on module.b 1'])
})
spec('a seed can be reached from another seed, and not from itself', () => {
  const files = { ...card('module.a', 'depends_on: module.b'), ...card('module.b') }
  assert.equal(reach(files, { 'module.a': 1, 'module.b': 0.5 }, 2), [
    'module.b 0.5 depends_on module.a 1',
    'module.a 0.25 required_by module.b 1',
  ])
})
spec('the best eight seeds alone are expanded', () => {
  const ids = Array.from({ length: 9 }, (_, i) => `task.t${i}`)
  const files = Object.assign(
    {},
    ...ids.flatMap((id) => [card(id, `depends_on: ${id.replace('task', 'module')}`), card(id.replace('task', 'module'))]),
  )
  const reached = reach(files, Object.fromEntries(ids.map((id, i) => [id, 1 - i / 100])))
  assert.is(reached.length, 8)
  assert.not(reached.some((line) => line.startsWith('module.t8')))
})
spec('no seeds reach nothing; an unknown seed neither', () => {
  assert.equal(reach(CHAIN, {}), [])
  assert.equal(reach(CHAIN, { 'module.nope': 1 }), [])
})
spec.run()
