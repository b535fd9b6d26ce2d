import type { Outcome } from '../model/outcome.ts'
import { OUTPUT_FORMATS, type OutputFormat } from '../model/output-format.ts'
import type { Context } from './context.ts'

/** One flag of a command. `text` values are never cast: `0123` stays `0123`. */
export type Flag = {
  readonly doc: string
  /** A single letter, as in `-n`. */
  readonly short?: string
} & (
  | { readonly kind: 'bool' }
  | { readonly kind: 'text'; readonly placeholder: string }
  | { readonly kind: 'int'; readonly placeholder?: string; readonly default?: number; readonly min: number; readonly max: number }
  | { readonly kind: 'number'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly default?: string }
  | { readonly kind: 'list'; readonly placeholder: string }
)
export type Flags = Readonly<Record<string, Flag>>

type ValueOf<F extends Flag> = F extends { kind: 'bool' }
  ? boolean
  : F extends { kind: 'int' }
    ? F extends { default: number }
      ? number
      : number | undefined
    : F extends { kind: 'number' }
      ? number
      : F extends { kind: 'choice'; choices: readonly (infer C)[] }
        ? F extends { default: string }
          ? C
          : C | undefined
        : F extends { kind: 'list' }
          ? readonly string[]
          : string | undefined
/** The values of the flags of a command, by their names in camelCase as declared. */
export type Values<F extends Flags> = { readonly [K in keyof F]: ValueOf<F[K]> }

/** What stands behind the command name: nothing, exactly so many words, any number of words, or free text that is one value whatever its blanks. */
export type Operands =
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly names: readonly string[]; readonly optional?: number }
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'text'; readonly name: string; readonly optional?: boolean; readonly first?: string }

/** One use case. The record feeds the command line, its help, the MCP tools, completion and the documents. */
export type Command<F extends Flags = Flags> = {
  readonly name: string
  readonly summary: string
  readonly operands: Operands
  readonly flags: F
  readonly formats: readonly OutputFormat[]
  readonly examples: readonly string[]
  /** With `--global` it makes the store of the person where there is none yet. */
  readonly makesGlobal?: true
  /** Whatever goes wrong is one line on stderr and exit 0: for what an agent runs by itself and must never be held up by. */
  readonly failsOpen?: true
  /** What the exit codes 0 and 1 mean here, where 1 can happen. */
  readonly exits?: string
  run(context: Context, operands: readonly string[], flags: Values<F>): Outcome
}

/** Ties the type of the flag values to the declaration and forgets it outside. */
export const command = <const F extends Flags>(record: Command<F>): Command => record as unknown as Command

/** What is printed where nobody asks for a format: the first that a command names. */
export const defaultFormat = ({ formats }: Pick<Command, 'formats'>): OutputFormat => formats[0]!

/** Flags that every command takes. */
export const COMMON_FLAGS = {
  format: { kind: 'choice', choices: OUTPUT_FORMATS, doc: 'How to print the answer' },
  json: { kind: 'bool', doc: 'Short for --format json' },
  cwd: { kind: 'text', placeholder: 'DIR', doc: 'Start in this folder instead of the current one' },
  help: { kind: 'bool', short: 'h', doc: 'Show how to use the command' },
} as const satisfies Flags

/** Flags of commands that read the indexes. */
export const READ_FLAGS = {
  now: { kind: 'text', placeholder: 'ISO', doc: 'Answer as at this date or time (UTC), for ages and staleness' },
  noRefresh: { kind: 'bool', doc: 'Answer from the index as it is, even if cards have changed' },
} as const satisfies Flags

/** Commands that also work on the store of the person; see store/global. */
export const GLOBAL_FLAG = {
  global: { kind: 'bool', doc: 'Work on your own store, which is the same in all projects, instead of that of this one' },
} as const satisfies Flags

/** The limit of commands whose output is packed. */
export const BUDGET_FLAG = {
  kind: 'int',
  placeholder: 'TOKENS',
  min: 1,
  max: 1_000_000,
  doc: 'Most tokens of the whole output',
} as const satisfies Flag

/** `noRefresh` is written `--no-refresh`. */
export const flagName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
