import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readGitBlobs, runGit } from '../lib/host/git.ts'
import { globFiles } from '../lib/host/glob.ts'
import { nodeHost } from '../lib/host/node.ts'
import type { Host } from '../lib/model/ports.ts'

const made: string[] = []

function removeMade(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true })
}

/** A folder on the disk with these files, gone when the process ends. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pmem spec-')))
  if (made.push(root) === 1) process.on('exit', removeMade)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

export type FolderHost = Host & { readonly output: { stdout: string; stderr: string } }

/** The real host, as if it had been started in `cwd`, with what it prints kept. */
export function hostIn(cwd: string): FolderHost {
  const output = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof output): Host['stdout'] => ({
    isTerminal: false,
    columns: 80,
    write(text) {
      output[name] += text
    },
  })
  const host = nodeHost({
    glob: globFiles,
    git: runGit,
    gitBlobs: readGitBlobs,
  })
  return Object.defineProperties(
    { cwd, output, stdout: sink('stdout'), stderr: sink('stderr') },
    { ...without(host, 'cwd', 'stdout', 'stderr') },
  ) as FolderHost
}

function without(host: Host, ...names: readonly string[]): PropertyDescriptorMap {
  return Object.fromEntries(Object.entries(Object.getOwnPropertyDescriptors(host)).filter(([name]) => !names.includes(name)))
}
