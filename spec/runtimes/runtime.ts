import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A program that runs JavaScript, and how it is called: `args` come before the file, `needs` is what Deno must be allowed. */
export type Runtime = { readonly name: string; readonly file: string; args(project: string): readonly string[] }

const MODULES = join(import.meta.dirname, 'node_modules')

/** Everything pmem needs of Deno, and nothing more: no network, no write outside the project. */
const DENO_ALLOWS = (project: string): readonly string[] => [
  '--no-prompt',
  '--allow-read',
  `--allow-write=${project}`,
  '--allow-env',
  '--allow-sys=hostname',
  '--allow-run=git',
]

/** Node, then what is installed in this folder. */
export function runtimes(): { readonly found: readonly Runtime[]; readonly missing: readonly string[] } {
  const deno = firstFile(...binaries('@deno', 'deno'), join(MODULES, 'deno', 'deno'))
  const bun = firstFile(...binaries('@oven', join('bin', 'bun')), join(MODULES, 'bun', 'bin', 'bun.exe'))
  const found: Runtime[] = [{ name: 'Node', file: process.execPath, args: () => [] }]
  if (deno !== undefined) found.push({ name: 'Deno', file: deno, args: (project) => ['run', ...DENO_ALLOWS(project)] })
  if (bun !== undefined) found.push({ name: 'Bun', file: bun, args: () => [] })
  return { found, missing: [...(deno === undefined ? ['Deno'] : []), ...(bun === undefined ? ['Bun'] : [])] }
}

const firstFile = (...paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path))

/** Where the packages for each platform keep the program: what an install script copies elsewhere may be a stub where scripts are off. */
const binaries = (scope: string, path: string): string[] =>
  existsSync(join(MODULES, scope)) ? readdirSync(join(MODULES, scope)).map((name) => join(MODULES, scope, name, path)) : []
