import { ask } from './ask.ts'
import type { Command } from './command.ts'
import { contextCommand } from './context-command.ts'
import { distill } from './distill.ts'
import { forget } from './forget.ts'
import { impact } from './impact.ts'
import { init } from './init.ts'
import { list } from './list.ts'
import { markDirty } from './mark-dirty.ts'
import { newCommand } from './new.ts'
import { next } from './next.ts'
import { path } from './path.ts'
import { rebuild } from './rebuild.ts'
import { recall } from './recall.ts'
import { receipt } from './receipt.ts'
import { related } from './related.ts'
import { rename } from './rename.ts'
import { show } from './show.ts'
import { status } from './status.ts'
import { supersede } from './supersede.ts'
import { trace } from './trace.ts'
import { update } from './update.ts'
import { verify } from './verify.ts'
import { verifyCard } from './verify-card.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  init,
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
  newCommand,
  markDirty,
  update,
  verifyCard,
  distill,
  supersede,
  rename,
  forget,
  rebuild,
  verify,
]
