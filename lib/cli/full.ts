import { COMMANDS } from '../commands/registry.ts'
import { WORKSHOP } from '../commands/workshop.ts'
import { DamagedIndex } from '../indexes/container.ts'
import type { Host } from '../model/ports.ts'
import { failsOpen, letPass } from './fail-open.ts'
import { main } from './main.ts'

/** Runs any command. An index that turns out damaged in the middle is built anew, and the command runs once more. */
export function runFull(host: Host, argv: readonly string[]): number {
  try {
    return runTwice(host, argv)
  } catch (error) {
    if (failsOpen(COMMANDS, argv)) return letPass(host, error)
    throw error
  }
}

function runTwice(host: Host, argv: readonly string[]): number {
  const program = { commands: COMMANDS, workshop: WORKSHOP, host }
  try {
    return main(program, argv)
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error
    host.stderr.write('pmem: the index is damaged; it is built anew\n')
    return main({ ...program, distrustIndexes: true }, argv)
  }
}
