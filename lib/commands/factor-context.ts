import type { Manifest } from '../model/manifest.ts'
import { NO_SIGNALS } from '../model/signals.ts'
import type { FactorContext } from '../query/factors.ts'
import { dayOf } from '../text/day.ts'
import type { Context } from './context.ts'

/** What the factors depend on beside the cards, for the moment a command counts as now. */
export const factorContext = (context: Context, manifest: Manifest): FactorContext => ({ manifest, today: dayOf(context.now), signals: NO_SIGNALS })
