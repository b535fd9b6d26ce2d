import type { Command } from '../commands/command.ts'
import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import { type Argument, type Arguments, argumentName, argumentOf, flagValues, type InputSchema } from './argument.ts'

/** What the server may write. off: nothing at all; append: what only adds; full: also changing and removing facts. */
export const WRITE_LEVELS = ['off', 'append', 'full'] as const
export type WriteLevel = (typeof WRITE_LEVELS)[number]

/** A command as a tool calls it. */
export type Call = {
  readonly command: Command
  readonly operands: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}
export type OutputSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, { readonly type: string | readonly string[] }>>
  readonly required: readonly string[]
}

/** What a tool may look up to make its call. */
export type Lookup = { readonly card: (name: string) => GraphNode }

/** One tool: what a client is told of it, and the command that a call of it is. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly outputSchema: OutputSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
  /** Throws USAGE or NOT_FOUND. `given` has been checked against the input schema. */
  readonly callOf: (given: Readonly<Record<string, unknown>>, lookup: Lookup) => Call
  /** Part of the data that is left out of a reply, since it costs more than it says. */
  readonly slim?: (
    data: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>
}

/** The limit that every tool takes. */
export const BUDGET: Argument = { type: 'integer', minimum: 100, description: 'Most tokens of the reply (2000)' }

/**
 * A tool that is one command: its arguments are the words and the chosen flags of the record. `docs` are shorter texts for a
 * list that is read at every start.
 */
export function toolOf(
  command: Command,
  parts: Pick<Tool, 'title' | 'description' | 'outputSchema' | 'annotations'> & {
    readonly name?: string
    readonly flags: readonly string[]
    readonly docs?: Readonly<Record<string, string>>
    readonly fixed?: Readonly<Record<string, unknown>>
    readonly slim?: Tool['slim']
  },
): Tool {
  const { name = `pmem_${command.name}`, flags, docs = {}, fixed = {}, slim, ...told } = parts
  const words = wordsOf(command)
  const properties: Arguments = {
    ...Object.fromEntries(words.map((word): [string, Argument] => [word, described({ type: 'string' }, docs[word])])),
    ...Object.fromEntries(
      flags.map((key): [string, Argument] => [argumentName(key), described(argumentOf(command.flags[key]!), docs[key])]),
    ),
    budget: BUDGET,
  }
  return {
    name,
    ...told,
    inputSchema: schemaOf(properties, words),
    callOf: (given) =>
      callOf(
        command,
        words.map((word) => operand(command, word, given[word])),
        { ...given, ...fixed },
      ),
    ...(slim === undefined ? {} : { slim }),
  }
}

/** A call of a command with arguments under the names of its flags. */
export const callOf = (command: Command, operands: readonly string[], given: Readonly<Record<string, unknown>> = {}): Call => ({
  command,
  operands,
  values: flagValues(command.flags, given),
})

export const schemaOf = (properties: Arguments, required: readonly string[]): InputSchema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
})

/** The names of a reply's parts with their types, in the short form a client needs: `matched: 'array'`. */
export function outputOf(parts: Readonly<Record<string, string>>, optional: readonly string[] = []): OutputSchema {
  const all = { ...parts, footer: 'object' }
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(all).map(([name, type]) => [name, { type: type.includes('|') ? type.split('|') : type }]),
    ),
    required: Object.keys(all).filter((name) => !optional.includes(name)),
  }
}

const wordsOf = ({ operands }: Command): readonly string[] =>
  operands.kind === 'text'
    ? [operands.name]
    : operands.kind === 'words'
      ? operands.names.slice(0, operands.names.length - (operands.optional ?? 0))
      : []

/** The command line needs a word too, and something in it. */
function operand({ name }: Command, word: string, value: unknown): string {
  const text = value as string
  if (text.trim() === '')
    throw new PmemError('USAGE', `${name} needs ${word}, not an empty text`, { fix: 'Say what it is about.' })
  return text
}

/** With another text, or without one where that is ''. */
function described(argument: Argument, doc: string | undefined): Argument {
  const { description: own, ...rest } = argument
  const description = doc ?? own
  return description === undefined || description === '' ? rest : { ...rest, description }
}
