import type { Command } from '../commands/command.ts'
import { maskSecrets } from '../guard/secrets.ts'
import type { Host } from '../model/ports.ts'
import { oneLine } from '../render/terminal.ts'
import { commandAt } from './find-command.ts'

/** True for a command line of a command that may hold nobody up, whatever else stands on it. */
export const failsOpen = (commands: readonly Command[], argv: readonly string[]): boolean =>
  commandAt(commands, argv)?.command.failsOpen === true

/** What goes wrong in such a command: one line on stderr, nothing on stdout. Returns the exit code, 0. */
export function letPass(host: Pick<Host, 'stderr'>, error: unknown): number {
  const message = error instanceof Error ? error.message : String(error)
  host.stderr.write(`pmem: ${oneLine(maskSecrets(message))}\n`)
  return 0
}
