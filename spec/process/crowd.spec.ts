import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { crowd } from '../crowd-campaign.ts'

/** `npm run crowd:campaign` lets 16 and 16 loose for a minute. */
const spec = suite('process: a crowd on one store')
spec('writers, some of them killed, lose nothing that was acknowledged, and no reader sees half of anything', async () => {
  const { writes, killed, lost, wrong } = await crowd({ writers: 4, readers: 2, steps: 5 })
  assert.equal([lost, wrong], [[], []])
  assert.equal([writes >= 20, killed >= 1], [true, true])
})
spec.run()
