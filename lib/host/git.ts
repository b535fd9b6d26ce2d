const LIMIT_BYTES = 64 * 1024 * 1024
const LIMIT_MS = 20_000

/**
 * Standard output of `git <args>` run in `root`, or undefined when git is absent, refuses or fails.
 * An argument list, never a shell. Locks are not taken and no prompt, pager or file watcher of the user can run.
 * The module of child processes is loaded on first use: most commands never need it.
 */
export function runGit(root: string, args: readonly string[]): string | undefined {
  return git(root, args)?.toString('utf8')
}

/** The contents of blobs, through one process; see the port. */
export function readGitBlobs(root: string, ids: readonly string[]): readonly Uint8Array[] | undefined {
  const output = ids.length === 0 ? Buffer.alloc(0) : git(root, ['cat-file', '--batch'], `${ids.join('\n')}\n`)
  if (output === undefined) return undefined
  const blobs: Uint8Array[] = []
  for (let at = 0; blobs.length < ids.length; ) {
    const end = output.indexOf(0x0a, at)
    const [id, type, size] = output.toString('latin1', at, Math.max(at, end)).split(' ')
    if (end < 0 || id !== ids[blobs.length] || type !== 'blob') return undefined
    blobs.push(output.subarray(end + 1, end + 1 + Number(size)))
    at = end + 2 + Number(size)
  }
  return blobs
}

function git(root: string, args: readonly string[], input?: string): Buffer | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const result = spawnSync('git', ['-c', 'core.quotepath=off', '-c', 'core.fsmonitor=false', ...args], {
    cwd: root,
    maxBuffer: LIMIT_BYTES,
    timeout: LIMIT_MS,
    windowsHide: true,
    ...(input === undefined ? {} : { input }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_PAGER: '', LC_ALL: 'C' },
  })
  return result.status === 0 ? result.stdout : undefined
}
