import type { Flag, Flags } from '../commands/command.ts'
import { flagName } from '../commands/command.ts'
import { PmemError } from '../model/error.ts'
import { nearest } from '../text/nearest.ts'

/**
 * cac casts what looks like a number: `0123` becomes 123, `1e5` 100000. Every word that is a value is therefore led
 * by this mark on its way in and freed of it on its way out. It cannot be typed.
 */
const MARK = '\u0001'
const unmark = (text: string): string => (text.startsWith(MARK) ? text.slice(1) : text)

export type Guarded = { readonly argv: readonly string[]; readonly behindDashes: readonly string[] }

/**
 * Prepares raw arguments for the parser: takes away what follows `--` (cac loses it), splits `--flag=value`, marks
 * values and words. `text` says that the command takes free text, so that a word like `-why does it` is text.
 * Throws USAGE for a flag the command does not have, naming the nearest, and for a flag without its value.
 */
export function guardArguments(argv: readonly string[], flags: Flags, text: boolean): Guarded {
  const end = argv.indexOf('--')
  const behindDashes = end < 0 ? [] : argv.slice(end + 1)
  const guarded: string[] = []
  const words = end < 0 ? argv : argv.slice(0, end)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!
    if (!isFlag(word, text)) {
      guarded.push(MARK + word)
      continue
    }
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    const [key, flag] = findFlag(name, flags)
    if (flag.kind === 'bool') {
      if (equals >= 0) throw new PmemError('USAGE', `--${flagName(key)} takes no value`)
      guarded.push(`--${key}`)
      continue
    }
    const value = equals < 0 ? words[index + 1] : word.slice(equals + 1)
    // A value may begin with a dash only behind `=`; else a forgotten value would swallow the next flag.
    if (value === undefined || (equals < 0 && isFlag(value, false) && value !== '-')) {
      throw new PmemError('USAGE', `--${flagName(key)} needs a value`)
    }
    if (equals < 0) index += 1
    guarded.push(`--${key}`, MARK + value)
  }
  return { argv: guarded, behindDashes }
}

/** A word with blanks before any `=`, or a dash and several letters where free text is expected, is text that begins with a dash. */
function isFlag(word: string, text: boolean): boolean {
  if (!word.startsWith('-') || word === '-' || /^[^=]*\s/.test(word)) return false
  if (/^-\d/.test(word)) return false
  return word.startsWith('--') || !text || /^-[A-Za-z](?:=|$)/.test(word)
}

function findFlag(name: string, flags: Flags): readonly [key: string, flag: Flag] {
  const found = Object.entries(flags).find(
    ([key, flag]) => name === `--${flagName(key)}` || (flag.short !== undefined && name === `-${flag.short}`),
  )
  if (found !== undefined) return found
  const [suggestion] = nearest(
    name,
    Object.keys(flags).map((key) => `--${flagName(key)}`),
    1,
  )
  throw new PmemError('USAGE', `unknown flag ${name}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`, {
    fix: 'Run the command with --help for its flags; put `--` before text that begins with a dash.',
  })
}

/** The values of the flags as declared, from what the parser made of them. Throws USAGE on a value out of range. */
export function readFlags(parsed: Readonly<Record<string, unknown>>, flags: Flags): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [key, flag] of Object.entries(flags)) {
    const given = (Array.isArray(parsed[key]) ? parsed[key] : [parsed[key]])
      .filter((value) => value !== undefined)
      .map((value) => unmark(String(value)))
    values[key] = readFlag(flagName(key), flag, given)
  }
  return values
}

function readFlag(name: string, flag: Flag, given: readonly string[]): unknown {
  if (flag.kind === 'bool') return given.length > 0 && given[0] !== 'false'
  if (flag.kind === 'list') return given
  if (given.length > 1) throw new PmemError('USAGE', `--${name} was given ${given.length} times`)
  const [value] = given
  if (flag.kind === 'text') return value
  if (value === undefined) return flag.default
  if (flag.kind === 'choice') {
    if (!flag.choices.includes(value))
      throw new PmemError('USAGE', `--${name} is one of ${flag.choices.join(', ')}, not ${JSON.stringify(value)}`)
    return value
  }
  if (flag.kind === 'number') {
    const given = /^(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})$/.test(value) ? Number(value) : Number.NaN
    if (given >= flag.min && given <= flag.max) return given
    throw new PmemError('USAGE', `--${name} is a number from ${flag.min} to ${flag.max}, not ${JSON.stringify(value)}`)
  }
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= flag.min && number <= flag.max)) {
    throw new PmemError('USAGE', `--${name} is a whole number from ${flag.min} to ${flag.max}, not ${JSON.stringify(value)}`)
  }
  return number
}

export const freeWords = (words: readonly string[]): string[] => words.map(unmark)
