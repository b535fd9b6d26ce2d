import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, world } from '../world.ts'

const spec = suite('query/text-evidence')
spec('a question of many marks in a row comes to an end', () => {
  const w = world(card('module.a', 'title: Session store'))
  w.run('rebuild')
  for (const part of ['a_', '_', 'a.', '__proto__', 'aA', 'a/', 'a-_'])
    for (const end of ['', '!', ':', '决'])
      assert.type(w.run('ask', '--json', '--', `session ${'x'}${part.repeat(300)}${end}`).code, 'number', part)
})
spec.run()
