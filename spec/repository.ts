import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runFull } from '../lib/cli/full.ts'
import type { Host } from '../lib/model/ports.ts'
import { folder, hostIn } from './folder.ts'
import { type Json, MANIFEST } from './world.ts'

/** Runs git as somebody nobody knows, with no settings of the machine. */
export const git = (root: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=ada',
      '-c',
      'user.email=ada@example.org',
      '-c',
      'commit.gpgsign=false',
      '-c',
      'protocol.file.allow=always',
      ...args,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )

/** A repository whose files are all committed; `below` puts the project into a subfolder. */
export function repository(files: Readonly<Record<string, string>>, below = ''): string {
  const at = (path: string): string => (below === '' ? path : `${below}/${path}`)
  const root = folder(
    Object.fromEntries(
      Object.entries({ '.pmem/.gitignore': 'indexes/\nlocal/\n.lock\n', '.pmem/manifest.yml': MANIFEST, ...files }).map(
        ([path, text]) => [at(path), text],
      ),
    ),
  )
  git(root, 'init', '-q', '-b', 'main')
  commit(root, 'all')
  return root
}

export function commit(root: string, message = 'more'): void {
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '--allow-empty', '-m', message)
}

export function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

export type RanThere = { readonly code: number; readonly stdout: string; readonly stderr: string; readonly json: Json }

/** Runs a command line in a folder of the disk. */
export const runIn = (cwd: string, ...argv: readonly string[]): RanThere => runWith(cwd, argv, {})

/** The same on a machine some of whose ways are others: its clock, its chance. */
export function runWith(cwd: string, argv: readonly string[], ways: Partial<Pick<Host, 'now' | 'token'>>): RanThere {
  const host = Object.defineProperties(hostIn(cwd), Object.getOwnPropertyDescriptors(ways))
  const code = runFull(host, argv)
  const { stdout, stderr } = host.output
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout) as Json
    },
  }
}
