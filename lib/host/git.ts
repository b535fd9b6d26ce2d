const LIMIT_BYTES = 64 * 1024 * 1024
const LIMIT_MS = 20_000

/**
 * Standard output of `git <args>` run in `root`, or undefined when git is absent, refuses or fails.
 * An argument list, never a shell. Locks are not taken and no prompt, pager or file watcher of the user can run.
 * The module of child processes is loaded on first use: most commands never need it.
 */
export function runGit(root: string, args: readonly string[]): string | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const result = spawnSync('git', ['-c', 'core.quotepath=off', '-c', 'core.fsmonitor=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: LIMIT_BYTES,
    timeout: LIMIT_MS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_PAGER: '', LC_ALL: 'C' },
  })
  return result.status === 0 ? result.stdout : undefined
}
