import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, world } from '../world.ts'

const spec = suite('cli/full')
spec('an index that turns out damaged in the middle is built anew and the command runs once more', () => {
  const w = world({ ...card('module.auth', 'title: Auth'), ...card('module.db', 'title: Database') })
  w.run('rebuild')
  const good = w.text('.pmem/indexes/bm25.json') as string
  const bad = good.replace('["datab', '["dataf')
  assert.not.equal(bad, good)
  w.wait(1)
  w.edit('.pmem/indexes/bm25.json', bad)
  const ran = w.run('ask', 'database', '--no-refresh', '--json')
  assert.is(ran.code, 0)
  assert.match(ran.stderr, 'damaged')
  assert.is(ran.json.matched[0].id, 'module.db')
  assert.is(w.run('verify').code, 0)
})
spec.run()
