import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runFull } from '../lib/cli/full.ts'
import { WORKSHOP } from '../lib/commands/workshop.ts'
import { runAside } from '../lib/host/aside.ts'
import { readGitBlobs, runGit } from '../lib/host/git.ts'
import { globFiles } from '../lib/host/glob.ts'
import { nodeHost } from '../lib/host/node.ts'
import { serve } from '../lib/host/serve.ts'
import { type Engine, openEngine } from '../lib/mcp/engine.ts'
import type { WriteLevel } from '../lib/mcp/tool.ts'
import type { Host } from '../lib/model/ports.ts'

/** The complete program; see lib/cli/hot.ts for when it is loaded. */
export const run = (argv: readonly string[], { stdinWithin, handedOver }: Pick<Host, 'stdinWithin' | 'handedOver'>): number =>
  runFull(nodeHost({ glob: globFiles, git: runGit, gitBlobs: readGitBlobs, pageScript, serve, stdinWithin, handedOver }), argv)

/** What the server of mcp.ts answers with. */
export const memory = (options: { readonly write: WriteLevel; readonly cwd: string | undefined }): Engine =>
  openEngine({
    host: nodeHost({ glob: globFiles, git: runGit, gitBlobs: readGitBlobs }),
    workshop: WORKSHOP,
    runAside,
    ...options,
  })

/** Beside this program in the package; from its source, where the build puts it. */
function pageScript(): string | undefined {
  const folder = typeof __dirname === 'string' ? __dirname : join(dirname(process.argv[1] ?? ''), '..', 'dist', 'bin')
  try {
    return readFileSync(join(folder, '..', 'view.js'), 'utf8')
  } catch {
    return undefined
  }
}
