import { MESSAGES } from './messages.ts'
import { PARSERS } from './parsers.ts'
import { PROGRAMS } from './programs.ts'
import type { Target } from './target.ts'

/** Whatever takes input nobody has checked. */
export const TARGETS: readonly Target[] = [...PARSERS, ...PROGRAMS, ...MESSAGES]
