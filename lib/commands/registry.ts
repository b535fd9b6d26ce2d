import type { Command } from './command.ts'
import { ask } from './ask.ts'
import { init } from './init.ts'
import { list } from './list.ts'
import { newCommand } from './new.ts'
import { next } from './next.ts'
import { rebuild } from './rebuild.ts'
import { recall } from './recall.ts'
import { related } from './related.ts'
import { show } from './show.ts'
import { status } from './status.ts'
import { trace } from './trace.ts'
import { verify } from './verify.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [init, recall, next, ask, related, trace, show, list, status, newCommand, rebuild, verify]
