import { basename } from 'node:path'

/** Node itself, for tools that run nowhere else; the runtime that runs the specs may be another. */
export const NODE = process.env['SPEC_NODE'] ?? process.execPath
const { bun, deno } = process.versions
export const IS_NODE = bun === undefined && deno === undefined

/** What a runtime takes before the file that it runs. Specs start programs, write files and look at the system: all is allowed. */
export const argumentsOf = (runtime: string): readonly string[] => {
  if (/^deno/.test(basename(runtime))) return ['run', '--no-prompt', '--allow-all', '--no-lock']
  return /^bun/.test(basename(runtime)) ? [] : ['--enable-source-maps']
}

/** The runtime of this process and what it takes before a JavaScript file, or before one of TypeScript. */
export const SELF = process.execPath
export const SELF_ARGS: readonly string[] = IS_NODE ? [] : argumentsOf(SELF)
export const SELF_TS_ARGS: readonly string[] = IS_NODE ? ['--import', 'tsx'] : SELF_ARGS
/** A line of a shell that runs a JavaScript file. */
export const selfLine = (file: string): string => [SELF, ...SELF_ARGS, file].map((part) => `"${part}"`).join(' ')
