import fastGlob from 'fast-glob'
import { byText } from '../text/order.ts'

/** The part of a file system that globbing needs; `node:fs` has this shape, and the memory host builds one. */
export type GlobFileSystem = NonNullable<fastGlob.Options['fs']>

/**
 * Regular files below `cwd` that match any pattern and no `ignore`, as POSIX paths relative to it, sorted.
 * `cwd` is passed as an option because brackets in an absolute pattern would be read as a pattern; links are never
 * followed because a loop gives the same file many times. Dot folders match only where a pattern names them.
 */
export function globFiles(cwd: string, patterns: readonly string[], ignore: readonly string[], fs?: GlobFileSystem): string[] {
  if (patterns.length === 0) return []
  const found = fastGlob.sync([...patterns], {
    cwd,
    ignore: [...ignore],
    followSymbolicLinks: false,
    onlyFiles: true,
    unique: true,
    suppressErrors: true,
    ...(fs === undefined ? {} : { fs }),
  })
  return found.sort(byText)
}
