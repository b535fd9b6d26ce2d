import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { indexFindings } from '../../lib/store/index-check.ts'
import { openProjectAt } from '../../lib/store/project.ts'
import { rebuildStore } from '../../lib/store/refresh.ts'
import { card, type World, world } from '../world.ts'

const check = (w: World): readonly string[] => {
  const project = openProjectAt(w.host, '/project')
  const { store, built } = rebuildStore(project, { write: { kind: 'never' } })
  return indexFindings(project, store.manifest, built).map(({ severity, code, file }) => `${severity} ${code} ${file}`)
}

const spec = suite('store/index-check')
spec('indexes that are what the cards give pass', () => {
  const w = world(card('module.auth'))
  w.run('rebuild')
  assert.equal(check(w), [])
})
spec('missing indexes are a warning each', () =>
  assert.equal(check(world()), [
    'warning index-missing .pmem/indexes/graph.json',
    'warning index-missing .pmem/indexes/bm25.json',
  ]),
)
spec('one byte more or less is an error of that file', () => {
  const w = world(card('module.auth'))
  w.run('rebuild')
  const good = w.text('.pmem/indexes/bm25.json') as string
  for (const text of [`${good} `, good.slice(0, -1), '']) {
    w.edit('.pmem/indexes/bm25.json', text)
    assert.equal(check(w), ['error index-stale .pmem/indexes/bm25.json'])
  }
})
spec.run()
