import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { openIndexes, openStale, openStore, type Workshop } from '../../lib/store/open.ts'
import { openProjectAt } from '../../lib/store/project.ts'
import { card, cardText, type World, world } from '../world.ts'

const NONE: Workshop = {
  refresh: () => {
    throw new Error('refreshed')
  },
  readManifest: () => DEFAULTS,
  openPast: () => {
    throw new Error('opened')
  },
}
const project = (w: World): ReturnType<typeof openProjectAt> => openProjectAt(w.host, '/project')
const settled = (): World => {
  const w = world(card('module.auth'))
  w.run('rebuild')
  w.wait(1)
  w.run('list')
  return w
}

const spec = suite('store/open')
spec('opens fresh indexes without the parsers', () => {
  const { graph, state } = openStore(project(settled()), NONE)
  assert.equal(
    [...graph.nodes()].map(({ id }) => id),
    ['module.auth'],
  )
  assert.equal(state, { status: 'fresh', changed: 0, cards: 1, broken: 0, note: null })
})
spec('hands over to a refresh when anything changed, or when told to build anew', () => {
  const w = settled()
  assert.throws(() => openStore(project(w), NONE, true), 'refreshed')
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: X'))
  assert.throws(() => openStore(project(w), NONE), 'refreshed')
})
spec('opens the indexes as they are without a look at any card, and says so', () => {
  const w = settled()
  w.edit('.pmem/modules/auth.md', null)
  const at = project(w)
  const { stat } = at.files
  const looked: string[] = []
  const noted = (path: string): ReturnType<typeof stat> => {
    looked.push(path)
    return stat(path)
  }
  const store = openStale({ ...at, files: { ...at.files, stat: noted } }, NONE)
  assert.is(store.state.status, 'not_refreshed')
  assert.is(store.graph.header.node_count, 1)
  assert.equal(looked, ['.pmem/indexes/graph.json', '.pmem/indexes/bm25.json'])
})
spec('without an index --no-refresh has nothing to answer from', () => {
  assert.throws(
    () => openStale(project(world()), NONE),
    (error: { code: string; fix: string }) => error.code === 'CANNOT_READ' && error.fix.includes('pmem rebuild'),
  )
})
spec('indexes that are damaged at the end, foreign, or of two builds are none', () => {
  const changes: Readonly<Record<string, (text: string) => string | null>> = {
    gone: () => null,
    empty: () => '',
    cut: (text) => text.slice(0, -10),
    foreign: () => '{"kind":"other"}\n',
  }
  for (const path of ['.pmem/indexes/graph.json', '.pmem/indexes/bm25.json']) {
    for (const [what, change] of Object.entries(changes)) {
      const w = settled()
      w.edit(path, change(w.text(path) as string))
      assert.is(openIndexes(project(w), DEFAULTS), undefined, `${path} ${what}`)
    }
  }
  const [a, b] = [settled(), world(card('module.other'))]
  b.run('rebuild')
  a.edit('.pmem/indexes/bm25.json', b.text('.pmem/indexes/bm25.json') as string)
  assert.is(openIndexes(project(a), DEFAULTS), undefined)
})
spec.run()
