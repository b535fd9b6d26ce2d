import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, noWrite, type World, world } from '../world.ts'

const built = (): World => {
  const w = world({ ...card('module.a', 'title: Zeppelin\nupdated: 2026-07-01'), ...card('trace.t', 'title: Flight') })
  w.run('rebuild')
  return w
}

const spec = suite('commands/feedback')
spec('says what it did, and takes a slug, a title or a trace for a card', () => {
  const w = built()
  assert.match(w.run('feedback', 'zeppelin', 'helpful').stdout, 'helpful module.a: trust 0.5 -> 0.55\n')
  assert.match(w.run('feedback', 'trace.t', 'unhelpful').stdout, 'unhelpful trace.t: trust 0.5 -> 0.4\n')
})
spec('another word than helpful or unhelpful is an error of use, and nothing is recorded', () => {
  const w = built()
  w.host.onWrite = noWrite
  for (const argv of [['module.a', 'great'], ['module.a'], ['module.a', 'helpful', 'very']])
    assert.is(w.run('feedback', ...argv).code, 64, argv.join(' '))
})
spec('--dry-run shows the line and writes nothing', () => {
  const w = built()
  w.host.onWrite = noWrite
  const { stdout } = w.run('feedback', 'module.a', 'helpful', '--query', ' who \n flies ', '--dry-run')
  assert.match(stdout, '"k":"feedback","c":"module.a","helpful":true,"query":"who flies"}')
})
spec('a question too long to be a name moves trust and is not kept', () => {
  const w = built()
  const { json } = w.run('feedback', 'module.a', 'helpful', '--query', 'balloon '.repeat(40), '--json')
  assert.equal(
    [json.new_trust, json.taught, json.notes],
    [0.55, false, ['the question is longer than 200 characters and is not kept']],
  )
  assert.is(w.run('taught', '--json').json.taught.length, 0)
})
spec('a store that is locked or read-only refuses, and says so by its exit code', () => {
  const w = built()
  w.host.onWrite = () => 'fail'
  assert.is(w.run('feedback', 'module.a', 'helpful').code, 73)
})
spec.run()
