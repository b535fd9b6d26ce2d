import { cac } from 'cac'
import { COMMON_FLAGS, type Command, type Flags } from '../commands/command.ts'
import { PmemError } from '../model/error.ts'
import { freeWords, guardArguments, readFlags } from './flags.ts'

/** What was asked for: a command with its words and flag values, all text as typed. */
export type Invocation = {
  readonly command: Command
  readonly operands: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Parses the arguments behind the command name. The parser is never let run anything: it knows no unknown command,
 * casts numbers and loses what follows `--`; flags.ts guards it. Throws USAGE.
 */
export function parseInvocation(command: Command, rest: readonly string[]): Invocation {
  const flags: Flags = { ...command.flags, ...COMMON_FLAGS }
  const { argv, behindDashes } = guardArguments(rest, flags, command.operands.kind === 'text')
  const { args, options } = argv.some((word) => word.startsWith('-')) ? parse(argv, flags) : { args: argv, options: {} }
  const values = readFlags(options, flags)
  const words = [...freeWords([...args]), ...behindDashes]
  return { command, operands: values.help === true ? words : checkOperands(command, words), values }
}

/** Most questions have no flag in them, and need no parser. */
function parse(argv: readonly string[], flags: Flags): ReturnType<ReturnType<typeof cac>['parse']> {
  const parser = cac('pmem')
  for (const [key, flag] of Object.entries(flags)) {
    parser.option(flag.kind === 'bool' ? `--${key}` : `--${key} <value>`, flag.doc)
  }
  return parser.parse(['', '', ...argv], { run: false })
}

function checkOperands(command: Command, words: readonly string[]): readonly string[] {
  const { operands, name } = command
  if (operands.kind === 'none') {
    if (words.length > 0) throw new PmemError('USAGE', `${name} takes no arguments, but got ${JSON.stringify(words[0])}`)
    return []
  }
  if (operands.kind === 'list') return words
  if (operands.kind === 'words') {
    const required = operands.names.length - (operands.optional ?? 0)
    if (words.length < required) throw new PmemError('USAGE', `${name} needs <${operands.names[words.length]}>`)
    if (words.length > operands.names.length) {
      throw new PmemError(
        'USAGE',
        `${name} takes ${operands.names.length === 1 ? 'one argument' : `${operands.names.length} arguments`}, but got ${words.length}`,
      )
    }
    return words
  }
  const head = operands.first === undefined ? [] : words.slice(0, 1)
  if (operands.first !== undefined && head.length === 0) throw new PmemError('USAGE', `${name} needs <${operands.first}>`)
  const text = words.slice(head.length).join(' ')
  if (text.trim() === '' && operands.optional !== true) throw new PmemError('USAGE', `${name} needs <${operands.name}>`)
  return [...head, text]
}
