import { type Command, defaultFormat, flagName } from '../commands/command.ts'
import { facesOf } from '../commands/command-face.ts'
import type { Context } from '../commands/context.ts'
import { sessionContext } from '../commands/session.ts'
import { ERRORS, PmemError } from '../model/error.ts'
import type { OutputFormat } from '../model/output-format.ts'
import type { Host } from '../model/ports.ts'
import { VERSION } from '../model/version.ts'
import { renderError, renderOutcome } from '../render/render.ts'
import { oneLine } from '../render/terminal.ts'
import { demandGlobal } from '../store/global.ts'
import type { Workshop } from '../store/open.ts'
import { findProject } from '../store/project.ts'
import { utcTime } from '../text/day.ts'
import { failsOpen } from './fail-open.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, familyHelp, overview } from './help.ts'
import { type Invocation, parseInvocation } from './program.ts'

/** A program: the commands it has, and how it does what needs the parsers. */
export type Program = {
  readonly commands: readonly Command[]
  readonly workshop: Workshop
  readonly host: Host
  /** True to build the indexes anew before they are read. */
  readonly distrustIndexes?: boolean
}

/** Runs one command line to its end and returns the exit code. Data goes to stdout, everything else to stderr. */
export function main(program: Program, argv: readonly string[]): number {
  const { host } = program
  const wantsJson = asksForJson(argv)
  try {
    return run(program, argv)
  } catch (error) {
    if (isRefusal(error) && !failsOpen(program.commands, argv)) return printRefusal(host, error, wantsJson)
    throw error
  }
}

/** Prints a refusal and returns its exit code. */
export function printRefusal(host: Host, error: PmemError, asJson: boolean): number {
  const { stdout, stderr } = renderError(error, asJson)
  host.stdout.write(stdout)
  host.stderr.write(stderr)
  return ERRORS[error.code].exit
}

/** By shape, not by class: the hot and the full program are two bundles, each with a class of its own. */
export const isRefusal = (error: unknown): error is PmemError =>
  error instanceof Error && error.name === 'PmemError' && 'code' in error

function run(program: Program, argv: readonly string[]): number {
  const { commands, host } = program
  const [name] = argv
  if (name === undefined) {
    host.stderr.write(overview(commands))
    return ERRORS.USAGE.exit
  }
  if (name === '--version' || name === '-v' || name === 'version') return print(host, `${VERSION}\n`)
  if (name === '--help' || name === '-h' || name === 'help') return help(host, commands, argv.slice(1))
  const found = findCommand(commands, argv)
  if ('family' in found) return print(host, familyHelp(found.family))
  const { command, rest } = found
  const invocation = parseInvocation(command, rest)
  if (invocation.values['help'] === true) return print(host, commandHelp(command))
  const format = formatOf(invocation)
  const notes: string[] = []
  const outcome = command.run(contextOf(program, invocation, notes), invocation.operands, invocation.values as never)
  for (const note of notes) host.stderr.write(`pmem: ${oneLine(note)}\n`)
  const { stdout, stderr, done } = renderOutcome(outcome, format)
  host.stderr.write(stderr)
  host.stdout.write(stdout)
  done?.()
  return outcome.exit
}

function print(host: Host, text: string): number {
  host.stdout.write(text)
  return 0
}

function help(host: Host, commands: readonly Command[], words: readonly string[]): number {
  if (words[0] === undefined || words[0].startsWith('-')) return print(host, overview(commands))
  const found = findCommand(commands, [...words.slice(0, 2), '--help'])
  return print(host, 'family' in found ? familyHelp(found.family) : commandHelp(found.command))
}

function formatOf({ command, values }: Invocation): OutputFormat {
  const asked = values['format'] as OutputFormat | undefined
  if (values['json'] === true && asked !== undefined && asked !== 'json')
    throw new PmemError('USAGE', `--json and --format ${asked} exclude each other`)
  const format = values['json'] === true ? 'json' : (asked ?? defaultFormat(command))
  if (!command.formats.includes(format)) {
    throw new PmemError('USAGE', `${command.name} has no format ${format}; it has ${command.formats.join(', ')}`)
  }
  return format
}

/** Errors must come as JSON even where the flags themselves are wrong. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  return words.some(
    (word, index) => word === '--json' || word === '--format=json' || (word === '--format' && words[index + 1] === 'json'),
  )
}

function contextOf(
  { host, workshop, commands, distrustIndexes = false }: Program,
  { command, values }: Invocation,
  notes: string[],
): Context {
  const cwd = values['cwd'] as string | undefined
  return sessionContext({
    host,
    workshop,
    cwd,
    now: nowOf(host, values['now'] as string | undefined),
    findProject: () => (values['global'] === true ? demandGlobal(host, command.makesGlobal === true) : findProject(host, cwd)),
    noRefresh: values['noRefresh'] === true,
    distrustIndexes,
    commands: () => facesOf(commands),
    note: (text) => void notes.push(text),
  })
}

function nowOf(host: Host, given: string | undefined): number {
  if (given === undefined) return host.now()
  const time = utcTime(given)
  if (time === undefined)
    throw new PmemError(
      'USAGE',
      `--${flagName('now')} is a date or time such as 2026-07-03 or 2026-07-03T12:00:00Z, not ${JSON.stringify(given)}`,
    )
  return time
}
