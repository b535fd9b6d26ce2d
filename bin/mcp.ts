/** The server of the Model Context Protocol. Loaded by pmem.ts for `pmem mcp` alone. */
import './quiet.ts'
import { reportBug } from '../lib/cli/crash.ts'
import { serveOptions } from '../lib/cli/serve.ts'
import { WORKSHOP } from '../lib/commands/workshop.ts'
import { runAside } from '../lib/host/aside.ts'
import { readGitBlobs, runGit } from '../lib/host/git.ts'
import { globFiles } from '../lib/host/glob.ts'
import { standardLines, whenToEnd } from '../lib/host/lines.ts'
import { nodeHost } from '../lib/host/node.ts'
import { openMemory } from '../lib/mcp/memory.ts'
import { serve } from '../lib/mcp/server.ts'

/** What is still under way when the connection ends has so long to come to its end. */
const GRACE_MS = 1_000

const host = nodeHost({ glob: globFiles, git: runGit, gitBlobs: readGitBlobs })

async function start(): Promise<number> {
  const options = serveOptions(host, process.argv.slice(3))
  if (typeof options === 'number') return options
  const memory = openMemory({ host, workshop: WORKSHOP, runAside, ...options })
  const { closed, close } = serve(memory, standardLines(host))
  whenToEnd(close)
  await closed
  setTimeout(() => process.exit(), GRACE_MS).unref()
  return 0
}

start().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.exitCode = reportBug(host, error, [])
  },
)
