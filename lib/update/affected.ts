import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { globMatcher, isGlob } from '../text/glob.ts'
import { byText } from '../text/order.ts'
import type { Change } from './changes.ts'

/** How a card comes to be named: its entry names the file, or is a pattern or a folder that holds it. */
export const MATCHES = ['file', 'pattern', 'folder'] as const
export type Match = (typeof MATCHES)[number]

/** A card whose sources a change touches. `entry` is the entry of `source_files` that matched. */
export type Affected = {
  readonly id: CardId
  readonly file: string
  readonly entry: string
  readonly match: Match
  readonly kind: Change['kind']
}

const RETIRED = new Set(['superseded', 'archived', 'deprecated'])

/** Cards that a change of the code can make untrue: history and retired cards stay as they are, finished tasks too; documents outside are not ours. */
export const canAge = (node: GraphNode): boolean =>
  node.type !== 'trace' &&
  node.external !== true &&
  !RETIRED.has(node.status ?? '') &&
  !(node.type === 'task' && (node.status === 'done' || node.status === 'completed'))

/** The cards that changes touch, exact matches first, then by card and file. A card can stand there for several files. */
export function affectedCards(nodes: Iterable<GraphNode>, changes: readonly Change[]): readonly Affected[] {
  const byPath = new Map<string, Change>()
  for (const change of changes) byPath.set(change.path, change)
  const found: Affected[] = []
  for (const node of nodes) {
    if (!canAge(node)) continue
    const seen = new Set<string>()
    for (const entry of node.source_files) {
      for (const affected of matching(node.id, entry, changes, byPath)) {
        if (seen.has(affected.file)) continue
        seen.add(affected.file)
        found.push(affected)
      }
    }
  }
  return found.sort((a, b) => MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) || byText(a.id, b.id) || byText(a.file, b.file))
}

function matching(
  id: CardId,
  entry: string,
  changes: readonly Change[],
  byPath: ReadonlyMap<string, Change>,
): readonly Affected[] {
  const { path } = splitEntry(entry)
  const affected = (change: Change, match: Match): Affected => ({ id, file: change.path, entry, match, kind: change.kind })
  const exact = byPath.get(path)
  if (exact !== undefined) return [affected(exact, 'file')]
  if (isGlob(path)) return changes.filter(holdsPath(globMatcher(path))).map((change) => affected(change, 'pattern'))
  return changes.filter((change) => change.path.startsWith(`${path}/`)).map((change) => affected(change, 'folder'))
}

/** An entry of `source_files` as its path and the symbol behind `#`. */
export function splitEntry(entry: string): { readonly path: string; readonly symbol: string | undefined } {
  const match = /^(.+?)#([^/]+)$/.exec(entry)
  return match === null ? { path: entry, symbol: undefined } : { path: match[1]!, symbol: match[2]! }
}

const holdsPath =
  (matches: (path: string) => boolean) =>
  ({ path }: { readonly path: string }): boolean =>
    matches(path)
