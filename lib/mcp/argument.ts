import { type Flag, flagName } from '../commands/command.ts'
import { PmemError } from '../model/error.ts'
import { nearest } from '../text/nearest.ts'

/** One argument of a tool, as JSON Schema says it. */
export type Argument = {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array'
  readonly items?: { readonly type: 'string' }
  readonly description?: string
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
}
export type Arguments = Readonly<Record<string, Argument>>
export type InputSchema = {
  readonly type: 'object'
  readonly properties: Arguments
  readonly required?: readonly string[]
  readonly additionalProperties: false
}

/** No text is longer; what is, is a mistake. UTF-16 units. */
const LONGEST = 200_000
/** And no list. */
const MOST_ITEMS = 1_000

/** A flag of a command as an argument. A choice among numbers is a number. */
export function argumentOf(flag: Flag): Argument {
  switch (flag.kind) {
    case 'bool':
      return { type: 'boolean', description: flag.doc }
    case 'int':
      return { type: 'integer', minimum: flag.min, description: flag.doc }
    case 'number':
      return { type: 'number', minimum: flag.min, maximum: flag.max, description: flag.doc }
    case 'list':
      return { type: 'array', items: { type: 'string' }, description: flag.doc }
    case 'choice':
      return flag.choices.every((choice) => /^\d+$/.test(choice))
        ? { type: 'integer', enum: flag.choices.map(Number), description: flag.doc }
        : { type: 'string', enum: flag.choices, description: flag.doc }
    case 'text':
      return { type: 'string', description: flag.doc }
  }
}

/** `minTrust` is written `min_trust`. */
export const argumentName = (key: string): string => flagName(key).replaceAll('-', '_')

/**
 * What was given, checked against the arguments of a tool. Throws USAGE for an argument it does not have, naming the nearest and
 * all there are, for a wrong type, a value out of range and a required one that is missing.
 */
export function checkArguments(
  tool: string,
  { properties, required = [] }: InputSchema,
  given: unknown,
): Record<string, unknown> {
  const names = Object.keys(properties)
  const values = new Map<string, unknown>()
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (!Object.hasOwn(properties, name)) {
      const [close] = nearest(name.slice(0, 100), names, 1)
      throw usage(
        `${tool} has no argument ${quoted(name)}${close === undefined ? '' : `; did you mean ${close}?`}`,
        `It takes ${names.join(', ')}.`,
      )
    }
    const wrong = whyWrong(properties[name]!, value)
    if (wrong !== undefined) throw usage(`${name} ${wrong}`)
    values.set(name, value)
  }
  const missing = required.find((name) => !values.has(name))
  if (missing !== undefined) throw usage(`${tool} needs ${missing}`, `It takes ${names.join(', ')}.`)
  return Object.fromEntries(values)
}

const usage = (message: string, fix = 'Correct the argument and call again.'): PmemError =>
  new PmemError('USAGE', message, { fix })
const quoted = (value: unknown): string => {
  const text = JSON.stringify(value) ?? typeof value
  return text.length <= 80 ? text : `${text.slice(0, 77).toWellFormed()}...`
}

function whyWrong({ type, enum: choices, minimum, maximum }: Argument, value: unknown): string | undefined {
  const isOfType =
    type === 'array'
      ? Array.isArray(value) && value.every((item) => typeof item === 'string')
      : type === 'integer'
        ? Number.isSafeInteger(value)
        : type === 'number'
          ? Number.isFinite(value)
          : typeof value === type
  const noun = {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list of texts',
  }
  if (!isOfType) return `is ${noun[type]}, not ${quoted(value)}`
  if (choices !== undefined && !choices.includes(value as string)) return `is one of ${choices.join(', ')}, not ${quoted(value)}`
  if (minimum !== undefined && (value as number) < minimum) return `is at least ${minimum}, not ${quoted(value)}`
  if (maximum !== undefined && (value as number) > maximum) return `is at most ${maximum}, not ${quoted(value)}`
  const texts = type === 'string' ? [value as string] : type === 'array' ? (value as readonly string[]) : []
  if (texts.length > MOST_ITEMS) return `has more than ${MOST_ITEMS} items`
  if (texts.some((text) => text.length > LONGEST)) return `is longer than ${LONGEST} characters`
  return undefined
}

/**
 * The values of all flags of a command, from arguments under their names: a missing one has the default that the command line
 * gives it. The same checks as there: throws USAGE on a number out of range.
 */
export function flagValues(
  flags: Readonly<Record<string, Flag>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([key, flag]) => {
      const value = given[argumentName(key)]
      if ((flag.kind === 'int' || flag.kind === 'number') && typeof value === 'number' && value > flag.max)
        throw usage(`${argumentName(key)} is at most ${flag.max}, not ${value}`)
      return [key, value === undefined ? defaultOf(flag) : flag.kind === 'choice' ? String(value) : value]
    }),
  )
}

const defaultOf = (flag: Flag): unknown =>
  flag.kind === 'bool' ? false : flag.kind === 'list' ? [] : flag.kind === 'text' ? undefined : flag.default
