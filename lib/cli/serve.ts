import { COMMON_FLAGS } from '../commands/command.ts'
import { mcp } from '../commands/mcp.ts'
import { PmemError } from '../model/error.ts'
import type { Host } from '../model/ports.ts'
import { startFolder } from '../store/project.ts'
import { commandHelp } from './help.ts'
import { isRefusal, printRefusal } from './main.ts'
import { parseInvocation } from './program.ts'

export type ServeOptions = { readonly write: 'off' | 'append' | 'full'; readonly cwd: string | undefined }

/** What the arguments behind `pmem mcp` ask for: to serve, or, where help or an error was printed, the exit code. */
export function serveOptions(host: Host, argv: readonly string[]): ServeOptions | number {
  try {
    const { values } = parseInvocation(mcp, argv)
    if (values['help'] === true) {
      host.stdout.write(commandHelp(mcp))
      return 0
    }
    const foreign = Object.keys(COMMON_FLAGS).find((key) =>
      key === 'json' ? values[key] === true : key === 'format' && values[key] !== undefined,
    )
    if (foreign !== undefined) throw new PmemError('USAGE', `mcp has no --${foreign}: the protocol is its format`)
    const cwd = values['cwd'] as string | undefined
    if (cwd !== undefined) startFolder(host, cwd)
    return { write: values['write'] as ServeOptions['write'], cwd }
  } catch (error) {
    if (isRefusal(error)) return printRefusal(host, error, false)
    throw error
  }
}
