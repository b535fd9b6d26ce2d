/** The hot program: reading commands over fresh indexes; whatever else is asked it hands to the full one. Loaded by pmem.ts. */
import { reportBug } from '../lib/cli/crash.ts'
import { runHot } from '../lib/cli/hot.ts'
import { runGit } from '../lib/host/git.ts'
import { nodeHost } from '../lib/host/node.ts'

/** Reading commands whose indexes are fresh never glob; what does is in the full program. */
const noGlob = (): never => {
  throw new Error('the hot program has no globbing')
}

const argv = process.argv.slice(2)
const host = nodeHost({ glob: noGlob, git: runGit })

/** Runs the full program where the hot one cannot answer. */
async function start(): Promise<number> {
  const code = runHot(host, argv)
  return code ?? (await import('./full.ts')).run(argv)
}

start().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.exitCode = reportBug(host, error, argv)
  },
)
