import type { Command } from '../commands/command.ts'
import { DamagedIndex } from '../indexes/container.ts'
import type { Host } from '../model/ports.ts'
import { handLook } from '../store/freshness.ts'
import type { Workshop } from '../store/open.ts'
import { failsOpen, letPass } from './fail-open.ts'
import { commandAt } from './find-command.ts'
import { main } from './main.ts'

/** Thrown where a reading command turns out to need the parsers: the full program then runs it from the start. */
class NeedsFullProgram extends Error {}

const NO_WORKSHOP: Workshop = {
  refresh: (project, _full, look) => {
    if (look !== undefined) handLook(project, look)
    throw new NeedsFullProgram()
  },
  readManifest: () => {
    throw new NeedsFullProgram()
  },
  openPast: () => {
    throw new NeedsFullProgram()
  },
}

/**
 * Runs a reading command whose indexes are fresh, which is nearly every call, with a small program that starts fast.
 * Returns undefined for everything else; nothing has been printed or written then.
 */
export function runSmall(commands: readonly Command[], host: Host, argv: readonly string[]): number | undefined {
  if (commandAt(commands, argv) === undefined) return undefined
  try {
    return main({ commands, workshop: NO_WORKSHOP, host }, argv)
  } catch (error) {
    if (error instanceof NeedsFullProgram || error instanceof DamagedIndex) return undefined
    if (failsOpen(commands, argv)) return letPass(host, error)
    throw error
  }
}
