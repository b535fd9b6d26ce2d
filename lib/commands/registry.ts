import { audit } from './audit.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { distill } from './distill.ts'
import { doctor } from './doctor.ts'
import { evalCommand } from './eval.ts'
import { FACT_COMMANDS } from './fact-registry.ts'
import { feedback } from './feedback.ts'
import { forget } from './forget.ts'
import { graph } from './graph.ts'
import { hook } from './hook.ts'
import { HOT_COMMANDS } from './hot-registry.ts'
import { importCommand } from './import.ts'
import { init } from './init.ts'
import { INTEGRATION_COMMANDS } from './integration.ts'
import { learn } from './learn.ts'
import { ledger } from './ledger.ts'
import { markDirty } from './mark-dirty.ts'
import { mcp } from './mcp.ts'
import { mergeDriver } from './merge-driver.ts'
import { newCommand } from './new.ts'
import { rebuild } from './rebuild.ts'
import { remember } from './remember.ts'
import { rename } from './rename.ts'
import { supersede } from './supersede.ts'
import { taught } from './taught.ts'
import { trust } from './trust.ts'
import { update } from './update.ts'
import { verify } from './verify.ts'
import { verifyCard } from './verify-card.ts'
import { view } from './view.ts'
import { why } from './why.ts'

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  init,
  ...HOT_COMMANDS,
  hook,
  why,
  ...FACT_COMMANDS,
  newCommand,
  remember,
  importCommand,
  markDirty,
  update,
  verifyCard,
  distill,
  supersede,
  rename,
  forget,
  feedback,
  learn,
  audit,
  trust,
  taught,
  ledger,
  mergeDriver,
  rebuild,
  verify,
  check,
  evalCommand,
  mcp,
  doctor,
  ...INTEGRATION_COMMANDS,
  graph,
  view,
  completion,
]
