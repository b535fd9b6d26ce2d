import { byText } from '../text/order.ts'

/** How a file changed; a rename is a deletion of the old path and an addition of the new one, which then names the old. */
export type Change = { readonly path: string; readonly kind: 'added' | 'changed' | 'deleted'; readonly from?: string }

/**
 * The changes in the output of `git status --porcelain=v1 -z`. Every pair of letters counts: index and work tree, renames
 * and copies (the old path is an entry of its own), merge conflicts, untracked files, type changes and submodules; ignored
 * ones do not. Paths are as git gives them, from the top of the work tree. Never throws.
 */
export function parseStatus(output: string): readonly Change[] {
  const entries = output.split('\0')
  const changes: Change[] = []
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at]!
    if (entry.length < 4 || entry[2] !== ' ') continue
    const [index, tree] = [entry[0]!, entry[1]!]
    const path = entry.slice(3)
    if (index === '!') continue
    if ('RC'.includes(index) || 'RC'.includes(tree)) {
      at += 1
      changes.push(...moved(entries[at] ?? '', path, index === 'R' || tree === 'R', tree === 'D'))
    } else changes.push({ path, kind: kindOf(index, tree) })
  }
  return changes
}

function kindOf(index: string, tree: string): Change['kind'] {
  // DD, UD and the like: both sides deleted it, or one did and the work tree shows it as unmerged.
  if (tree === 'D' || (index === 'D' && tree !== '?' && tree !== 'U' && tree !== 'A')) return 'deleted'
  return index === 'A' || index === '?' || tree === 'A' ? 'added' : 'changed'
}

/** The changes in the output of `git diff --name-status -z`. */
export function parseNameStatus(output: string): readonly Change[] {
  const entries = output.split('\0')
  const changes: Change[] = []
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const letter = entries[at]![0] ?? ''
    const path = entries[at + 1]!
    if (letter === 'R' || letter === 'C') {
      changes.push(...moved(path, entries[at + 2] ?? '', letter === 'R', false))
      at += 1
    } else if (path !== '') changes.push({ path, kind: letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'changed' })
  }
  return changes
}

const moved = (from: string, to: string, gone: boolean, removed: boolean): Change[] => [
  ...(gone && from !== '' ? [{ path: from, kind: 'deleted' as const }] : []),
  ...(to === ''
    ? []
    : [
        removed ? { path: to, kind: 'deleted' as const } : { path: to, kind: 'added' as const, ...(from === '' ? {} : { from }) },
      ]),
]

/** Changes below the folder `prefix` ('' or ending in a slash), their paths from there; one a path, the first that is given, sorted. */
export function within(prefix: string, changes: readonly Change[]): readonly Change[] {
  const found = new Map<string, Change>()
  for (const change of changes) {
    // A submodule and an untracked repository are named with or without a slash.
    const path = change.path.replace(/\/$/, '')
    if (!path.startsWith(prefix) || path.length === prefix.length) continue
    const below = path.slice(prefix.length)
    const from = change.from?.startsWith(prefix) === true ? { from: change.from.slice(prefix.length) } : {}
    if (!found.has(below)) found.set(below, { path: below, kind: change.kind, ...from })
  }
  return [...found.values()].sort((a, b) => byText(a.path, b.path))
}
