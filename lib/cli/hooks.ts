import { hook } from '../commands/hook.ts'
import type { Host } from '../model/ports.ts'
import { runSmall } from './small.ts'

/** The small program of the hooks of agents: beside the hot one, which would start slower with what their hosts speak in it. */
export const runHooks = (host: Host, argv: readonly string[]): number | undefined => runSmall([hook], host, argv)
