import { runFull } from '../lib/cli/full.ts'
import { readGitBlobs, runGit } from '../lib/host/git.ts'
import { globFiles } from '../lib/host/glob.ts'
import { nodeHost } from '../lib/host/node.ts'

/** The complete program; see lib/cli/hot.ts for when it is loaded. */
export const run = (argv: readonly string[]): number =>
  runFull(nodeHost({ glob: globFiles, git: runGit, gitBlobs: readGitBlobs }), argv)
