/** The server of the Model Context Protocol. Loaded by pmem.ts for `pmem mcp` alone; what it answers with is in full.ts. */
import './quiet.ts'
import { reportBug } from '../lib/cli/crash.ts'
import { serveOptions } from '../lib/cli/serve.ts'
import { readGitBlobs, runGit } from '../lib/host/git.ts'
import { keepHeapSmall } from '../lib/host/heap.ts'
import { standardLines, whenToEnd } from '../lib/host/lines.ts'
import { nodeHost } from '../lib/host/node.ts'
import { serve } from '../lib/mcp/server.ts'
import { noGlob } from './start.ts'

/** Whoever asks the process to end, or is gone, lets what is under way have so long to come to its end. */
const GRACE_MS = 1_000

const host = nodeHost({ glob: noGlob, git: runGit, gitBlobs: readGitBlobs })

export function begin(): void {
  answer().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      process.exitCode = reportBug(host, error, [])
    },
  )
}

async function answer(): Promise<number> {
  const options = serveOptions(host, process.argv.slice(3))
  if (typeof options === 'number') return options
  const { closed, end } = serve(async () => {
    const { memory } = await import('./full.ts')
    keepHeapSmall()
    return memory(options)
  }, standardLines(host))
  whenToEnd(() => end(GRACE_MS))
  await closed
  setTimeout(() => process.exit(), GRACE_MS).unref()
  return 0
}
