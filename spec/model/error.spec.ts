import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DamagedIndex } from '../../lib/indexes/container.ts'
import { PmemError } from '../../lib/model/error.ts'

/** As another bundle of the same class throws it. */
const fromElsewhere = (name: string): Error => Object.assign(new Error('text'), { name })

const spec = suite('model/error')
spec('an error of another bundle is one by instanceof, by its name', () => {
  assert.ok(fromElsewhere('PmemError') instanceof PmemError)
  assert.ok(fromElsewhere('DamagedIndex') instanceof DamagedIndex)
})
spec('no other error is, and no text', () => {
  assert.not.ok(fromElsewhere('Error') instanceof PmemError)
  assert.not.ok(fromElsewhere('PmemError') instanceof DamagedIndex)
  assert.not.ok(({ name: 'PmemError' } as unknown) instanceof PmemError)
})
spec('its own are', () => {
  assert.ok(new PmemError('USAGE', 'text') instanceof PmemError)
  assert.ok(new PmemError('USAGE', 'text') instanceof Error)
})
spec.run()
