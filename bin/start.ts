import { reportBug } from '../lib/cli/crash.ts'
import { readGitBlobs, runGit } from '../lib/host/git.ts'
import { nodeHost } from '../lib/host/node.ts'
import type { Host } from '../lib/model/ports.ts'

/** Reading commands whose indexes are fresh never glob; what does is in the full program. */
export const noGlob = (): never => {
  throw new Error('a small program has no globbing')
}

/** Runs a small program, and the full one where it cannot answer. */
export function start(run: (host: Host, argv: readonly string[]) => number | undefined): void {
  const argv = process.argv.slice(2)
  const host = nodeHost({ glob: noGlob, git: runGit, gitBlobs: readGitBlobs })
  const answer = async (): Promise<number> => run(host, argv) ?? (await import('./full.ts')).run(argv, host)
  answer().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      process.exitCode = reportBug(host, error, argv)
    },
  )
}
