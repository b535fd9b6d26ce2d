/** The program that reads facts; the same as the hot one in all else. Loaded by pmem.ts. */
import { runFacts } from '../lib/cli/facts.ts'
import { start } from './start.ts'

export const begin = (): void => start(runFacts)
