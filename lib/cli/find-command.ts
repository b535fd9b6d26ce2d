import type { Command } from '../commands/command.ts'
import { PmemError } from '../model/error.ts'
import { nearest } from '../text/nearest.ts'

export type FoundCommand = { readonly command: Command; readonly rest: readonly string[] }

/** The command that a command line begins with, by its one or two words, and what stands behind them. */
export function commandAt(commands: readonly Command[], argv: readonly string[]): FoundCommand | undefined {
  for (const words of [2, 1]) {
    const command = commands.find(({ name }) => name === argv.slice(0, words).join(' '))
    if (command !== undefined) return { command, rest: argv.slice(words) }
  }
  return undefined
}

/** The same; or, where only help is asked for, the commands that share their first word. Throws USAGE with the nearest name. */
export function findCommand(
  commands: readonly Command[],
  argv: readonly string[],
): FoundCommand | { readonly family: readonly Command[] } {
  const found = commandAt(commands, argv)
  if (found !== undefined) return found
  const [first = '', second] = argv
  if (first.startsWith('-')) throw new PmemError('USAGE', `the command comes first; ${first} is not one`)
  const family = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (family.length === 0) throw unknown(first, commands)
  if (second === '--help' || second === '-h') return { family }
  const members = family.map(({ name }) => name.slice(first.length + 1))
  if (second === undefined || second.startsWith('-')) throw new PmemError('USAGE', `${first} needs one of ${members.join(', ')}`)
  throw unknown(`${first} ${second}`, family)
}

function unknown(name: string, commands: readonly Command[]): PmemError {
  const names = commands.flatMap((command) => [command.name, command.name.split(' ')[0]!])
  const [close] = nearest(name, [...new Set(names)], 1)
  return new PmemError('USAGE', `unknown command ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean ${close}?`}`)
}
