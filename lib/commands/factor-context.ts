import type { Manifest } from '../model/manifest.ts'
import type { FactorContext } from '../query/factors.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf } from '../text/day.ts'
import type { Context } from './context.ts'

/** What the factors depend on beside the cards, for the moment a command counts as now. `few` for commands that look at few cards. */
export const factorContext = (context: Context, manifest: Manifest, scope: 'few' | 'all' = 'all'): FactorContext => ({
  manifest,
  today: dayOf(context.now),
  signals: signalsOf(context.store(), context.now, scope),
})
