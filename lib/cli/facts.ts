import { FACT_COMMANDS } from '../commands/fact-registry.ts'
import type { Host } from '../model/ports.ts'
import { runSmall } from './small.ts'

/** The small program that reads facts: beside the hot one, which would start slower with them in it. */
export const runFacts = (host: Host, argv: readonly string[]): number | undefined => runSmall(FACT_COMMANDS, host, argv)
