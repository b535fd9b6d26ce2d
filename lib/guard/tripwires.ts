import type { Guard } from '../model/card.ts'
import type { Guarded, GuardHit, Proposed } from '../model/guard.ts'
import { globSource } from '../text/glob.ts'
import { type LinearRegex, linearRegex } from '../text/linear-regex.ts'
import { declares } from './dependencies.ts'
import { commandsIn, installs, startsWith } from './shell-commands.ts'

/** What is looked at of one change: more is cut, so that an answer comes in bounded time. */
export const CHECK_LIMITS = { files: 2_000, lines: 50_000, characters: 2_000, steps: 20_000_000 } as const

export type Checked = { readonly hits: readonly GuardHit[]; readonly cut: boolean }

/**
 * The rejected approaches that a change repeats, by card, each card once. A guard's `path` and `added` must hold for the same file, its
 * `dependency` counts there and in commands that install, its `command` for itself. Guards of cards that were superseded rest, and
 * what is written into the memory itself is no approach. Linear in the size of the change times that of the patterns, and cut at
 * CHECK_LIMITS.
 */
export function checkProposed(cards: readonly Guarded[], proposed: Proposed): Checked {
  let steps = 0
  const spend = (more: number): boolean => {
    steps += more
    return steps <= CHECK_LIMITS.steps
  }
  const { files, isCut } = limited(proposed.files)
  const commands = proposed.commands.flatMap((line) => commandsIn(line))
  const hits: GuardHit[] = []
  for (const { id, title, status, file, guards } of cards) {
    if (status !== null && RETIRED.has(status)) continue
    for (const guard of guards) {
      const found = inFiles(guard, files, spend) ?? inCommands(guard, commands)
      if (found === undefined) continue
      hits.push({ id, title, file, message: guard.message, ...found })
      break
    }
  }
  return { hits, cut: isCut || steps > CHECK_LIMITS.steps }
}

const RETIRED: ReadonlySet<string> = new Set(['superseded', 'archived', 'deprecated'])
const STORE = '.pmem'

type Found = Pick<GuardHit, 'match' | 'path'>
type Spend = (steps: number) => boolean

function inFiles({ path, added, dependency }: Guard, files: Proposed['files'], spend: Spend): Found | undefined {
  if (path === undefined && added === undefined && dependency === undefined) return undefined
  const place = path === undefined ? undefined : patternOf(globSource(path))
  const pattern = added === undefined ? undefined : patternOf(added)
  if ((path !== undefined && place === undefined) || (added !== undefined && pattern === undefined)) return undefined
  for (const file of files) {
    if (place === undefined ? file.path.startsWith(`${STORE}/`) : !place.test(file.path, spend)) continue
    const line = pattern === undefined ? undefined : file.added.find((one) => pattern.test(one, spend))
    if (pattern !== undefined && line === undefined) continue
    const declared = dependency === undefined ? undefined : file.added.find((one) => declares(file.path, one, dependency, spend))
    if (dependency !== undefined && declared === undefined) continue
    return { match: (line ?? declared ?? file.path).trim(), path: file.path }
  }
  return undefined
}

function inCommands({ command, dependency, path, added }: Guard, commands: readonly (readonly string[])[]): Found | undefined {
  for (const words of commands) {
    const isMeant = command !== undefined && startsWith(words, command)
    const isInstalled = dependency !== undefined && path === undefined && added === undefined && installs(words, dependency)
    if (isMeant || isInstalled) return { match: words.join(' '), path: null }
  }
  return undefined
}

function limited(files: Proposed['files']): { readonly files: Proposed['files']; readonly isCut: boolean } {
  let left: number = CHECK_LIMITS.lines
  let isCut = files.length > CHECK_LIMITS.files
  const some = files.slice(0, CHECK_LIMITS.files).map(({ path, added }) => {
    const lines = added.slice(0, left)
    left -= lines.length
    const short = lines.map((line) => (line.length > CHECK_LIMITS.characters ? line.slice(0, CHECK_LIMITS.characters) : line))
    isCut ||= lines.length < added.length || short.some((line, at) => line.length < lines[at]!.length)
    return { path: path.slice(0, CHECK_LIMITS.characters), added: short }
  })
  return { files: some, isCut }
}

function patternOf(source: string): LinearRegex | undefined {
  const found = linearRegex(source)
  return typeof found === 'string' ? undefined : found
}
