import { COMMON_FLAGS, type Command, defaultFormat, type Flag, type Flags, flagName } from '../commands/command.ts'
import { usage } from '../commands/usage.ts'
import { ERRORS } from '../model/error.ts'
import { VERSION } from '../model/version.ts'

/** The help of the whole program, made of the records of its commands. */
export function overview(commands: readonly Command[]): string {
  return `pmem ${VERSION}: project memory for AI coding agents

Usage: pmem <command> [words] [flags]

Commands:
${commandLines(commands)}

Every command takes --format, --json, --cwd DIR and --help; \`pmem help <command>\` shows the rest.

Exit codes: 0 done, 1 a true negative,
  ${exitCodes()}
`
}

function commandLines(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => usage(command).length))
  return commands.map((command) => `  ${usage(command).padEnd(width)}  ${command.summary}`).join('\n')
}

/** 65 bad data, 70 our bug and so on, from the one table of errors. */
const exitCodes = (): string =>
  `${ERRORS.USAGE.exit} usage, ${ERRORS.CARD_INVALID.exit} bad data, ${ERRORS.NO_PROJECT.exit} no project, 70 a bug of pmem, ${ERRORS.CANNOT_WRITE.exit} cannot write, ${ERRORS.LOCKED.exit} locked`

/** The help of commands that share their first word. */
export const familyHelp = (commands: readonly Command[]): string => `Commands:
${commandLines(commands)}

\`pmem help <command>\` shows the flags of each.
`

/** The help of one command. */
export function commandHelp(command: Command): string {
  const own = flagLines(command.flags)
  const common = flagLines({
    ...COMMON_FLAGS,
    format: { kind: 'choice', choices: command.formats, default: defaultFormat(command), doc: COMMON_FLAGS.format.doc },
  })
  return `${command.summary}

Usage: pmem ${usage(command)}${own.length === 0 ? '' : ' [flags]'}
${own.length === 0 ? '' : `\nFlags:\n${own.join('\n')}\n`}
Flags of every command:
${common.join('\n')}
${command.exits === undefined ? '' : `\nExit codes: ${command.exits}\n`}
Examples:
${command.examples.map((example) => `  ${example}`).join('\n')}
`
}

function flagLines(flags: Flags): string[] {
  const rows = Object.entries(flags).map(
    ([key, flag]) =>
      [`${flag.short === undefined ? '' : `-${flag.short}, `}--${flagName(key)}${value(flag)}`, described(flag)] as const,
  )
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, doc]) => `  ${name.padEnd(width)}  ${doc}`)
}

function value(flag: Flag): string {
  if (flag.kind === 'bool') return ''
  if (flag.kind === 'choice') return ` ${flag.choices.join('|')}`
  if (flag.kind === 'number') return ' X'
  return ` ${flag.kind === 'int' ? (flag.placeholder ?? 'N') : flag.placeholder}`
}

function described(flag: Flag): string {
  const fallback =
    (flag.kind === 'int' || flag.kind === 'number' || flag.kind === 'choice') && flag.default !== undefined
      ? ` (default: ${flag.default})`
      : ''
  return `${flag.doc}${fallback}`
}
