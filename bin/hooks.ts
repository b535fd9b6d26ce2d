/** The program of the hooks of agents; the same as the hot one in all else. Loaded by pmem.ts. */
import { runHooks } from '../lib/cli/hooks.ts'
import { start } from './start.ts'

export const begin = (): void => start(runHooks)
