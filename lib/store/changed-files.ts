import type { Project } from './project.ts'

/** More changed files than this say nothing about what somebody works on: a mass rename, a tree without commits. */
const MOST = 40

/**
 * Files of the project that git calls changed, added or untracked, as POSIX paths from the project root, sorted as git does;
 * [] without git or when there are too many. Renames give the new name. The store itself is left out. Never writes, not even git's index.
 */
export function changedFiles({ host, root }: Project): readonly string[] {
  const output = host.git(root, ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames', '--', '.'])
  if (output === undefined || output === '') return []
  const prefix = host.git(root, ['rev-parse', '--show-prefix'])?.trim() ?? ''
  const paths = output
    .split('\0')
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3))
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((path) => path !== '' && !path.startsWith('.pmem/'))
  return paths.length > MOST ? [] : paths
}
