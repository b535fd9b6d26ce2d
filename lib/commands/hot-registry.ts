import { ask } from './ask.ts'
import type { Command } from './command.ts'
import { contextCommand } from './context-command.ts'
import { impact } from './impact.ts'
import { list } from './list.ts'
import { next } from './next.ts'
import { path } from './path.ts'
import { recall } from './recall.ts'
import { receipt } from './receipt.ts'
import { related } from './related.ts'
import { show } from './show.ts'
import { status } from './status.ts'
import { trace } from './trace.ts'

/** What agents call all the time, and what needs no parser while nothing has changed. */
export const HOT_COMMANDS: readonly Command[] = [
  recall,
  next,
  ask,
  contextCommand,
  related,
  trace,
  path,
  impact,
  show,
  list,
  status,
  receipt,
]
