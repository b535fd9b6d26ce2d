import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CardId } from '../../lib/model/ids.ts'
import { headOf, provenance, shortestPath, walk } from '../../lib/query/walk.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const id = (text: string): CardId => text as CardId
const FILES = {
  ...card('module.a', 'depends_on: module.b', 'See [[task.t]].\n'),
  ...card('module.b', 'depends_on: module.c'),
  ...card('module.c', 'depends_on: module.a'),
  ...card('task.t'),
  ...card('risk.alone'),
}
const lines = (...args: Parameters<typeof walk>): readonly string[] =>
  walk(...args).steps.map(({ depth, name, from, to, known }) => `${depth} ${from} ${name} ${to}${known ? ' known' : ''}`)

const spec = suite('query/walk')
spec('lists neighbours depth first, strongest first, and ends on a cycle', () => {
  const { graph } = store(FILES)
  assert.equal(lines(graph, id('module.a'), { depth: 1, limit: 10 }), [
    '1 module.a depends_on module.b',
    '1 module.a required_by module.c',
    '1 module.a references task.t',
  ])
  const deep = walk(graph, id('module.a'), { depth: 10, limit: 10 })
  assert.ok(deep.steps.length < 10)
  for (const name of ['module.b', 'module.c', 'task.t'])
    assert.is(deep.steps.filter(({ to, known }) => to === name && !known).length, 1, name)
})
spec('chooses edges by type in either direction and by source', () => {
  const { graph } = store(FILES)
  assert.equal(lines(graph, id('module.a'), { depth: 1, limit: 10, types: ['required_by'] }), ['1 module.a required_by module.c'])
  assert.equal(lines(graph, id('module.a'), { depth: 1, limit: 10, sources: ['mention'] }), ['1 module.a references task.t'])
})
spec('counts what the limit left out', () => {
  const { omitted } = walk(store(FILES).graph, id('module.a'), { depth: 1, limit: 1 })
  assert.equal([...omitted], [['module.a', 2]])
})
spec('the head of a line of supersession, also from the middle; a cycle of them ends', () => {
  const { graph } = store({
    ...card('decision.c', 'supersedes: decision.b'),
    ...card('decision.b', 'supersedes: decision.a'),
    ...card('decision.a'),
  })
  for (const name of ['decision.a', 'decision.b', 'decision.c']) assert.is(headOf(graph, id(name)), 'decision.c', name)
  assert.equal(provenance(graph, id('decision.a'), 1, []).history, ['decision.c', 'decision.b', 'decision.a'])
  headOf(
    store({ ...card('decision.a', 'supersedes: decision.b'), ...card('decision.b', 'supersedes: decision.a') }).graph,
    id('decision.a'),
  )
})
spec('why follows what a card rests on, what constrains it, and not what only relates to it', () => {
  const { graph } = store({
    ...card('module.m', 'decided_by: decision.d\nrelated: module.other'),
    ...card('decision.d', 'derived_from: trace.t'),
    ...card('trace.t'),
    ...card('constraint.c', 'constrains: module.m'),
    ...card('module.other'),
    ...card('task.user', 'depends_on: module.m'),
  })
  const { why, usedBy, history } = provenance(graph, id('module.m'), 3, ['decision', 'trace'])
  assert.equal(why.map(({ to }) => to).sort(), ['constraint.c', 'decision.d', 'trace.t'])
  assert.equal(
    usedBy.map(({ to }) => to),
    ['task.user'],
  )
  assert.equal(history, [])
})
spec('the shortest path, over the most certain edges among equally short ones', () => {
  const { graph } = store({
    ...card('module.a', 'depends_on: module.x', 'See [[module.y]].\n'),
    ...card('module.x', 'depends_on: module.z'),
    ...card('module.y', 'depends_on: module.z'),
    ...card('module.z'),
    ...card('risk.alone'),
  })
  assert.equal(
    shortestPath(graph, id('module.a'), id('module.z'))?.map(({ depth, name, to }) => `${depth} ${name} ${to}`),
    ['1 depends_on module.x', '2 depends_on module.z'],
  )
  assert.is(shortestPath(graph, id('module.a'), id('risk.alone')), undefined)
  assert.equal(shortestPath(graph, id('module.a'), id('module.a')), [])
})
spec.run()
