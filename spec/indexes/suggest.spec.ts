import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { suggester } from '../../lib/indexes/suggest.ts'
import type { CardId } from '../../lib/model/ids.ts'

const suggest = suggester(['module.auth', 'module.authority', 'decision.auth', 'task.other', 'risk.决策'] as CardId[])

const spec = suite('indexes/suggest')

spec('puts the id with the fewest edits first', () => assert.is(suggest('module.auht')[0], 'module.auth'))
spec('finds the right slug under a wrong type', () => assert.ok(suggest('feature.auth').includes('decision.auth')))
spec('finds an id from its slug alone', () => assert.is(suggest('other')[0], 'task.other'))
spec('finds an id written with another separator', () => assert.is(suggest('module-auth')[0], 'module.auth'))
spec('gives at most three, and nothing for nonsense', () => {
  assert.ok(suggest('auth').length <= 3)
  assert.equal(suggest('zzzzzzzzz'), [])
  assert.equal(suggest(''), [])
})
spec.run()
