/** The hot program: reading commands over fresh indexes; whatever else is asked it hands to the full one. Loaded by pmem.ts. */
import { runHot } from '../lib/cli/hot.ts'
import { start } from './start.ts'

export const begin = (): void => start(runHot)
