import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { runFull } from '../../lib/cli/full.ts'
import { type MemoryHost, memoryHost } from '../../lib/host/memory.ts'
import { byText } from '../../lib/text/order.ts'

/** One small project a preset; the folder beside this file that bears its name. */
export const GOLDEN = ['software', 'novel', 'research'] as const
export type Golden = (typeof GOLDEN)[number]

/** The moment at which the golden projects are looked at: a few days after the last of them was touched. */
export const GOLDEN_NOW = Date.UTC(2026, 5, 22)

export const projectFolder = (name: Golden): string => join(import.meta.dirname, name)

/** The committed indexes of a project, by the names their files have in a store. */
export const INDEX_FILES = ['graph.json', 'bm25.json'] as const
export type IndexFile = (typeof INDEX_FILES)[number]
export const committedPath = (name: Golden, file: IndexFile): string => join(import.meta.dirname, 'indexes', `${name}.${file}`)

/** The files of a project by their paths in it, in code-unit order; what pmem derives is left out. */
export function projectFiles(name: Golden): Readonly<Record<string, Uint8Array>> {
  const root = projectFolder(name)
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => !/^\.pmem\/(?:indexes|local)\//.test(path))
    .sort(byText)
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path))]))
}

/** A machine in memory that holds the project and nothing derived. */
export const goldenHost = (name: Golden, files = projectFiles(name)): MemoryHost => memoryHost({ files, now: GOLDEN_NOW })

/** Runs one command line on a project in memory: its exit code, its JSON, and the host it ran on. */
export function runGolden(
  name: Golden,
  argv: readonly string[],
  host = goldenHost(name),
): { readonly exit: number; readonly data: unknown; readonly host: MemoryHost } {
  const before = host.output.stdout.length
  const exit = runFull(host, [...argv, '--json'])
  return { exit, data: JSON.parse(host.output.stdout.slice(before)), host }
}

/** The indexes that `pmem rebuild` writes for a project. */
export function builtIndexes(name: Golden, host = goldenHost(name)): Readonly<Record<IndexFile, string>> {
  const { exit } = runGolden(name, ['rebuild'], host)
  if (exit !== 0) throw new Error(`rebuild of ${name} ended with exit code ${exit}: ${host.output.stderr}`)
  const text = (file: IndexFile): string => {
    const written = host.text(`.pmem/indexes/${file}`)
    if (written === undefined) throw new Error(`rebuild of ${name} wrote no ${file}`)
    return written
  }
  return { 'graph.json': text('graph.json'), 'bm25.json': text('bm25.json') }
}
