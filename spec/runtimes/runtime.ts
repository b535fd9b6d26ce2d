import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
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

/** Majors of Node that pmem runs on. */
const MAJORS = ['20', '22', '24', '26']
const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'nodes')

/** One Node of each major: this one, those in PMEM_NODE_22 and the like, and for the rest the package that holds the program. */
export function nodes(): readonly Runtime[] {
  return MAJORS.map((major) => {
    const file =
      process.env[`PMEM_NODE_${major}`] ??
      (process.versions.node.startsWith(`${major}.`) ? process.execPath : installedNode(major))
    const version = spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1)
    return { name: `Node ${version || major}`, file, args: () => [] }
  })
}

function installedNode(major: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const home = join(CACHE, major)
  const file = join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${major}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: home, encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`Node ${major} cannot be installed: ${stderr}`)
  return file
}

const firstFile = (...paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path))

/** Where the packages for each platform keep the program: what an install script copies elsewhere may be a stub where scripts are off. */
const binaries = (scope: string, path: string): string[] =>
  existsSync(join(MODULES, scope)) ? readdirSync(join(MODULES, scope)).map((name) => join(MODULES, scope, name, path)) : []
