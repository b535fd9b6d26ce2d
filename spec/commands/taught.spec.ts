import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Json, type World, world } from '../world.ts'

const built = (): World => {
  const w = world({ ...card('module.a', 'title: A'), ...card('module.b', 'title: B') })
  for (const [id, query] of [
    ['module.b', 'red balloon'],
    ['module.a', 'blue balloon'],
    ['module.a', '红色气球'],
  ] as const)
    w.run('feedback', id, 'helpful', '--query', query)
  return w
}
const listed = (w: World, ...argv: readonly string[]): readonly string[] =>
  w.run('taught', ...argv, '--json').json.taught.map(({ id, query }: Json) => `${id} ${query}`)

const spec = suite('commands/taught')
spec('lists by card, of all or of one', () => {
  assert.equal(listed(built()), ['module.a blue balloon', 'module.a 红色气球', 'module.b red balloon'])
  assert.equal(listed(built(), 'b'), ['module.b red balloon'])
})
spec('takes one question away, or all of a card', () => {
  const w = built()
  assert.equal(listed(w, 'module.a', '--remove', '红色气球'), ['module.a blue balloon'])
  assert.equal(listed(w, 'module.a', '--remove-all'), [])
  assert.equal(listed(w), ['module.b red balloon'])
})
spec('a question the card was not taught is a true negative that names the others', () => {
  const { code, json } = built().run('taught', 'module.b', '--remove', 'blue balloon', '--json')
  assert.equal([code, json.error.code, json.error.fix], [1, 'NOT_FOUND', 'It answers to "red balloon".'])
})
spec('removing needs a card, and one way of saying what', () => {
  for (const argv of [
    ['--remove', 'x'],
    ['module.a', '--remove', 'x', '--remove-all'],
  ])
    assert.is(built().run('taught', ...argv).code, 64)
})
spec.run()
