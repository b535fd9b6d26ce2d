import { HOT_COMMANDS } from '../commands/hot-registry.ts'
import type { Host } from '../model/ports.ts'
import { runSmall } from './small.ts'

/** The small program of what agents call on every prompt. */
export const runHot = (host: Host, argv: readonly string[]): number | undefined => runSmall(HOT_COMMANDS, host, argv)
