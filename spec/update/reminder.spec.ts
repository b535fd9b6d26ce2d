import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { utcDay } from '../../lib/text/day.ts'
import { distillReminder } from '../../lib/update/reminder.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const TODAY = utcDay('2026-07-03') as number
const nodes = (count: number, created: string, distilled = false) =>
  store(
    Object.assign(
      {},
      ...Array.from({ length: count }, (_, index) => card(`trace.t${index}`, `created: ${created}\ndistilled: ${distilled}`)),
    ),
  ).graph.nodes()
const distill = (parts: Partial<(typeof DEFAULTS)['distill']>): typeof DEFAULTS => ({
  ...DEFAULTS,
  distill: { ...DEFAULTS.distill, ...parts },
})

const spec = suite('update/reminder')
spec('is silent while few traces wait, and not for long', () => {
  assert.is(distillReminder(nodes(3, '2026-07-01'), DEFAULTS, TODAY), null)
  assert.is(distillReminder([], DEFAULTS, TODAY), null)
  assert.is(distillReminder(nodes(3, '2026-01-01', true), DEFAULTS, TODAY), null)
})
spec('max_undistilled_traces and cadence each bring it', () => {
  assert.is(
    distillReminder(nodes(3, '2026-07-03'), distill({ maxUndistilledTraces: 2 }), TODAY),
    '3 traces wait to be distilled; run `pmem distill`',
  )
  assert.is(
    distillReminder(nodes(1, '2026-06-20'), DEFAULTS, TODAY),
    '1 trace waits to be distilled, the oldest for 13 days; run `pmem distill`',
  )
  assert.is(distillReminder(nodes(1, '2026-06-20'), distill({ cadenceDays: 30 }), TODAY), null)
  assert.is(distillReminder(nodes(1, '2020-01-01'), distill({ cadenceDays: null }), TODAY), null)
  assert.is(distillReminder(nodes(1, '2020-01-01'), distill({ enabled: false }), TODAY), null)
})
spec.run()
