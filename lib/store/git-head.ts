import { utf8Text } from '../indexes/bytes.ts'
import type { Host } from '../model/ports.ts'

/** The commit of HEAD from the files of git, without starting a process: also in worktrees and below the top folder. Null outside git. */
export const headCommit = (host: Host, root: string): string | null => inGit(host, root, (git) => resolveHead(host, git)) ?? null

/** What HEAD says: the branch that is checked out, or a commit; '' outside git. */
export const headText = (host: Host, root: string): string => inGit(host, root, (git) => textOf(host, git, 'HEAD').trim()) ?? ''

function inGit<T>(host: Host, root: string, read: (git: string) => T): T | undefined {
  for (let folder: string | undefined = root; folder !== undefined; folder = host.parent(folder)) {
    const files = host.files(folder)
    const stat = files.stat('.git')
    if (stat === undefined) continue
    try {
      const git =
        stat.kind === 'folder'
          ? host.resolve(folder, '.git')
          : host.resolve(folder, /^gitdir: (.+)$/m.exec(textOf(host, folder, '.git'))?.[1]?.trim() ?? '.git')
      return read(git)
    } catch {
      return undefined
    }
  }
  return undefined
}

function resolveHead(host: Host, git: string): string | null {
  const head = textOf(host, git, 'HEAD').trim()
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  if (ref === undefined) return COMMIT.test(head) ? head : null
  // A worktree shares its refs with the main checkout.
  const common = textOf(host, git, 'commondir').trim()
  for (const folder of common === '' ? [git] : [git, host.resolve(git, common)]) {
    const loose = textOf(host, folder, ref).trim()
    if (COMMIT.test(loose)) return loose
    const packed = textOf(host, folder, 'packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`))
    if (packed !== undefined) return packed.slice(0, packed.indexOf(' '))
  }
  return null
}

const COMMIT = /^[0-9a-f]{40,64}$/

function textOf(host: Host, folder: string, path: string): string {
  const bytes = host.files(folder).read(path)
  return bytes === undefined ? '' : utf8Text(bytes)
}
